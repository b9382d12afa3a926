import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { exportLedger, getLedger, getProof, listKeys } from '@brina/contract/calls/record/ledger';
import { day_ms, hour_ms, minute_ms, second_ms } from '@brina/domain/language/durations';
import { strFromU8, unzipSync } from 'fflate';
import { append } from '#features/record/ledger/append.ts';
import { colleague } from '#features/record/ledger/testing/colleague.ts';
import { changedZip, verifierOf } from '#features/record/ledger/testing/verifier.ts';
import { lineOfKey } from '#features/record/ledger/testing/verifying.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { startTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { anchorRounds } from './anchors.jobs.ts';
import { Authority } from './testing/authority.ts';
import { type Answer, type Outsider, outsider } from './testing/outsider.ts';
import { Witness } from './testing/witness.ts';

let authority: Authority;
let tsa: Outsider;
let witness: Witness;
let portal: TestPortal;
let owner: TestUser;

const stamps: Answer = (body, reply) => {
  reply.setHeader('content-type', 'application/timestamp-reply').end(authority.stamped(body));
};

before(async () => {
  authority = new Authority();
  tsa = await outsider(stamps);
  witness = await new Witness().listen();
  portal = await startTestPortal({
    environment: { BRINA_ACCESS_TOKEN_S: '86400', BRINA_TSA_URL: `${tsa.url}/tsr`, BRINA_WITNESS: witness.setting },
    expected: [/anchor\.failed/],
  });
});
after(async () => {
  await portal[Symbol.asyncDispose]();
  tsa[Symbol.dispose]();
  witness[Symbol.dispose]();
  authority[Symbol.dispose]();
});

/** What was attested before a test began. */
let begun_size = 0;

/** Each test begins when nothing waits and everybody may be asked again. */
beforeEach(async () => {
  tsa.answer = stamps;
  await toNext(day_ms);
  await portal.db.write((db) => db.deleteFrom('ledger_anchor_due').execute());
  begun_size = (await allAnchors()).at(-1)?.log_size ?? 0;
  tsa.asked.length = 0;
  owner = await given(portal).user();
  const { host } = new URL(portal.url);
  witness.logKeys = (await owner.call(listKeys, {})).map((key) => lineOfKey(`${host}/log`, key.public));
  witness.asked.length = 0;
});

const note = (id: string, user = owner) =>
  portal.db.write((db) =>
    append(db, [{ company: user.companyId ?? '', kind: 'note', id, rev: 1, at: portal.clock.now(), content: { id } }]),
  );

async function toNext(span_ms: number): Promise<void> {
  portal.clock.leap(span_ms - (portal.clock.now() % span_ms) + minute_ms);
  await portal.settled();
}

/** What others have attested since the test began, each with the note that it is of. */
const anchors = async (kind: 'rfc3161' | 'witness' = 'rfc3161') =>
  (await allAnchors()).filter((anchor) => anchor.log_size > begun_size && anchor.kind === kind);

/** The text of a note without its signatures. */
const textOf = (signed: string): string => signed.slice(0, signed.indexOf('\n\n') + 1);

const allAnchors = () =>
  portal.db.read((db) =>
    db
      .selectFrom('ledger_anchor as a')
      .innerJoin('ledger_checkpoint as c', (join) =>
        join.onRef('c.book', '=', 'a.log').onRef('c.size', '=', 'a.log_size'),
      )
      .select(['a.kind', 'a.by', 'a.log_size', 'a.at', 'a.attestation', 'c.note'])
      .orderBy('a.log_size')
      .execute(),
  );

/** Why anchors failed, as the operator reads it. */
const reasons = (): string =>
  portal.failures
    .splice(0)
    .map((line) => (JSON.parse(line) as { err: { message: string } }).err.message)
    .join('\n');

