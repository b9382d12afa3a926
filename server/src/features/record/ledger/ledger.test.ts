import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  exportLedger,
  getLedger,
  getProof,
  listChanges,
  listCheckpoints,
  listKeys,
  verifyLeaf,
} from '@brina/contract/calls/record/ledger';
import type { Reply } from '@brina/contract/wire/call';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { strFromU8, unzipSync } from 'fflate';
import { makeTestPlace, type TestPlace } from '#core/db/test-database.ts';
import { chiller } from '../../../../test/batches.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { startTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { append } from './append.ts';
import { hexOf } from './parts/entry.ts';
import { jcs } from './parts/jcs.ts';
import { leafHash } from './parts/merkle.ts';
import { colleague } from './testing/colleague.ts';
import { verifierOf } from './testing/verifier.ts';
import { isConsistent, isIncluded, lineOfKey, naiveRoot, openedNote } from './testing/verifying.ts';

let place: TestPlace;
let portal: TestPortal;
before(async () => {
  place = await makeTestPlace();
  portal = await startTestPortal({ place, environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
});
after(async () => {
  await portal[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

const note = (user: TestUser, id: string, text: string) =>
  portal.db.write((db) =>
    append(db, [
      { company: user.companyId ?? '', kind: 'note', id, rev: 1, at: portal.clock.now(), content: { text } },
    ]),
  );

async function toNextHour(): Promise<void> {
  portal.clock.leap(hour_ms - (portal.clock.now() % hour_ms) + minute_ms);
  await portal.settled();
}

/** Keys as lines for a verifier, of a name. */
async function keysOf(user: TestUser, name: string): Promise<string[]> {
  const keys = await user.call(listKeys, {});
  return keys.map((key) => lineOfKey(name, key.public));
}

const entryBytes = ({ entry }: { entry: object }): Buffer => Buffer.from(jcs(entry));
const hashes = (path: readonly string[]): Buffer[] => path.map((hash) => Buffer.from(hash, 'hex'));

/** Verifies an entry with what the portal replied alone; what it says. */
async function verified(user: TestUser, ix: number) {
  const reply = await user.call(getProof, { query: { ix } });
  assert.ok(reply, `a checkpoint has entry ${ix}`);
  const origin = reply.note.split('\n')[0] ?? '';
  const head = openedNote(reply.note, await keysOf(user, origin));
  assert.ok(head, 'the note is signed by a key that the portal names');
  assert.equal(head.size, reply.proof.size);
  const at = { ix, size: head.size, root: head.root, path: hashes(reply.proof.path) };
  assert.ok(isIncluded(entryBytes(reply), at), 'the entry is in the tree of the note');
  return { ...reply, head, origin };
}

describe('B2.8 the ledger', () => {
  it('B2.8 a checkpoint is made each hour with news, consistent with the one before; the log of the books has it', async () => {
    const owner = await given(portal).user();
    await note(owner, 'first', 'one');
    assert.equal((await owner.call(getLedger, {})).checkpoint, null);
    assert.equal(await owner.call(getProof, { query: { ix: 1 } }), null);
    await toNextHour();
    const first = await owner.call(getLedger, {});
    assert.deepEqual([first.size, first.checkpoint?.size], [2, 2]);
    await toNextHour();
    assert.deepEqual(await owner.call(getLedger, {}), first, 'no news, no checkpoint');
    await note(owner, 'second', 'two');
    await note(owner, 'third', 'three');
    await toNextHour();
    const [one, two, ...more] = await owner.call(listCheckpoints, { query: { after: 0, limit: 10 } });
    assert.ok(one && two && more.length === 0);
    const { origin } = await verified(owner, 1);
    assert.match(origin, new RegExp(`^127\\.0\\.0\\.1:\\d+/book/${first.book}$`));
    const keys = await keysOf(owner, origin);
    const [former, later] = [openedNote(one.note, keys), openedNote(two.note, keys)];
    assert.ok(former && later);
    assert.deepEqual([former.size, later.size, one.consistency], [2, 4, []]);
    assert.ok(isConsistent(former, later, hashes(two.consistency)));
    const { content, log, note: signed } = await verified(owner, 3);
    assert.equal(content?.['text'], 'three');
    await provesThroughLog(owner, log, signed);
  });

  it('B2.8 what is hashed carries a salt, and is what the entry names', async () => {
    const owner = await given(portal).user();
    await note(owner, 'a', 'same');
    await note(owner, 'b', 'same');
    await toNextHour();
    const [a, b] = [await verified(owner, 1), await verified(owner, 2)];

    for (const { entry, content } of [a, b]) {
      assert.match(String(content?.['salt']), /^[0-9a-f]{32}$/);
      assert.equal(createHash('sha256').update(jcs(content)).digest('hex'), entry.hash);
    }
    assert.notEqual(a.entry.hash, b.entry.hash);
  });

  it('B2.8 the export is whole, as its exact format has it, and its notes and keys go together', async () => {
    const owner = await given(portal).user();
    for (const id of ['a', 'b', 'a']) await note(owner, id, id);
    await toNextHour();
    await note(owner, 'c', 'not sealed yet');
    const opened = (await owner.call(listChanges, { query: { after: -1, limit: 1 } }))[0]?.entry?.at;
    assert.equal((await owner.call(getLedger, {})).waitingSince, opened, 'nothing outside has any of it');
    const { data, type } = await owner.call(exportLedger, {});
    assert.equal((await owner.call(getLedger, {})).waitingSince, null, 'what was taken is outside');
    portal.clock.leap(minute_ms);
    const later = portal.clock.now();
    await note(owner, 'd', 'later');
    assert.equal((await owner.call(getLedger, {})).waitingSince, later);
    assert.equal(type, 'application/zip');
    const files = Object.fromEntries(Object.entries(unzipSync(data)).map(([name, bytes]) => [name, strFromU8(bytes)]));
    const lines = (name: string): string[] => (files[name] ?? '').split('\n').slice(0, -1);
    const entries = lines('entries.jsonl').map(
      (line) => JSON.parse(line) as NonNullable<Reply<typeof getProof>>['entry'],
    );
    assert.deepEqual(
      entries.map(({ ix, id, prev }) => [ix, id, prev]),
      [
        [0, entries[0]?.book, undefined],
        [1, 'a', undefined],
        [2, 'b', undefined],
        [3, 'a', 1],
        [4, 'c', undefined],
      ],
    );
    assert.deepEqual(lines('entries.jsonl'), entries.map(jcs));
    const contents = lines('contents.jsonl').map((line) => JSON.parse(line) as { ix: number; content: object });
    assert.deepEqual(lines('contents.jsonl'), contents.map(jcs));

    for (const { ix, content } of contents)
      assert.equal(createHash('sha256').update(jcs(content)).digest('hex'), entries[ix]?.hash);
    assert.equal(contents.length, 5);
    assert.equal(files['removed.jsonl'], '');
    const notes = (files['checkpoints.txt'] ?? '').split(/(?<=\n)\n(?!—)/).filter(Boolean);
    const heads = notes.map((one) => openedNote(one, lines('keys.txt')));
    assert.deepEqual(
      heads.map((head) => head?.size),
      [4, 5],
    );

    for (const head of heads)
      assert.deepEqual(head?.root, naiveRoot(entries.slice(0, head?.size).map((entry) => Buffer.from(jcs(entry)))));
    assert.match(files['README.txt'] ?? '', /entries\.jsonl/);
    assert.match(files['verify.html'] ?? '', /<script type="module">/);
    assert.ok(files['verify.html'] && files['verify.mjs']);
  });

  it('B2.12 a stranger verifies export, record and proof by one file, offline, and sees what is changed', async () => {
    const owner = await given(portal).user();
    for (const id of ['a', 'b', 'c']) await note(owner, id, id);
    await toNextHour();
    const outside = (await owner.call(getLedger, {})).checkpoint?.note ?? '';
    await note(owner, 'd', 'd');
    const { data } = await owner.call(exportLedger, {});
    const { head: _, origin, ...record } = await verified(owner, 2);
    const keys = [origin, origin.replace(/book.*/, 'log')];
    const trusted = (await Promise.all(keys.map((name) => keysOf(owner, name)))).flat().join('\n');
    const exitCode = await verifierOf(data, {
      'book.zip': data,
      'record.json': jcs(record),
      'record.tlog-proof': record.log ?? '',
      'changed.json': jcs({ ...record, content: { ...record.content, text: 'x' } }),
      'other.json': jcs({ ...record, log: record.log?.replace(/index \d+/, 'index 0') }),
      mailed: outside,
      now: record.note,
      trusted,
    });
    assert.equal(exitCode('book.zip'), 2, 'nothing from outside');
    assert.equal(exitCode('book.zip', '--checkpoint', 'mailed'), 2, 'an entry came after it');
    assert.equal(exitCode('book.zip', '--checkpoint', 'now', '--key', 'trusted'), 0);
    assert.equal(exitCode('record.json', '--checkpoint', 'now', '--key', 'trusted'), 0);
    assert.equal(
      exitCode('record.tlog-proof', '--checkpoint', 'now', '--key', 'trusted'),
      2,
      'the content stayed at home',
    );
    assert.equal(exitCode('changed.json', '--key', 'trusted'), 1);
    assert.equal(exitCode('other.json', '--key', 'trusted'), 1);
  });

  it('B2.13 who follows the changes by index gets each once, in their order; a guest is told of what is shared with it', async () => {
    using unit = await chiller(portal);
    const { owner } = unit;
    const ask = (who: TestUser, after: number, limit: number) => who.call(listChanges, { query: { after, limit } });
    // What the kitchen began with stands in the book already.
    const begun = (await owner.call(getLedger, {})).size;
    const seen: number[] = [];
    for (let round = 0; round < 4; round++) {
      await Promise.all(['x', 'y', 'z'].map((id) => note(owner, id, `${round}`)));
      for (let page = 0; page < 3; page++)
        seen.push(...(await ask(owner, seen.at(-1) ?? begun - 1, 2)).map(({ ix }) => ix));
    }
    const all = begun + 12;
    assert.deepEqual(
      seen,
      Array.from({ length: 12 }, (_, i) => begun + i),
    );
    const says = (): Record<string, number> => ({ TCore1: 2 });
    await unit.tell({ runId: 'told', startedAt: portal.clock.now() - hour_ms, minutes: 40, says });
    const { batchId, seal } = await unit.lastRecord();
    assert.deepEqual([seal?.ix, seal?.checkpointAt], [all, null]);
    const guests = [
      await given(portal).member(owner, 'KITCHEN_MANAGER', [unit.serial]),
      await given(portal).member(owner, 'KITCHEN_MANAGER'),
    ];
    const told = await Promise.all(guests.map((guest) => ask(guest, all - 3, 9)));
    const hidden = (ix: number) => [ix, undefined, undefined];
    assert.deepEqual(
      told.map((some) => some.map(({ ix, entry, content }) => [ix, entry?.id, content?.['batchId']])),
      [
        [hidden(all - 2), hidden(all - 1), [all, batchId, batchId]],
        [hidden(all - 2), hidden(all - 1), hidden(all)],
      ],
    );
    await toNextHour();
    const { checkpoint } = await owner.call(getLedger, {});
    assert.deepEqual((await unit.lastRecord()).seal, { ...seal, checkpointAt: checkpoint?.at });
  });

  it('B2.12 anybody may ask whether a leaf is in a book, and learns nothing of what it is', async () => {
    const [owner, stranger] = [await given(portal).user(), await given(portal).user()];
    await note(owner, 'seen', 'of nobody else');
    const leafOf = async (ix: number) => {
      const [one] = await owner.call(listChanges, { query: { after: ix - 1, limit: 1 } });
      return hexOf(leafHash(Buffer.from(jcs(one?.entry))));
    };
    const leaf = await leafOf(1);
    const ask = (): Promise<Reply<typeof verifyLeaf>> => stranger.call(verifyLeaf, { params: { leaf } });
    assert.deepEqual(await ask(), { included: true, size: null, note: null, superseded: false });
    await toNextHour();
    await note(owner, 'seen', 'again');
    const { note: signed } = await verified(owner, 1);
    assert.deepEqual(await ask(), { included: true, size: 2, note: signed, superseded: true });
    const unknown = { params: { leaf: '0'.repeat(64) } };
    assert.deepEqual(await stranger.call(verifyLeaf, unknown), {
      included: false,
      size: null,
      note: null,
      superseded: false,
    });
    assert.deepEqual(await stranger.call(listChanges, { query: { after: -1, limit: 9 } }), []);
  });

  it('B2.8 a key is a file of its owner’s alone; a year later another one follows, both sign for a month, and the book says so', async () => {
    const founder = await given(portal).user();
    await note(founder, 'before', '1');
    await toNextHour();
    assert.equal((await stat(join(place.dataDir, 'pki', 'ledger.key'))).mode & 0o777, 0o600);
    const signers = async (user: TestUser): Promise<number> => {
      const { checkpoint } = await user.call(getLedger, {});
      return (checkpoint?.note.match(/^— /gm) ?? []).length;
    };
    assert.equal(await signers(founder), 1);
    portal.clock.leap(366 * day_ms);
    await portal.settled();
    await toNextHour();
    const heir = await colleague(portal, founder);
    assert.equal(await signers(heir), 2);
    const keys = await heir.call(listKeys, {});
    assert.deepEqual(
      keys.map(({ until }) => until === undefined),
      [false, true],
    );
    const told = (await heir.call(listChanges, { query: { after: 1, limit: 9 } })).map(({ content }) => content);
    assert.deepEqual(
      told.map((content) => [content?.['public'], content?.['until']]),
      [keys[1], keys[0]].map((key) => [key?.public, key?.until]),
    );
    const { origin, note: both } = await verified(heir, 1);
    for (const key of await keysOf(heir, origin)) assert.ok(openedNote(both, [key]), 'each of them suffices');
    portal.clock.leap(31 * day_ms);
    await note(founder, 'after', '2');
    await toNextHour();
    const last = await colleague(portal, founder);
    const lastNote = (await last.call(getLedger, {})).checkpoint?.note ?? '';
    assert.equal(await signers(last), 1);
    assert.deepEqual(
      (await keysOf(last, origin)).map((key) => openedNote(lastNote, [key]) !== undefined),
      [false, true],
    );
  });
});

/** A `.tlog-proof`: the log's checkpoint has the note of the record that it carries. */
async function provesThroughLog(user: TestUser, text: string | null, note: string): Promise<void> {
  const { extra, note: logNote, ...at } = parted(text ?? '');
  const logName = logNote.split('\n')[0] ?? '';
  assert.match(logName, /\/log$/);
  const log = openedNote(logNote, await keysOf(user, logName));
  assert.ok(log);
  const signed = note.slice(0, note.indexOf('\n\n') + 1);
  assert.ok(isIncluded(createHash('sha256').update(signed).digest(), { ...at, ...log }), 'the note is in the log');
  assert.equal((JSON.parse(extra) as { note: string }).note, note);
}

function parted(text: string) {
  const [head = '', ...rest] = text.split('\n\n');
  const [magic, extra = '', index = '', ...path] = head.split('\n');
  assert.equal(magic, 'c2sp.org/tlog-proof@v1');
  return {
    extra: Buffer.from(extra.replace(/^extra /, ''), 'base64').toString(),
    ix: Number(index.replace(/^index /, '')),
    path: path.map((hash) => Buffer.from(hash, 'base64')),
    note: rest.join('\n\n'),
  };
}
