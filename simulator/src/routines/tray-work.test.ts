import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BlastModelRow } from '@brina/domain/appliance/families/family';
import { random } from '../random.ts';
import { trialOf } from '../testing/trial.ts';
import { trayWork } from './tray-work.ts';

describe('food by the tray', () => {
  it('S4.14 has a timer a tray that says what is in it; what is done makes room or is taken away, until none is left', () => {
    for (const model of ['MF Next L 45', 'EF Next M 25']) {
      const trial = trialOf({ model });
      const { appliance, events } = trial;
      const work = trayWork({ model: appliance.model as BlastModelRow, pace: 1 }, appliance, random('trays', model));
      let timed = 0;
      for (const at_ms of work) {
        trial.passUntil(() => appliance.state.true_ms >= at_ms);
        const told = appliance.panelTold((at) => at).trayTimers ?? [];
        assert.ok(told.every(({ product }) => product !== null));
        timed = Math.max(timed, told.length);
      }
      const trays = events.flatMap((one) => (one.type === 'tray' ? [one] : []));
      const count = (event: string) => trays.filter((one) => one.event === event).length;
      assert.deepEqual([count('started'), count('done'), count('cleared')], [5, 5, 3], model);
      assert.equal(timed, 3);
      assert.equal(new Set(trays.map(({ runId }) => runId)).size, 1);
      assert.deepEqual(appliance.panel?.timers.left_min, {});
      assert.equal(appliance.state.cycleState, 1, 'the run goes on until the food is out');
    }
  });
});
