import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { deleteOwnUser, updateUserInfo } from '@brina/contract/calls/people/account';
import { type BatchRecord, getBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { exportLedger, listChanges } from '@brina/contract/calls/record/ledger';
import { getPlans } from '@brina/contract/calls/record/plans';
import { grantSigning, setSigningPin, signingWays, signRecords } from '@brina/contract/calls/record/signatures';
import { minute_ms } from '@brina/domain/language/durations';
import { strFromU8, unzipSync } from 'fflate';
import { newestEntries } from '#features/record/ledger/entries.queries.ts';
import { jcs } from '#features/record/ledger/parts/jcs.ts';
import { chiller, straight } from '../../../../test/batches.ts';
import { given, signIn, type TestUser, testPassword } from '../../../../test/given.ts';
import { keepHoldDay } from '../../../../test/hold-days.ts';
import { sharedPortal } from '../../../../test/portal.ts';

const pin = '407193';

describe('signatures', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, member } = given(portal);

  const granted = async (who: TestUser, proof: { password: string } | { pin: string } = { password: testPassword }) =>
    (await who.call(grantSigning, { body: proof })).grant;
  const whatOf = ({ batchId, revision, seal }: BatchRecord) => ({
    kind: 'batch' as const,
    id: batchId,
    revision,
    hash: seal?.hash ?? '',
  });
  const signing = async (who: TestUser, record: BatchRecord, meaning: 'REVIEWED' | 'RECORDED' = 'REVIEWED') => ({
    body: { what: [whatOf(record)], meaning, grant: await granted(who) },
  });

  /** A unit with the record of a batch that ended in time. */
  async function recorded() {
    const scene = await chiller(portal);
    const startedAt = portal.clock.now();
    const says = (min: number) => ({
      TCore1: straight([0, 75], [70, 2])(min),
      TCore2: straight([0, 75], [70, 2])(min),
    });
    portal.clock.leap(80 * minute_ms);
    await scene.tell({ runId: 'signed', startedAt, minutes: 75, says });
    return { ...scene, startedAt, says, record: await scene.lastRecord() };
  }

  it('B2.6 a signature says who, when, what it means and on which revision; it stands in the book, named by a content of its own', async () => {
    using scene = await recorded();
    const { owner, record, serial } = scene;
    const signed = await owner.call(signRecords, await signing(owner, record));
    const { signatures } = await owner.call(getBatch, { params: { serial, batchId: record.batchId } });
    assert.deepEqual(signatures, [
      { id: signed.id, meaning: 'REVIEWED', by: 'Test USER', role: 'USER', at: signed.at, revision: 1, stale: false },
    ]);
    const entries = await owner.call(listChanges, { query: { after: -1, limit: 500 } });
    const [person, signature] = entries.slice(-2);
    assert.deepEqual([person?.entry?.kind, signature?.entry?.kind], ['person', 'signature']);
    const { salt: _, ...named } = person?.content ?? {};
    assert.deepEqual(named, { v: 1, name: 'Test USER', initials: 'TU', role: 'USER' });
    const { salt, ...content } = signature?.content ?? {};
    assert.deepEqual(content, {
      v: 1,
      what: [whatOf(record)],
      meaning: 'REVIEWED',
      person: { id: person?.entry?.id, initials: 'TU', role: 'USER' },
      at: signed.at,
    });
    const hash = createHash('sha256')
      .update(jcs({ ...content, salt }))
      .digest('hex');
    assert.deepEqual([signature?.ix, signature?.entry?.hash], [signed.seal.ix, hash]);
    assert.equal(hash, signed.seal.hash);
    // The second time it is named already; under another name it is another entry.
    await owner.call(signRecords, await signing(owner, record, 'RECORDED'));
    await owner.call(updateUserInfo, { body: { firstName: 'Anna', lastName: 'Neri' } });
    await owner.call(signRecords, await signing(owner, record, 'RECORDED'));
    const later = await owner.call(listChanges, { query: { after: signed.seal.ix, limit: 500 } });
    assert.deepEqual(
      later.map(({ entry }) => entry?.kind),
      ['signature', 'person', 'signature'],
    );
  });

  it('B2.6 a later revision with another verdict ends a signature, one with the same does not; what was looked at is signed, or nothing', async () => {
    using scene = await recorded();
    const { owner, record, serial, send, startedAt } = scene;
    await owner.call(signRecords, await signing(owner, record));
    const late = await signing(owner, record);
    // A door that is told late leaves the verdict as it was.
    await send('evt', { at: startedAt + minute_ms, type: 'door', door: 1, open: true });
    await portal.clock.advance(2 * minute_ms);
    const shown = () => owner.call(getBatch, { params: { serial, batchId: record.batchId } });
    const second = await shown();
    assert.deepEqual([second.revision, second.verdict, second.signatures[0]?.stale], [2, 'PASS', false]);
    assert.equal((await owner.refused(signRecords, late)).code, 'signature_stale');
    const wrongHash = { ...whatOf(second), hash: record.seal?.hash ?? '' };
    const refusal = await owner.refused(signRecords, {
      body: { ...late.body, what: [wrongHash], grant: await granted(owner) },
    });
    assert.deepEqual([refusal.status, refusal.code], [409, 'signature_stale']);
    // A probe that lay in warmer food is told late.
    const samples = [40, 80, 120].map((s) => [s * 1000, { TCore3: 60 }]);
    await send('tel', { at: startedAt + 70 * minute_ms, hist: true, s: samples });
    await portal.clock.advance(20 * minute_ms);
    const third = await shown();
    assert.equal(third.revision, 3);
    assert.notEqual(third.verdict, 'PASS');
    assert.deepEqual(
      third.signatures.map(({ revision, stale }) => [revision, stale]),
      [[1, true]],
    );
  });

  it('B2.6 a grant is its session’s, lasts five minutes and for fifty records; without one nothing is signed', async () => {
    using scene = await recorded();
    const { owner, record } = scene;
    const what = [whatOf(record)];
    const sign = (who: TestUser, grant: string) =>
      who.refused(signRecords, { body: { what, meaning: 'REVIEWED', grant } });
    const grant = await granted(owner);
    for (const wrong of ['nonsense', `${grant}x`])
      assert.deepEqual([(await sign(owner, wrong)).status, (await sign(owner, wrong)).code], [403, 'signing_refused']);
    const colleague = await user('USER', { companyId: owner.companyId ?? '' });
    assert.equal((await sign(colleague, grant)).code, 'signing_refused');
    await portal.db.write((db) =>
      db.updateTable('sign_grant').set({ left_over: 1 }).where('user_id', '=', owner.id).execute(),
    );
    await owner.call(signRecords, { body: { what, meaning: 'REVIEWED', grant } });
    assert.equal((await sign(owner, grant)).code, 'signing_refused');
    const old = await granted(owner);
    portal.clock.leap(5 * minute_ms);
    assert.equal((await sign(owner, old)).code, 'signing_refused');
  });

  it('B2.6 a PIN signs and never signs in; after five wrong ones it is locked for a quarter of an hour, the password is not', async () => {
    using scene = await recorded();
    const { owner, record } = scene;
    assert.deepEqual(await owner.call(signingWays, {}), { pinSince: null });
    assert.equal((await owner.refused(grantSigning, { body: { pin } })).code, 'signing_refused');
    assert.equal((await owner.refused(setSigningPin, { body: { password: 'wrong', pin } })).code, 'password_wrong');
    const easy = await owner.refused(setSigningPin, { body: { password: testPassword, pin: '123456' } });
    assert.deepEqual([easy.status, easy.code], [422, 'pin_guessable']);
    await owner.call(setSigningPin, { body: { password: testPassword, pin } });
    const since = portal.clock.now();
    assert.deepEqual(await owner.call(signingWays, {}), { pinSince: since });
    const body = { what: [whatOf(record)], meaning: 'RECORDED' as const, grant: await granted(owner, { pin }) };
    await owner.call(signRecords, { body });
    await assert.rejects(signIn(portal, owner.email, pin));
    for (let i = 0; i < 5; i++)
      assert.equal((await owner.refused(grantSigning, { body: { pin: '804266' } })).code, 'signing_refused');
    const locked = await owner.refused(grantSigning, { body: { pin } });
    assert.deepEqual([locked.status, locked.code, locked.data], [429, 'signing_locked', { minutes: 15 }]);
    await granted(owner);
    portal.clock.leap(15 * minute_ms);
    await granted(owner, { pin });
  });

  it('B2.6 S6.7 what is another company’s, or not shared, is not found; of a plan those sign who decide on it', async () => {
    using scene = await recorded();
    const { owner, record, serial, unit } = scene;
    const [stranger, cook, helper] = [
      await user(),
      await member(owner, 'KITCHEN_MANAGER', [serial]),
      await member(owner, 'KITCHEN_MANAGER', []),
    ];
    for (const who of [stranger, helper])
      assert.equal((await who.refused(signRecords, await signing(who, record))).status, 404);
    await cook.call(signRecords, await signing(cook, record));
    const { signatures } = await owner.call(getBatch, { params: { serial, batchId: record.batchId } });
    assert.deepEqual(
      signatures.map(({ role }) => role),
      ['KITCHEN_MANAGER'],
    );
    const { current } = await owner.call(getPlans, { query: { labId: unit.labId } });
    assert.ok(current);
    const plan = await portal.db.read(async (db) => {
      const { book } = await db
        .selectFrom('ledger_entry')
        .select('book')
        .where('id', '=', unit.labId)
        .executeTakeFirstOrThrow();
      return (await newestEntries(db, book, [unit.labId])).get(unit.labId);
    });
    const what = [{ kind: 'plan' as const, id: unit.labId, revision: plan?.rev ?? 0, hash: plan?.hash ?? '' }];
    const approving = async (who: TestUser) => ({
      body: { what, meaning: 'LIMITS_APPROVED' as const, grant: await granted(who) },
    });
    assert.equal((await cook.refused(signRecords, await approving(cook))).status, 403);
    await owner.call(signRecords, await approving(owner));
  });

  it('B2.6 a day of what was held is signed as a batch is', async () => {
    using scene = await recorded();
    const { owner, serial, unit } = scene;
    await keepHoldDay(portal, serial, { labId: unit.labId });
    const { day } = getHoldDay.example.params;
    const shown = async () => (await owner.call(getHoldDay, { params: { serial, day }, query: {} }))[0];
    const kept = await shown();
    assert.ok(kept?.seal, 'it stands in the book');
    const what = [{ kind: 'day' as const, id: kept.id, revision: 1, hash: kept.seal.hash }];
    await owner.call(signRecords, { body: { what, meaning: 'REVIEWED', grant: await granted(owner) } });
    const after = await shown();
    assert.deepEqual(
      after?.signatures.map(({ by, revision, stale }) => [by, revision, stale]),
      [['Test USER', 1, false]],
    );
  });

  it('B2.6 B2.12 with an account its name goes out of the book, initials and role stay; the book is whole, and says what was removed', async () => {
    using scene = await recorded();
    const { owner, record, serial } = scene;
    const colleague = await user('USER', { companyId: owner.companyId ?? '' });
    await colleague.call(updateUserInfo, { body: { firstName: 'Zenobia', lastName: 'Quarantotti' } });
    const { seal } = await colleague.call(signRecords, await signing(colleague, record));
    await owner.call(signRecords, await signing(owner, record));
    const exported = async () => (await owner.call(exportLedger, {})).data;
    const filesOf = (zip: Uint8Array) =>
      Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));
    const before = filesOf(await exported());
    assert.match(before['contents.jsonl'] ?? '', /Zenobia Quarantotti/);
    await colleague.call(deleteOwnUser, {});
    const { signatures } = await owner.call(getBatch, { params: { serial, batchId: record.batchId } });
    assert.deepEqual(
      signatures.map(({ by, stale }) => [by, stale]),
      [
        ['ZQ', false],
        ['Test USER', false],
      ],
    );
    const zip = await exported();
    const files = filesOf(zip);
    assert.doesNotMatch(JSON.stringify(files), /Zenobia|Quarantotti/);
    // The person stands before its first signature.
    const removed = files['removed.jsonl']?.trim().split('\n') ?? [];
    assert.deepEqual(
      removed.map((text) => (JSON.parse(text) as { ix: number }).ix),
      [seal.ix - 1],
    );
    const folder = await mkdtemp(join(tmpdir(), 'brina-book-'));
    after(() => rm(folder, { recursive: true }));
    const kept = {
      'verify.mjs': files['verify.mjs'] ?? '',
      'book.zip': zip,
      'seen.txt': files['checkpoints.txt'] ?? '',
    };
    for (const [name, content] of Object.entries(kept)) await writeFile(join(folder, name), content);
    const args = ['verify.mjs', 'book.zip', '--checkpoint', 'seen.txt'];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });
});
