import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@brina/contract/devices';
import fc from 'fast-check';
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

  it('is bad when it is nested so deeply that it can be read but not written again', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const twin = JSON.stringify({ ...head, reported: { later: 0 }, ver: 0 }).replace('"later":0', `"later":${deep}`);
    assert.deepEqual(parseMessage('twin', bytes(twin)), {
      reason: 'bad_shape',
      identity: { log: head.log, seq: head.seq },
    });
  });

  it('has the same content when it is sent again, later and as backlog, and another one when a value differs', () => {
    assert.equal(hash(samples(2)), hash({ ...samples(2, true), sent: head.sent + 60_000 }));
    assert.notEqual(hash(samples(2)), hash({ ...samples(2), up: 6 }));
    assert.notEqual(hash(samples(2)), hash(samples(3)));
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('tel', 'evt', 'twin', 'res', 'fw', 'lwt', 'toString'),
        fc.oneof(
          fc.uint8Array(),
          fc.json().map(bytes),
          fc
            .record({ s: fc.anything(), type: fc.anything(), hist: fc.anything() })
            .map((body) => bytes({ ...head, ...body })),
        ),
        (topic, payload) => {
          parseMessage(topic, payload);
          assert.ok(weigh(topic, payload).weight >= 1);
        },
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
