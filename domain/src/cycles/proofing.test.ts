import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { modelRow } from '../appliance/families/families.ts';
import type { ModelRow } from '../appliance/families/family.ts';
import { pl } from '../appliance/families/pl.ts';
import { hour_ms } from '../language/durations.ts';
import { localMinute } from '../language/local-minute.ts';
import { checkProofing, type ProofingArgs, planProofing } from './proofing.ts';
import { scheduleStart } from './schedule.ts';

const model = (storedName: string): ModelRow => {
  const row = modelRow(storedName);
  assert.ok(row, storedName);
  return row;
};
const prover = model('PL Next 20');
const frozen = model('PL Next 20 F');
const timeZone = 'Europe/Rome';
/** Half past four in the afternoon. */
const now_ms = Date.parse('2026-06-01T16:30:00+02:00');
const moment = { now_ms, timeZone };

describe('proofing plans', () => {
  it('S4.17 the croissants are ready at opening: storing takes the time that is left', () => {
    const plan = planProofing(prover, { readyAt: '2026-06-02T06:00' }, moment);
    assert.ok('phases' in plan);
    assert.equal(plan.readyAt, Date.parse('2026-06-02T06:00:00+02:00'));
    assert.deepEqual(
      plan.phases.map(({ key, phase, from, to, air, rh, fan }) => [key, phase, (to - from) / 60_000, air, rh, fan]),
      [
        ['blocking', 1, 90, 0, null, 60],
        ['storing', 2, 420, 2, { set: 75 }, 30],
        ['waking', 3, 180, [2, 12], { set: 75 }, 30],
        ['proofing', 4, 120, 27, { set: 78 }, 35],
        ['sleeping', 5, 120, 10, { set: 80 }, 20],
      ],
    );
  });

  it('S4.17 a plan that cannot be ready says the earliest time, and that time can be kept', () => {
    const faults = planProofing(prover, { readyAt: '2026-06-01T20:00' }, { ...moment, now_ms: now_ms + 1 });
    const earliest = Date.parse('2026-06-01T23:01:00+02:00');
    assert.deepEqual(faults, { faults: [{ path: 'readyAt', code: 'ready_too_soon', earliest }] });
    const plan = planProofing(prover, { readyAt: localMinute(earliest, timeZone) }, { ...moment, now_ms: now_ms + 1 });
    assert.ok('phases' in plan);
  });

  it('S4.17 dough waits 48 h in the cold, 72 h frozen', () => {
    const latestOf = (one: ModelRow, args: Omit<ProofingArgs, 'readyAt'>): unknown => {
      const plan = planProofing(one, { readyAt: '2026-06-09T06:00', ...args }, moment);
      const fault = 'faults' in plan ? plan.faults[0] : undefined;
      return fault?.code === 'ready_too_late' ? (fault.latest - now_ms) / hour_ms : fault;
    };
    assert.equal(latestOf(prover, {}), 48 + 5);
    assert.equal(latestOf(prover, { storing: { air: -3.5 } }), 48 + 5);
    assert.equal(latestOf(frozen, { blocking: { air: -18 }, storing: { air: -7 } }), 72 + 5);
    assert.equal(latestOf(prover, { waking: { time_min: 300 } }), 48 + 7);
  });

  it('S4.17 a ready time that summer time skips moves on, and the plan has no gap for it', () => {
    const before = { now_ms: Date.parse('2026-03-28T18:00:00+01:00'), timeZone };
    const plan = planProofing(prover, { readyAt: '2026-03-29T02:30' }, before);
    assert.ok('phases' in plan);
    assert.equal(plan.readyAt, Date.parse('2026-03-29T03:00:00+02:00'));
    assert.equal(plan.phases[3]?.to, plan.readyAt);
  });

  it('without resting the plan ends when the dough is ready', () => {
    for (const sleeping of [false, { time_min: 0 }] as const) {
      const plan = planProofing(prover, { readyAt: '2026-06-02T06:00', sleeping }, moment);
      assert.ok('phases' in plan);
      assert.equal(plan.phases.at(-1)?.key, 'proofing');
    }
  });

  it('every value has its limits; only F models block the dough frozen', () => {
    const faults = (one: ModelRow, args: Record<string, unknown>): string[] =>
      checkProofing(one, { readyAt: '2026-06-02T06:00', ...args }).map(({ path, code }) => `${path} ${code}`);
    assert.deepEqual(faults(prover, { blocking: { air: -18 } }), ['blocking.air out_of_range']);
    assert.deepEqual(faults(frozen, { blocking: { air: -18 } }), []);
    assert.deepEqual(faults(prover, { storing: { time_min: 60 } }), ['storing.time_min not_compatible']);
    assert.deepEqual(faults(prover, { blocking: { rh: 60 } }), ['blocking.rh not_compatible']);
    assert.deepEqual(faults(prover, { proofing: 28, waking: { speed: 1 }, resting: {} }), [
      'resting bad_argument',
      'waking.speed bad_argument',
      'proofing bad_argument',
    ]);
    assert.deepEqual(faults(prover, { proofing: false }), ['proofing bad_argument']);
    for (const repeat of ['none', 'daily', [1, 2, 7]]) assert.deepEqual(faults(prover, { repeat }), []);
    for (const repeat of [[], [0], [1, 1], 'weekly', 3])
      assert.deepEqual(faults(prover, { repeat }), ['repeat bad_argument']);
    assert.deepEqual(checkProofing(prover, { readyAt: 6 }), [{ path: 'readyAt', code: 'bad_argument' }]);
    assert.deepEqual(checkProofing(model('MYA 20'), {}), [{ path: 'name', code: 'not_compatible' }]);
  });

  it('every plan is without a gap from now to its end, ready at its minute, and stores for no negative time', () => {
    const set = (row: (typeof pl.proofing)['waking' | 'proofing' | 'sleeping' | 'blocking']): fc.Arbitrary<object> =>
      fc.record(
        {
          time_min: fc.integer({ min: row.time_min.min, max: row.time_min.max }),
          fan: fc.integer({ min: row.fan.min, max: row.fan.max }),
        },
        { requiredKeys: [] },
      );
    const { waking, proofing, sleeping, blocking } = pl.proofing;
    const args = fc.record(
      {
        blocking: set(blocking),
        storing: fc.record({ air: fc.integer({ min: -8, max: 6 }) }),
        waking: set(waking),
        proofing: set(proofing),
        sleeping: fc.oneof(set(sleeping), fc.constant(false)),
      },
      { requiredKeys: [] },
    );
    const start = fc.integer({ min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2027-01-01T00:00Z') });
    let planned = 0;
    fc.assert(
      fc.property(args, start, fc.integer({ min: 0, max: 90 * 60 }), (given, now, wait_min) => {
        const at = { now_ms: now, timeZone };
        const readyAt = localMinute(now + wait_min * 60_000, timeZone);
        const plan = planProofing(prover, { ...given, readyAt }, at);
        if ('faults' in plan) {
          const [fault] = plan.faults;
          assert.equal(plan.faults.length, 1);
          const nearest =
            fault?.code === 'ready_too_soon' ? fault.earliest : fault?.code === 'ready_too_late' ? fault.latest : 0;
          assert.equal(nearest % 60_000, 0);
          const again = planProofing(prover, { ...given, readyAt: localMinute(nearest, timeZone) }, at);
          // In the hour that comes twice the nearest time may have no name of its own.
          if (localMinute(nearest, timeZone) !== localMinute(nearest - hour_ms, timeZone)) {
            assert.ok('phases' in again, JSON.stringify(again));
          }
          return;
        }
        planned++;
        assert.equal(plan.phases[0]?.from, now);
        for (const [index, phase] of plan.phases.entries()) {
          assert.ok(phase.to >= phase.from);
          if (index > 0) assert.equal(phase.from, plan.phases[index - 1]?.to);
        }
        assert.equal(plan.phases.find(({ key }) => key === 'proofing')?.to, plan.readyAt);
        assert.ok(localMinute(plan.readyAt, timeZone) >= readyAt);
        const cold_h = ((plan.phases[1]?.to ?? 0) - now) / hour_ms;
        assert.ok(cold_h <= ((given.storing?.air ?? 2) > -4 ? 48 : 72));
      }),
      { numRuns: 3000 },
    );
    assert.ok(planned > 500);
  });
});

describe('starts ended by the clock', () => {
  const large = model('MF Next L 45');
  const schedule = (args: Parameters<typeof scheduleStart>[1]): ReturnType<typeof scheduleStart> =>
    scheduleStart(large, args, moment);

  it('S3.27 functions 5, 8 and 9 are ready at their minute', () => {
    for (const code of [5, 8, 9]) {
      const plan = schedule({ function: code, by: 'clock', readyAt: '2026-06-02T06:00' });
      assert.ok(plan && 'phases' in plan);
      assert.equal(plan.phases[0]?.from, now_ms);
      assert.equal(plan.phases.at(-1)?.to, Date.parse('2026-06-02T06:00:00+02:00'));
    }
    assert.equal(schedule({ function: 0 }), null);
    assert.equal(schedule({ function: 9 }), null);
  });

  it('food is regenerated an hour before it is served', () => {
    const plan = schedule({ function: 5, readyAt: '2026-06-01T19:30' });
    assert.ok(plan && 'phases' in plan);
    assert.deepEqual(
      plan.phases.map(({ key, from, to }) => [key, (to - from) / 60_000]),
      [
        ['waitReady', 120],
        ['regenerate', 60],
      ],
    );
  });

  it('too soon and too late are told with the nearest time', () => {
    assert.deepEqual(schedule({ function: 5, readyAt: '2026-06-01T17:00' }), {
      faults: [{ path: 'readyAt', code: 'ready_too_soon', earliest: now_ms + hour_ms }],
    });
    assert.deepEqual(schedule({ function: 8, readyAt: '2026-06-05T17:00' }), {
      faults: [{ path: 'readyAt', code: 'ready_too_late', latest: now_ms + 72 * hour_ms }],
    });
    assert.deepEqual(schedule({ function: 9, by: 'clock', readyAt: '2026-06-04T17:00' }), {
      faults: [{ path: 'readyAt', code: 'ready_too_late', latest: now_ms + 48 * hour_ms }],
    });
  });
});
