import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { exportLedger } from '@brina/contract/calls/record/ledger';
import { day_ms, hour_ms, minute_ms, second_ms } from '@brina/domain/language/durations';
import { given, type TestUser } from '../../../../test/given.ts';
import { startTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { anchorRounds } from './anchors.ts';
import { append } from './append.ts';
import { textOf } from './parts/note.ts';
import { type Answer, Authority, type Outsider, outsider } from './testing/authority.ts';

let authority: Authority;
let tsa: Outsider;
let portal: TestPortal;
let owner: TestUser;

const stamps: Answer = (body, reply) => {
  reply.setHeader('content-type', 'application/timestamp-reply').end(authority.stamped(body));
};

before(async () => {
  authority = new Authority();
  tsa = await outsider(stamps);
  portal = await startTestPortal({
    environment: { BRINA_ACCESS_TOKEN_S: '86400', BRINA_TSA_URL: `${tsa.url}/tsr` },
    expected: [/anchor\.failed/],
  });
});
after(async () => {
  await portal[Symbol.asyncDispose]();
  tsa[Symbol.dispose]();
  authority[Symbol.dispose]();
});

/** Each test begins on a day of its own, when nothing is due but what it enters. */
beforeEach(async () => {
  tsa.answer = stamps;
  await toNext(day_ms);
  await toNext(day_ms);
  owner = await given(portal).user();
  tsa.asked.length = 0;
  await portal.db.write((db) => db.deleteFrom('ledger_anchor').execute());
});

const note = (id: string) =>
  portal.db.write((db) =>
    append(db, [{ company: owner.companyId ?? '', kind: 'note', id, rev: 1, at: portal.clock.now(), content: { id } }]),
  );

async function toNext(span_ms: number): Promise<void> {
  portal.clock.leap(span_ms - (portal.clock.now() % span_ms) + minute_ms);
  await portal.settled();
}

/** What others have attested, each with the note that it is of. */
const anchors = () =>
  portal.db.read((db) =>
    db
      .selectFrom('ledger_anchor as a')
      .innerJoin('ledger_checkpoint as c', (join) =>
        join.onRef('c.book', '=', 'a.log').onRef('c.size', '=', 'a.log_size'),
      )
      .select(['a.kind', 'a.by', 'a.log_size', 'a.at', 'a.said_at', 'a.attestation', 'c.note'])
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
      await portal.clock.advance(20 * minute_ms);
      assert.equal(tsa.asked.length, at + 1, 'not asked again within the hour');
      assert.match(reasons(), reason);
      assert.deepEqual(await anchors(), []);
    }
    tsa.answer = stamps;
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

/** The question with another nonce, whose last byte stands before the member that asks for the certificate. */
function withOtherNonce(query: Buffer): Buffer {
  const other = Buffer.from(query);
  const at = other.length - 4;
  other[at] = (other[at] ?? 0) ^ 1;
  return other;
}
