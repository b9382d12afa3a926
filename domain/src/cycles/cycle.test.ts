import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mf } from '../appliance/families/mf.ts';
import { states } from '../appliance/states.ts';
import { type CycleState, cycleCan, cycleStateOf, isSkippable } from './cycle.ts';
import { planFor } from './cycle-plan.ts';

const all: readonly CycleState[] = Object.values(states.cycleState);

describe('cycles', () => {
  it('S4.14 a cycle starts from standby, ended, stopped and interrupted, and stops from running, holding and waiting', () => {
    assert.deepEqual(all.filter(cycleCan.start), ['standby', 'ended', 'stopped', 'interrupted']);
    assert.deepEqual(all.filter(cycleCan.stop), ['running', 'ended', 'waiting']);
    assert.deepEqual(all.filter(cycleCan.skipPhase), ['running']);
  });

  it('S4.14 the wire’s codes are running, stopped, interrupted, standby and their like', () => {
    assert.deepEqual([0, 1, 2, 3, 4, 5].map(cycleStateOf), [...all]);
    assert.equal(cycleStateOf(6), undefined);
  });

  it('a phase is skipped unless it is the last, a holding, or holds the core', () => {
    const skippable = (code: number): number[] =>
      [0, 1, 2, 3, 4, 5, 6].filter((index) => isSkippable(planFor(mf, { function: code }), index));
    assert.deepEqual(skippable(5), [1]);
    assert.deepEqual(skippable(8), [1, 2, 3]);
    assert.deepEqual(skippable(6), [1, 3]);
    assert.deepEqual(skippable(7), []);
  });
});
