import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { eventMessage, limits, telemetryMessage } from '@brina/contract/devices';
import fc from 'fast-check';
import type { SampleKind, Stamp } from './entry.ts';
import { Outbox } from './outbox.ts';

const start = Date.UTC(2026, 10, 1, 8);
const stampAt = (up: number, boot = 1): Stamp => ({ boot, at: start + up, up, true_ms: start + up });
const folder = mkdtempSync(join(tmpdir(), 'brina-outbox-'));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
const newPath = (): string => join(folder, `${files++}.outbox`);

const wired = (outbox: Outbox): unknown[] =>
  [...outbox.entries()].map((entry) => JSON.parse(outbox.wire(entry, start, true)) as unknown);
const seqs = (outbox: Outbox): number[] => [...outbox.entries()].map((entry) => entry.seq);

/** Every sample that waits, as moment and kind. */
const samplesOf = (outbox: Outbox): { at: number; kind: SampleKind | null }[] =>
  [...outbox.entries()].flatMap((entry) =>
    entry.samples.map((sample) => ({ at: entry.stamp.at + sample.offset_ms, kind: entry.kind })),
  );

describe('outbox', () => {
  it('numbers messages and keeps them within the limits of the protocol', () => {
    const outbox = new Outbox();
    for (let i = 0; i < 2000; i++)
      outbox.sample(
        { TCell: i, firmwareVersion: 'x'.repeat(64), cycleRunId: 'y'.repeat(64) },
        'idle',
        stampAt(i * 60_000),
      );
    outbox.put('evt', { type: 'door', door: 1, open: true }, stampAt(2000 * 60_000));
    const messages = wired(outbox);
    const events = messages.splice(-1);
    assert.equal(eventMessage.parse(events[0]).type, 'door');
    let samples = 0;
    for (const message of messages) {
      const { s } = telemetryMessage.parse(message);
      assert.ok(s.length <= limits.samples_hist);
      assert.ok(JSON.stringify(message).length <= limits.message_bytes);
      samples += s.length;
    }
    assert.equal(samples, 2000);
    assert.deepEqual(
      seqs(outbox),
      seqs(outbox).map((_, i) => i),
    );
  });

  it('never mixes cycle and idle samples, boots, or a set and an unset clock in one message', () => {
    const outbox = new Outbox();
    outbox.sample({ TCell: 1 }, 'idle', stampAt(0));
    outbox.sample({ TCell: 2 }, 'cycle', stampAt(10_000));
    outbox.sample({ TCell: 3 }, 'cycle', { ...stampAt(20_000), at: 0 });
    outbox.sample({ TCell: 4 }, 'cycle', stampAt(0, 2));
    assert.equal(seqs(outbox).length, 4);
  });

  it('makes one sample of two that fall on the same moment', () => {
    const path = newPath();
    const outbox = new Outbox({ path });
    outbox.sample({ TCell: 1, door: 0 }, 'idle', stampAt(0));
    outbox.sample({ TCell: 2 }, 'idle', stampAt(0));
    const content = (of: Outbox): unknown => telemetryMessage.parse(wired(of)[0]).s;
    assert.deepEqual(content(outbox), [[0, { TCell: 2, door: 0 }]]);
    outbox.close();
    const again = new Outbox({ path });
    assert.deepEqual(content(again), [[0, { TCell: 2, door: 0 }]]);
    again.close();
  });

  it('fixes the content of a message once it was sent', () => {
    const outbox = new Outbox();
    outbox.sample({ TCell: 1 }, 'idle', stampAt(0));
    const first = [...outbox.entries()][0];
    assert.ok(first);
    const before = outbox.wire(first, start, false);
    outbox.sample({ TCell: 2 }, 'idle', stampAt(60_000));
    assert.equal(outbox.wire(first, start, false), before);
    assert.deepEqual(seqs(outbox), [0, 1]);
  });

  // What may happen to an outbox, in any order.
  const happening = fc.oneof(
    fc.record({ what: fc.constant('sample' as const), kind: fc.constantFrom('cycle' as const, 'idle' as const) }),
    fc.record({ what: fc.constant('event' as const) }),
    fc.record({ what: fc.constant('send' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({
      what: fc.constant('ack' as const),
      picks: fc.array(fc.nat(15), { maxLength: 6 }),
      again: fc.boolean(),
    }),
    fc.record({ what: fc.constant('reboot' as const), torn: fc.boolean() }),
  );

  it('forgets nothing but what was acknowledged, whatever the order of acknowledgements, repeats and reboots', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60, size: 'max' }), (happenings) => {
        const path = newPath();
        let outbox = new Outbox({ path });
        const { log } = outbox;
        const put = new Map<number, string>();
        const acknowledged = new Set<number>();
        const contentOf = (seq: number): string => {
          const entry = [...outbox.entries()].find((waiting) => waiting.seq === seq);
          assert.ok(entry, `message ${seq} is missing`);
          return JSON.stringify([
            entry.topic,
            entry.stamp,
            entry.samples.map((s) => [s.offset_ms, s.json]),
            entry.body,
          ]);
        };
        let up = 0;
        let boot = 1;
        for (const happened of happenings) {
          up += 10_000;
          if (happened.what === 'sample') outbox.sample({ TCell: up }, happened.kind, stampAt(up, boot));
          else if (happened.what === 'event')
            outbox.put('evt', { type: 'door', door: 1, open: true }, stampAt(up, boot));
          else if (happened.what === 'send') {
            for (const entry of outbox.entries())
              if ((entry.seq * 0.37) % 1 <= happened.share) outbox.wire(entry, start, true);
          } else if (happened.what === 'ack') {
            const ranges = happened.picks.map((seq) => [seq, seq + 1] as const);
            for (let round = 0; round < (happened.again ? 2 : 1); round++) outbox.acknowledge(ranges);
            for (const [from, to] of ranges)
              for (let seq = from; seq <= to; seq++) if (seq < outbox.next) acknowledged.add(seq);
          } else {
            const { next } = outbox;
            outbox.close();
            // A kill may leave the last line half written.
            if (happened.torn) appendFileSync(path, '{"m":[9999,"evt"');
            outbox = new Outbox({ path });
            assert.equal(outbox.next, next, 'no number is used twice');
            boot++;
            up = 0;
          }
          for (const seq of put.keys()) if (acknowledged.has(seq)) put.delete(seq);
          assert.equal(outbox.log, log);
          for (const seq of seqs(outbox)) {
            assert.ok(!acknowledged.has(seq), `message ${seq} came back`);
            if (happened.what === 'reboot') assert.equal(contentOf(seq), put.get(seq), `message ${seq} after a reboot`);
            put.set(seq, contentOf(seq));
          }
          for (const seq of put.keys()) contentOf(seq);
        }
        outbox.close();
      }),
      { numRuns: 150 },
    );
  });

  it('keeps every cycle sample and one idle sample per quarter of an hour when it is full, and says what went', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ idle: fc.integer({ min: 1, max: 150 }), cycle: fc.integer({ min: 0, max: 60 }) }), {
          minLength: 2,
          maxLength: 6,
        }),
        fc.boolean(),
        (days, persisted) => {
          const outbox = new Outbox({ capacity_samples: 100, ...(persisted ? { path: newPath() } : {}) });
          const idle: number[] = [];
          const cycle: number[] = [];
          let up = 0;
          for (const day of days) {
            for (let i = 0; i < day.idle; i++) {
              outbox.sample({ TCell: 1 }, 'idle', stampAt((up += 60_000)));
              idle.push(start + up);
            }
            for (let i = 0; i < day.cycle; i++) {
              outbox.sample({ TCell: 2 }, 'cycle', stampAt((up += 10_000)));
              cycle.push(start + up);
            }
          }
          const kept = samplesOf(outbox);
          assert.deepEqual(
            kept.filter(({ kind }) => kind === 'cycle').map(({ at }) => at),
            cycle,
          );
          const keptIdle = kept.filter(({ kind }) => kind === 'idle').map(({ at }) => at);
          // Around any idle sample that went, one is left within a quarter of an hour before it.
          for (const at of idle) {
            assert.ok(
              keptIdle.some((other) => other <= at && at - other < 15 * 60_000),
              'an idle quarter of an hour is empty',
            );
          }
          const told = wired(outbox).flatMap((message) => {
            const parsed = eventMessage.safeParse(message);
            return parsed.success && parsed.data.type === 'gap' ? [parsed.data] : [];
          });
          const lost = idle.length - keptIdle.length;
          assert.equal(
            told.reduce((sum, gap) => sum + gap.samples, 0),
            lost,
          );
          assert.equal(outbox.lostSamples, lost);
          for (const gap of told) assert.ok(gap.from <= gap.to && gap.reason === 'outbox_full');
          outbox.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('says from when to when samples went also when the clock was set meanwhile: first before last, an unset one left out', () => {
    const outbox = new Outbox({ capacity_samples: 50 });
    const clocks = [() => 0, (up: number) => start + up + 7_200_000, (up: number) => start + up];
    for (let i = 0; i < 60; i++) {
      const up = i * 60_000;
      const at = clocks[Math.floor(i / 5) % clocks.length]?.(up) ?? 0;
      outbox.sample({ TCell: i }, 'idle', { ...stampAt(up), at });
    }
    const gaps = wired(outbox).flatMap((message) => {
      const parsed = eventMessage.safeParse(message);
      return parsed.success && parsed.data.type === 'gap' ? [parsed.data] : [];
    });
    assert.ok(gaps.length > 0, 'the contract takes what it says');
    for (const { from, to } of gaps) assert.ok(from >= start && from <= to);
    assert.equal(
      gaps.reduce((sum, { samples }) => sum + samples, 0),
      outbox.lostSamples,
    );
  });

  it('leaves a message alone that was sent, even when it is full', () => {
    const outbox = new Outbox({ capacity_samples: 50 });
    for (let i = 0; i < 40; i++) outbox.sample({ TCell: i }, 'idle', stampAt(i * 60_000));
    const first = [...outbox.entries()][0];
    assert.ok(first);
    const sent = outbox.wire(first, start, true);
    for (let i = 40; i < 200; i++) outbox.sample({ TCell: i }, 'idle', stampAt(i * 60_000));
    assert.ok(outbox.lostSamples > 0);
    assert.equal(outbox.wire(first, start, true), sent);
  });

  it('counts a message the server calls bad and lets it go', () => {
    const path = newPath();
    const outbox = new Outbox({ path });
    outbox.put('evt', { type: 'door', door: 1, open: true }, stampAt(0));
    outbox.refuse(0);
    outbox.refuse(0);
    outbox.close();
    const again = new Outbox({ path });
    assert.equal(again.badMessages, 1);
    assert.equal(again.fill.messages, 0);
    assert.equal(again.next, 1);
    again.close();
  });
});
