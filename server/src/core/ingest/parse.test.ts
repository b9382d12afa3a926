import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@brina/contract/devices';
import fc from 'fast-check';
import { hostilePayload, hostileTexts, placesIn, templates, withText } from '../../../test/hostile.ts';
import { parseMessage, weigh } from './parse.ts';

const head = { log: '0123456789abcdef', seq: 7, boot: 1, at: 1_763_680_000_000, sent: 1_763_680_000_100, up: 5 };
const bytes = (message: unknown): Buffer =>
  Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
const samples = (count: number, hist = false) => ({
  ...head,
  s: Array.from({ length: count }, (_, i) => [i, { TCell: 1 }]),
  hist,
});
const reason = (topic: string, message: unknown): unknown => {
  const parsed = parseMessage(topic, bytes(message));
  return 'reason' in parsed ? parsed.reason : 'fine';
};
const hash = (message: unknown): string => {
  const parsed = parseMessage('tel', bytes(message));
  assert.ok('hash' in parsed);
  return parsed.hash.toString('hex');
};

describe('a message', () => {
  it('is bad for the first reason that holds, and keeps its identity where its head can be read', () => {
    assert.equal(reason('tel', samples(limits.samples_live)), 'fine');
    assert.equal(reason('tel', samples(limits.samples_hist, true)), 'fine');
    assert.equal(reason('tel', samples(limits.samples_live + 1)), 'too_many_samples');
    assert.equal(reason('tel', samples(limits.samples_hist + 1, true)), 'too_many_samples');
    assert.equal(reason('tel', 'no json'), 'not_json');
    assert.equal(reason('tel', { ...samples(1), s: [] }), 'bad_shape');
    assert.equal(
      reason('tel', {
        ...samples(1),
        s: [
          [5, {}],
          [4, {}],
        ],
      }),
      'bad_shape',
    );
    assert.equal(reason('lwt', samples(1)), 'unknown_topic');
    assert.equal(reason('tel', { ...samples(1), rest: 'x'.repeat(limits.message_bytes) }), 'too_big');
    assert.deepEqual(parseMessage('evt', bytes({ ...head, type: 'never heard of' })), {
      reason: 'bad_shape',
      identity: { log: head.log, seq: head.seq },
    });
  });

  it('is bad when one of its samples has another shape', () => {
    const text = (of: string): unknown => JSON.stringify({ ...samples(1), s: 0 }).replace('"s":0', `"s":[${of}]`);
    const fine = [
      '[0,{}]',
      '[86400000,{"TCell":null}]',
      '[0,{"__proto__":1,"constructor":2}]',
      `[0,{"${'n'.repeat(40)}":1,"firmwareVersion":"${'v'.repeat(64)}"}]`,
    ];
    const bad = [
      '{}',
      '[0]',
      '[0,{},{}]',
      '[-1,{}]',
      '[0.5,{}]',
      '["0",{}]',
      '[86400001,{}]',
      '[0,null]',
      '[0,[]]',
      '[0,"TCell"]',
      '[0,{"TCell":1e999}]',
      '[0,{"TCell":true}]',
      '[0,{"TCell":[1]}]',
      '[0,{"TCell":{}}]',
      `[0,{"${'n'.repeat(41)}":1}]`,
      `[0,{"firmwareVersion":"${'v'.repeat(65)}"}]`,
    ];
    assert.deepEqual(
      fine.filter((sample) => reason('tel', text(sample)) !== 'fine'),
      [],
    );
    assert.deepEqual(
      bad.filter((sample) => reason('tel', text(`[0,{}],${sample}`)) !== 'bad_shape'),
      [],
    );
  });

  it('is bad when what it reports is nested more deeply than the contract allows', () => {
    const twin = (text: string): string =>
      withText({ ...head, reported: { later: 0 }, ver: 0 }, ['reported', 'later'], text);
    const levels = (count: number): string => '['.repeat(count) + ']'.repeat(count);
    // The message itself and `reported` are the first two.
    assert.equal(reason('twin', twin(levels(limits.depth - 2))), 'fine');
    for (const count of [limits.depth - 1, 5_200, 20_000])
      assert.deepEqual(parseMessage('twin', bytes(twin(levels(count)))), {
        reason: 'bad_shape',
        identity: { log: head.log, seq: head.seq },
      });
  });

  it('is bad when a text or a number in it is one that no database holds', () => {
    const twin = (text: string): string =>
      withText({ ...head, reported: { later: 0 }, ver: 0 }, ['reported', 'later'], text);
    const started = { ...head, type: 'cycle', event: 'started', runId: 'run', function: 1, lot: 'lot' };
    for (const text of ['"\\u0000"', '"\\ud800"', '{"a\\u0000":1}', '1e999']) {
      assert.equal(reason('twin', twin(text)), 'bad_shape', text);
      assert.equal(reason('evt', withText(started, ['lot'], text)), 'bad_shape', text);
      assert.equal(reason('tel', withText(samples(1), ['s', 0, 1, 'note'], text)), 'bad_shape', text);
    }
    assert.equal(reason('tel', `${JSON.stringify(samples(1)).replace('TCell', 'T\\u0000')}`), 'bad_shape');
    // A scanner's separators are text; what firmware names something by has none.
    assert.equal(reason('evt', { ...started, lot: '(10)A\u001d(17)261130' }), 'fine');
    assert.equal(reason('evt', { ...started, runId: 'run\u001d1' }), 'bad_shape');
  });

  it('is bad when an event tells a moment or a quantity that cannot be', () => {
    const at = head.at;
    const gap = (from: number, to: number): unknown =>
      reason('evt', { ...head, type: 'gap', from, to, samples: 1, reason: 'outbox_full' });
    assert.equal(gap(at - limits.behind_ms, at), 'fine');
    assert.equal(gap(0, at), 'fine', 'begun with the clock unset');
    for (const [from, to] of [
      [at, at - 1],
      [at - limits.behind_ms - 1, at],
      [-9e15, at],
      [at, limits.epoch_ms + 1],
    ] as const)
      assert.equal(gap(from, to), 'bad_shape');
    const started = { ...head, type: 'cycle', event: 'started', runId: 'run', function: 1 };
    assert.equal(reason('evt', { ...started, function: 40_000 }), 'bad_shape');
    assert.equal(reason('evt', { ...started, load_kg: 1e7 }), 'bad_shape');
    assert.equal(reason('evt', { ...head, type: 'power', event: 'returned', lostAt: -1 }), 'bad_shape');
    assert.equal(reason('tel', { ...samples(1), up: limits.up_ms + 1 }), 'bad_shape');
  });

  it('has the same content when it is sent again, later and as backlog, and another one when a value differs', () => {
    assert.equal(hash(samples(2)), hash({ ...samples(2, true), sent: head.sent + 60_000 }));
    assert.notEqual(hash(samples(2)), hash({ ...samples(2), up: 6 }));
    assert.notEqual(hash(samples(2)), hash(samples(3)));
  });

  it('never throws, whatever comes, and what is read can be written', () => {
    const look = (topic: string, payload: Uint8Array): void => {
      const parsed = parseMessage(topic, payload);
      if ('message' in parsed) {
        const told = JSON.stringify(parsed.message);
        assert.ok(!/\\u(0000|d[89a-f])/.test(told), told);
        assert.equal(JSON.stringify(JSON.parse(told)), told);
      }
      assert.ok(weigh(topic, payload).weight >= 1);
    };
    for (const { topic, body } of templates(head.at)) {
      const message = { ...head, ...body };
      assert.equal(reason(topic, message), 'fine', JSON.stringify(body));
      for (const { path } of placesIn(message))
        for (const text of hostileTexts) look(topic, bytes(withText(message, path, text)));
    }
    const message = fc.constantFrom(...templates(head.at)).map(({ body }) => ({ ...head, ...body }));
    fc.assert(
      fc.property(
        fc.constantFrom('tel', 'evt', 'twin', 'res', 'fw', 'lwt', 'toString', '__proto__', ''),
        message.chain(hostilePayload),
        look,
      ),
    );
  });

  it('weighs its samples, and says whether it is backlog, without being read', () => {
    assert.deepEqual(weigh('tel', bytes(samples(12))), { weight: 12, backlog: false });
    assert.deepEqual(weigh('tel', bytes(samples(12, true))), { weight: 12, backlog: true });
    assert.deepEqual(weigh('evt', bytes({ ...head, type: 'door', door: 1, open: true })), {
      weight: 1,
      backlog: false,
    });
  });
});