describe('B2.8 stamps of the log of all books', () => {
  it('B2.8 an authority is asked once on a day with news, for a hash of the log alone, and its reply is kept', async () => {
    await note('a');
    await toNext(hour_ms);
    const [first, ...more] = await anchors();
    assert.ok(first && more.length === 0 && tsa.asked.length === 1);
    assert.deepEqual([first.kind, first.by, first.at], ['rfc3161', tsa.host, portal.clock.now()]);
    assert.ok(authority.verify(textOf(first.note), first.attestation), 'OpenSSL verifies it');
    assert.ok(!authority.verify(first.note, first.attestation), 'and of no other text');
    const [{ path, type, body } = { path: '', type: '', body: Buffer.of() }] = tsa.asked;
    assert.deepEqual([path, type], ['/tsr', 'application/timestamp-query']);
    assert.ok(body.length < 100, 'a hash, a nonce, and nothing else');
    await note('b');
    await toNext(hour_ms);
    await toNext(hour_ms);
    assert.equal(tsa.asked.length, 1, 'the day has its stamp');
    await note('c');
    await toNext(day_ms);
    await toNext(hour_ms);
    assert.equal((await anchors()).length, 2, 'the next day one more');
    await toNext(day_ms);
    assert.equal(tsa.asked.length, 2, 'no news, no stamp');
  });

  it('B2.8 a reply that is no answer to the question is not kept; the operator reads why, and it is asked again after an hour', async () => {
    const other = authority.stamped(authority.question('something else'));
    const refused: [Answer, RegExp][] = [
      [(_, reply) => reply.end(other), /something else/],
      [(body, reply) => reply.end(authority.stamped(withOtherNonce(body))), /nonce/],
      [(body, reply) => reply.end(authority.stamped(body.subarray(0, -3))), /refuses \(status 2/],
      [(_, reply) => reply.end('<html>busy</html>'), /no time stamp response/],
      [(_, reply) => reply.end(), /no time stamp response/],
      [(_, reply) => reply.end(other.subarray(0, 200)), /no time stamp response/],
      [(_, reply) => reply.writeHead(500).end(other), /answers with 500/],
      [(_, reply) => reply.writeHead(307, { location: tsa.url }).end(), /redirect/],
      [(_, reply) => reply.end(Buffer.alloc(70_000)), /more than 64 kB/],
      [(_, reply) => reply.destroy(), /socket|closed|reset/i],
    ];
    for (const [at, [answer, reason]] of refused.entries()) {
      tsa.answer = answer;
      await note(`refused ${at}`);
      await toNext(hour_ms);
      assert.equal(tsa.asked.length, at + 1);
      assert.match(reasons(), reason);
      assert.deepEqual(await anchors(), []);
    }
    tsa.answer = stamps;
    await portal.clock.advance(20 * minute_ms);
    assert.equal(tsa.asked.length, refused.length, 'not asked again within the hour');
    await toNext(hour_ms);
    assert.equal((await anchors()).length, 1);
  });

  it('B2.8 an authority that does not end its answer is given up after ten seconds', async () => {
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    tsa.answer = (_, reply) => {
      reply.writeHead(200).write('a');
      resolve();
    };
    await note('slow');
    portal.clock.leap(hour_ms);
    const settling = portal.settled();
    await heard;
    await portal.clock.advance(10 * second_ms);
    await settling;
    assert.match(reasons(), /within 10 s/);
    assert.deepEqual(await anchors(), []);
  });

  it('B2.8 of two portals on one database one asks', async () => {
    await note('raced');
    await owner.call(exportLedger, {});
    const another = () => anchorRounds({ ...portal, tsaUrl: tsa.url, witness: null, address: () => portal.url });
    await portal.race(
      ...[another(), another()].flatMap((rounds) =>
        rounds.map(
          ({ run }) =>
            async () =>
              run(),
        ),
      ),
    );
    assert.deepEqual([tsa.asked.length, (await anchors()).length], [1, 1]);
  });
});

describe('B2.8 anchors in an export', () => {
  it('B2.8 an exported book has the stamps that bear on it, as OpenSSL verifies them, with the proof that they do', async () => {
    const { data: before } = await owner.call(exportLedger, {});
    const entered = portal.clock.now();
    await note('a');
    const { anchors: none, waitingSince } = await owner.call(getLedger, {});
    assert.deepEqual([none, waitingSince], [[], entered]);
    await toNext(hour_ms);
    const [{ at } = { at: 0 }] = await anchors();
    const { anchors: both, waitingSince: still } = await owner.call(getLedger, {});
    const names = [
      { kind: 'rfc3161', by: tsa.host, at },
      { kind: 'witness', by: witness.name, at },
    ];
    assert.deepEqual([both, still], [names, null]);
    await note('b');
    await toNext(day_ms);
    const newcomer = await given(portal).user();
    await note('after all stamps', newcomer);
    const { data } = await (await colleague(portal, owner)).call(exportLedger, {});
    const files = unzipSync(data);
    const of = Object.keys(files).filter((name) => name.includes('-rfc3161.'));
    assert.equal(of.length, 6);
    const stamped = of.filter((name) => name.endsWith('.tsr')).map((name) => name.replace('.tsr', ''));
    assert.equal(stamped.length, 2);
    for (const name of stamped) {
      assert.match(name, /^anchors\/\d{8}T\d{6}Z-rfc3161$/);
      const text = files[`${name}.txt`] ?? new Uint8Array();
      assert.match(strFromU8(text), /^127\.0\.0\.1:\d+\/log\n\d+\n[A-Za-z0-9+/]{43}=\n$/);
      assert.ok(authority.verify(text, files[`${name}.tsr`] ?? new Uint8Array()));
      assert.ok(!authority.verify(`${strFromU8(text)} `, files[`${name}.tsr`] ?? new Uint8Array()));
    }
    assert.match(
      strFromU8(files['README.txt'] ?? new Uint8Array()),
      /openssl ts -verify -data FILE\.txt -in FILE\.tsr/,
    );

    const [name = ''] = stamped;
    const proof = strFromU8(files[`${name}.tlog-proof`] ?? new Uint8Array());
    assert.ok(
      proof.includes(`\n\n${strFromU8(files[`${name}.txt`] ?? new Uint8Array())}`),
      'of the text that was stamped',
    );
    const exitCode = await verifierOf(data, {
      'book.zip': data,
      'stamp.tlog-proof': proof,
      'moved.tlog-proof': proof.replace(/\nindex (\d+)\n/, (_, ix) => `\nindex ${Number(ix) - 1}\n`),
      'keys.txt': files['keys.txt'] ?? '',
      now: files['checkpoints.txt'] ?? '',
    });
    assert.equal(exitCode('book.zip', '--checkpoint', 'now'), 0);
    assert.equal(exitCode('stamp.tlog-proof', '--key', 'keys.txt'), 2, 'whole; the content stays at home');
    assert.equal(exitCode('moved.tlog-proof', '--key', 'keys.txt'), 1);

    for (const zip of [before, (await newcomer.call(exportLedger, {})).data]) {
      const others = unzipSync(zip);
      assert.deepEqual(
        Object.keys(others).filter((one) => one.startsWith('anchors/')),
        [],
      );
      assert.doesNotMatch(strFromU8(others['README.txt'] ?? new Uint8Array()), /openssl/);
    }
  });
});

describe('B2.8 a witness of the log of all books', () => {
  it('B2.8 a witness cosigns each checkpoint, and its line stands below the note wherever that is given', async () => {
    for (const id of ['a', 'b', 'c']) {
      await note(id);
      await toNext(hour_ms);
    }
    const cosigned = await anchors('witness');
    assert.equal(cosigned.length, 3);
    assert.deepEqual([witness.asked.length, witness.asked[0]?.path], [3, '/w/add-checkpoint'], 'no proof was wrong');
    for (const { note: signed, attestation } of cosigned)
      assert.ok(witness.timeOf(Buffer.from(attestation).toString().trimEnd(), textOf(signed)));
    const record = await owner.call(getProof, { query: { ix: 1 } });
    const logNote = record?.log?.slice(record.log.indexOf('\n\n') + 2) ?? '';
    assert.ok(witness.timeOf(logNote.trimEnd().split('\n').at(-1) ?? '', textOf(logNote)), 'below the note of a proof');

    const { data } = await owner.call(exportLedger, {});
    const files = unzipSync(data);
    const name = Object.keys(files).findLast((one) => one.endsWith('-witness.txt')) ?? '';
    const file = strFromU8(files[name] ?? new Uint8Array());
    assert.ok(witness.timeOf(file.trimEnd().split('\n').at(-1) ?? '', textOf(file)), 'and in an export');
    assert.match(strFromU8(files['README.txt'] ?? new Uint8Array()), /anchors\/\*-witness\.txt/);
    const last = await owner.call(getProof, { query: { ix: 3 } });
    const exitCode = await verifierOf(data, {
      'book.zip': data,
      'changed.zip': changedZip(data, 'entries.jsonl', (text) => text.replace(/"id":"b"/, '"id":"x"')),
      'record.json': JSON.stringify(last),
      'changed.json': JSON.stringify({ ...last, content: { ...last?.content, id: 'x' } }),
      'proof.tlog-proof': files[name.replace('.txt', '.tlog-proof')] ?? '',
      'witness.txt': file,
      'keys.txt': files['keys.txt'] ?? '',
      now: files['checkpoints.txt'] ?? '',
    });
    assert.equal(exitCode('book.zip', '--checkpoint', 'now'), 0);
    assert.equal(exitCode('changed.zip', '--checkpoint', 'now'), 1);
    assert.equal(
      exitCode('record.json', '--checkpoint', 'witness.txt', '--key', 'keys.txt'),
      0,
      'anchored by the note',
    );
    assert.equal(exitCode('changed.json', '--checkpoint', 'witness.txt', '--key', 'keys.txt'), 1);
    assert.equal(exitCode('proof.tlog-proof', '--key', 'keys.txt'), 2, 'whole; the content stays at home');
  });

  it('B2.8 a witness that knows more of the log than the portal remembers gets the proof from there; a shorter log is told to the operator', async () => {
    for (const id of ['a', 'b']) {
      await note(id);
      await toNext(hour_ms);
    }
    await portal.db.write((db) => db.deleteFrom('ledger_anchor').where('kind', '=', 'witness').execute());
    await note('c');
    await toNext(hour_ms);
    assert.equal(witness.asked.length, 4, 'refused once, with what it knows');
    assert.equal((await anchors('witness')).length, 1);
    const { size, root } = witness.known;
    witness.known = { size: size + 1_000, root };
    await note('d');
    await toNext(hour_ms);
    assert.match(reasons(), /older than what has left the house/);
    witness.known = { size, root: root.map((byte) => byte ^ 1) };
    await toNext(hour_ms);
    assert.match(reasons(), /does not begin with what it has cosigned \(422\)/);
    assert.equal((await anchors('witness')).length, 1);
    witness.known = { size, root };
    await toNext(hour_ms);
    assert.equal((await anchors('witness')).length, 2);
  });

  it('B2.8 what is signed by another key, or of another note, is no cosignature; a witness that does not know the log is told to the operator', async () => {
    const { signer, logKeys } = witness;
    const cosigned = witness.cosigned.bind(witness);
    const wrongs: [wrong: () => void, reason: RegExp][] = [
      [() => (witness.signer = generateKeyPairSync('ed25519').privateKey), /no cosignature by the key/],
      [() => (witness.cosigned = (text) => cosigned(`${text}x`)), /no cosignature by the key/],
      [() => (witness.cosigned = () => 'fine\n'), /no cosignature by the key/],
      [() => (witness.logKeys = []), /\(404\)/],
      [() => (witness.logKeys = [lineOfKey('other.example/log', '0'.repeat(64))]), /\(403\)/],
    ];
    for (const [at, [wrong, reason]] of wrongs.entries()) {
      wrong();
      await note(`wrong ${at}`);
      await toNext(hour_ms);
      assert.match(reasons(), reason);
      assert.deepEqual(await anchors('witness'), []);
      Object.assign(witness, { signer, logKeys, cosigned });
    }
    await toNext(hour_ms);
    assert.equal((await anchors('witness')).length, 1);
  });
});

/** The question with another nonce, whose last byte stands before the member that asks for the certificate. */
function withOtherNonce(query: Buffer): Buffer {
  const other = Buffer.from(query);
  const at = other.length - 4;
  other[at] = (other[at] ?? 0) ^ 1;
  return other;
}
