import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAction, saveAction, verifyAction } from '@brina/contract/calls/record/actions';
import { checkProbe } from '@brina/contract/calls/record/checks';
import { type BatchRecord, getBatch } from '@brina/contract/calls/record/haccp';
import { setHold } from '@brina/contract/calls/record/keeping';
import { getPlans, savePlan } from '@brina/contract/calls/record/plans';
import { grantSigning, listSigners, setSigningPin, signRecords } from '@brina/contract/calls/record/signatures';
import { makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { minute_ms } from '@brina/domain/language/durations';
import { chiller, straight } from '../../../../test/batches.ts';
import { given, type TestUser, testPassword } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

const pins = { cook: '407193', helper: '582640', stranger: '719358', wrong: '804266' };

describe('a tablet on which several people sign', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, member, claimedUnit } = given(portal);

  const setPin = (who: TestUser, pin: string) => who.call(setSigningPin, { body: { password: testPassword, pin } });
  /** A proof at a session that another person signs there. */
  const grantAt = async (tablet: TestUser, person: TestUser, pin: string) =>
    (await tablet.call(grantSigning, { body: { pin, person: person.id } })).grant;
  const refusedAt = async (tablet: TestUser, person: string, pin: string) => {
    const { status, code } = await tablet.refused(grantSigning, { body: { pin, person } });
    return [status, code];
  };
  const reviewing = ({ batchId, revision, seal }: BatchRecord, grant: string) => ({
    body: {
      what: [{ kind: 'batch' as const, id: batchId, revision, hash: seal?.hash ?? '' }],
      meaning: 'REVIEWED' as const,
      grant,
    },
  });

  /** The record of a batch, a cook with whom its unit is shared, and one with whom nothing is. */
  async function kitchen() {
    const scene = await chiller(portal);
    const startedAt = portal.clock.now();
    const says = (min: number) => ({
      TCore1: straight([0, 75], [70, 2])(min),
      TCore2: straight([0, 75], [70, 2])(min),
    });
    portal.clock.leap(80 * minute_ms);
    await scene.tell({ runId: 'tablet', startedAt, minutes: 75, says });
    const cook = await member(scene.owner, 'KITCHEN_MANAGER', [scene.serial]);
    const helper = await member(scene.owner, 'KITCHEN_MANAGER', []);
    await setPin(cook, pins.cook);
    await setPin(helper, pins.helper);
    return { ...scene, cook, helper, record: await scene.lastRecord() };
  }

  it('B2.6 on a tablet where the chef is signed in the cook signs by its own PIN, in its own name; the audit tells at whose session', async () => {
    using scene = await kitchen();
    const { owner, cook, helper, record, serial } = scene;
    const others = await owner.call(listSigners, {});
    assert.deepEqual(
      others.map(({ id, role }) => [id, role]).toSorted(),
      [cook, helper].map(({ id }) => [id, 'KITCHEN_MANAGER']).toSorted(),
    );
    const signed = await owner.call(signRecords, reviewing(record, await grantAt(owner, cook, pins.cook)));
    assert.deepEqual([signed.by, signed.role], ['Test KITCHEN_MANAGER', 'KITCHEN_MANAGER']);
    const { signatures } = await owner.call(getBatch, { params: { serial, batchId: record.batchId } });
    assert.deepEqual(
      signatures.map(({ by, role }) => [by, role]),
      [['Test KITCHEN_MANAGER', 'KITCHEN_MANAGER']],
    );
    const told = await portal.db.read((db) =>
      db
        .selectFrom('audit')
        .select(['user_id', 'detail'])
        .where('action', '=', 'record.sign')
        .where('company_id', '=', owner.companyId ?? '')
        .execute(),
    );
    assert.deepEqual(told, [{ user_id: owner.id, detail: { count: 1, signer: cook.id } }]);
    const kept = await portal.db.read((db) =>
      db
        .selectFrom('signature as s')
        .innerJoin('signer as p', 'p.id', 's.signer')
        .select(['p.user_id', 's.way'])
        .where('s.id', '=', signed.id)
        .executeTakeFirstOrThrow(),
    );
    assert.deepEqual(kept, { user_id: cook.id, way: 'pin' });
    // The cook's own session lists the chef as soon as that one has a PIN, and never itself.
    await setPin(owner, pins.wrong);
    assert.deepEqual(
      (await cook.call(listSigners, {})).map(({ id }) => id).toSorted(),
      [owner.id, helper.id].toSorted(),
    );
  });

  it('B2.6 a grant holds for the session that it was given at; nobody signs by another’s password, or what it cannot see', async () => {
    using scene = await kitchen();
    const { owner, cook, helper, record } = scene;
    const grant = await grantAt(owner, cook, pins.cook);
    const elsewhere = await cook.refused(signRecords, reviewing(record, grant));
    assert.deepEqual([elsewhere.status, elsewhere.code], [403, 'signing_refused']);
    const body = { password: testPassword, person: cook.id } as never;
    assert.equal((await owner.refused(grantSigning, { body })).code, 'bad_request');
    const unshared = await owner.refused(signRecords, reviewing(record, await grantAt(owner, helper, pins.helper)));
    assert.deepEqual([unshared.status, unshared.code], [403, 'signer_not_allowed']);
    // Who has left in these minutes signs no more.
    await portal.db.write(async (db) => {
      await db.deleteFrom('share').where('membership_id', '=', cook.membershipId).execute();
      await db.deleteFrom('membership').where('id', '=', cook.membershipId).execute();
    });
    assert.equal((await owner.refused(signRecords, reviewing(record, grant))).code, 'signing_refused');
    assert.deepEqual(
      (await owner.call(listSigners, {})).map(({ id }) => id),
      [helper.id],
    );
  });

  it('B2.6 S6.7 who is of another company is refused as by a wrong PIN, as is who has none, and is locked at home by neither', async () => {
    const owner = await user();
    const stranger = await user();
    await setPin(stranger, pins.stranger);
    const colleague = await user('USER', { companyId: owner.companyId ?? '' });
    const nobody = '0198c0de-0000-7000-8000-00000000dead';
    assert.deepEqual(await owner.call(listSigners, {}), []);
    for (const person of [stranger.id, colleague.id, nobody]) {
      for (let i = 0; i < 5; i++)
        assert.deepEqual(await refusedAt(owner, person, pins.stranger), [403, 'signing_refused']);
      assert.deepEqual(await refusedAt(owner, person, pins.stranger), [429, 'signing_locked']);
    }
    await stranger.call(grantSigning, { body: { pin: pins.stranger } });
  });

  it('B2.6 five wrong PINs lock that person for a quarter of an hour, and twenty at one session that session alone', async () => {
    const owner = await user();
    const colleagues: TestUser[] = [];
    for (let i = 0; i < 6; i++) {
      const one = await user('USER', { companyId: owner.companyId ?? '' });
      await setPin(one, pins.cook);
      colleagues.push(one);
    }
    const [first, , , , fifth, sixth] = colleagues as [TestUser, TestUser, TestUser, TestUser, TestUser, TestUser];
    for (const { id } of colleagues.slice(0, 4))
      for (let i = 0; i < 5; i++) assert.deepEqual(await refusedAt(owner, id, pins.wrong), [403, 'signing_refused']);
    const locked = await first.refused(grantSigning, { body: { pin: pins.cook } });
    assert.deepEqual([locked.status, locked.code, locked.data], [429, 'signing_locked', { minutes: 15 }]);
    assert.deepEqual(await refusedAt(owner, fifth.id, pins.cook), [429, 'signing_locked']);
    await fifth.call(grantSigning, { body: { pin: pins.cook } });
    await grantAt(sixth, fifth, pins.cook);
    portal.clock.leap(15 * minute_ms);
    await grantAt(owner, first, pins.cook);
  });

  it('B2.6 what the owner decides nobody signs at its session: neither a plan nor a legal hold', async () => {
    const owner = await user();
    const { labId } = await claimedUnit(owner);
    const colleague = await user('USER', { companyId: owner.companyId ?? '' });
    await setPin(colleague, pins.cook);
    const { current } = await owner.call(getPlans, { query: { labId } });
    const plan = { labId, basedOn: current?.id ?? null, plan: makersPlan };
    const grant = () => grantAt(owner, colleague, pins.cook);
    const decided = await owner.refused(savePlan, { body: { ...plan, grant: await grant() } });
    assert.deepEqual([decided.status, decided.code], [403, 'signing_refused']);
    const hold = { scope: { kind: 'company' as const }, reason: 'A complaint is looked into' };
    const held = await owner.refused(setHold, { body: { ...hold, grant: await grant() } });
    assert.deepEqual([held.status, held.code], [403, 'signing_refused']);
  });

  it('B2.5 B2.6 what the cook has done at the chef’s tablet it does not verify there, and the chef does; and the other way round', async () => {
    const owner = await user();
    const { serialNumber: serial } = await claimedUnit(owner);
    const cook = await member(owner, 'KITCHEN_MANAGER', [serial]);
    await setPin(cook, pins.cook);
    const failed = async () => {
      const check = { ...checkProbe.example.body, before_C: -1.2, at: portal.clock.now() };
      const { actions } = await owner.call(checkProbe, { params: { serial }, body: check as never });
      return actions[0]?.id ?? '';
    };
    const own = async () => (await owner.call(grantSigning, { body: { password: testPassword } })).grant;
    const cooks = () => grantAt(owner, cook, pins.cook);
    const save = (id: string, grant: string) =>
      owner.call(saveAction, {
        params: { actionId: id },
        headers: { 'if-match': '"1"' },
        body: {
          ...saveAction.example.body,
          cause: 'UNIT',
          dispositions: [],
          measured: null,
          at: portal.clock.now(),
          grant,
        },
      });
    const verifying = (id: string, grant?: string) => ({
      params: { actionId: id },
      headers: { 'if-match': '"2"' },
      body: grant ? { grant } : {},
    });
    const byCook = await failed();
    const done = await save(byCook, await cooks());
    assert.deepEqual([done.done?.role, done.signatures[0]?.role], ['KITCHEN_MANAGER', 'KITCHEN_MANAGER']);
    assert.equal((await owner.refused(verifyAction, verifying(byCook, await cooks()))).code, 'verify_own_action');
    const verified = await owner.call(verifyAction, verifying(byCook));
    assert.deepEqual([verified.verified?.role, verified.verified?.samePerson], ['USER', false]);
    const byChef = await failed();
    await save(byChef, await own());
    // The way is shown: somebody else can sign here.
    const shown = await owner.call(getAction, { params: { actionId: byChef }, query: {} });
    assert.equal(shown.may.verify, true);
    assert.equal((await owner.refused(verifyAction, verifying(byChef, await own()))).code, 'verify_own_action');
    const other = await owner.call(verifyAction, verifying(byChef, await cooks()));
    assert.deepEqual([other.verified?.role, other.verified?.samePerson], ['KITCHEN_MANAGER', false]);
  });
});
