import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Appliance, getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { foodOf, humidityOf, isDoorOpen, planOf } from './card-facts.ts';

const unit = (change: Partial<Appliance>, reported: Appliance['twin']['reported'] = {}): Appliance => ({
  ...getAppliance.example.reply,
  ...change,
  twin: { serialNumber: 'x', reported },
});
const now_ms = Date.UTC(2026, 2, 5, 20, 0, 10);
const cycle = (fn: number): Appliance['cycle'] => ({
  runId: 'r',
  batchId: null,
  function: fn,
  state: 'running',
  phaseIndex: 2,
  phaseCount: 5,
  phase: 19,
  startedAt: now_ms - 600_000,
  endedAt: null,
  coreTarget: 3,
  reason: null,
});

describe('what a card says of each family', () => {
  it('S3.8 a blast chiller: the food on its way to the target, and what is left', () => {
    const chiller = unit({ status: 'running', cycle: cycle(0) }, { TCore1: 20, TCore2: 24, cycleRemaining: 1_800 });
    assert.deepEqual(foodOf(chiller), { core: 24, target: 3 });
    const plan = planOf(chiller, now_ms);
    assert.deepEqual([plan?.left_ms, plan?.share, plan?.readyAt_ms], [1_800_000, 0.25, null]);
    assert.equal(foodOf(unit({ status: 'standby' }, { TCore1: 20 })), null);
    const trolleys = { ...chiller, model: 'SF Roll 200 RWL' };
    trolleys.twin = { serialNumber: 'x', reported: { TCore1: 3, TCore4: 5, TCore6: 41, TCore8: null } };
    assert.equal(foodOf(trolleys)?.core, 41, 'the warmer of two trolleys');
  });

  it('S3.8 a cycle planned for a time of day says when it is ready, to the minute that was asked for', () => {
    const proving = unit({ status: 'running', cycle: cycle(8) }, { cycleRemaining: 8 * 3_600 - 10 });
    assert.equal(planOf(proving, now_ms)?.readyAt_ms, Date.UTC(2026, 2, 6, 4, 0));
  });

  it('S4.17 so does a prover in its programmed night; keeping a temperature is no plan', () => {
    const prover = { model: 'PL Next 20', gamma: 'FERMALIEVITA', status: 'standby' } as const;
    const night = unit(prover, { operatingMode: 3, cyclePhase: 2, cycleRemaining: 3_590, cycleElapsed: 3_590 });
    assert.deepEqual(planOf(night, now_ms), {
      phase: 2,
      index: 0,
      count: 0,
      share: 0.5,
      gone_ms: 3_590_000,
      left_ms: 3_590_000,
      forecast: undefined,
      readyAt_ms: Date.UTC(2026, 2, 5, 21, 0),
    });
    assert.equal(planOf(unit(prover, { operatingMode: 1, cyclePhase: 2 }), now_ms), null);
    assert.equal(planOf({ ...night, online: false }, now_ms), null);
  });

  it('S4.16 a cabinet: the humidity where one is set, zone by zone, and an open door', () => {
    const cabinet = unit(
      { model: 'CP Next 700 Duo', gamma: 'CONSERVATORE', door: 2 },
      {
        operatingMode: 2,
        operatingModeZone2: 1,
        powerState: 1,
        levelHumidity: 72,
        cellSetHumidity: 80,
        levelHumidityZone2: 50,
      },
    );
    assert.deepEqual(humidityOf(cabinet), { now: 72, set: 80 });
    assert.equal(humidityOf(cabinet, 2), null);
    assert.equal(isDoorOpen(cabinet), true);
    assert.equal(isDoorOpen({ ...cabinet, online: false }), false);
  });
});
