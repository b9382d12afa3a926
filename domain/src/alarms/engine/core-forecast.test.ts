import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startEngine } from './engine.ts';
import type { Input } from './input.ts';
import type { SaidForecast } from './memory.ts';
import { cycle, type Load } from './testing/chiller.ts';
import { blast, minute, minutes, namesOf, only, run, start } from './testing/scenario.ts';

/** What the engine says of a cycle at a minute of it. */
function saidAt(
  load: Partial<Load>,
  at_min: number,
  change: (input: Input) => Input = (input) => input,
): SaidForecast | null {
  const inputs = [...cycle({ startAt: start, ...load })].filter(({ at_ms }) => at_ms <= start + at_min * minute);
  return run(blast, inputs.map(change)).state.memory.forecast.said;
}

describe('the forecast of the alarm rules', () => {
  it('B2.14 tells when, between when, against which limit; and why, where it will be late', () => {
    const usual = saidAt({}, 40);
    assert.deepEqual([usual?.state, usual?.to, usual?.because], ['onTime', 3, []]);
    assert.ok(usual?.at && usual.low && usual.high && usual.limitAt);
    const end = 83 * minute;
    assert.ok(Math.abs(usual.at - start - end) < 7 * minute && usual.low <= usual.at && usual.at <= usual.high);

    const thick = saidAt({ depth_mm: 50 }, 30);
    assert.deepEqual([thick?.state, thick?.because], ['will', [{ reason: 'thick', depth_mm: 50 }]]);
    assert.deepEqual(saidAt({ fanLoss: 0.5 }, 40)?.because, [{ reason: 'air' }]);
  });

  it('B2.14 says nothing before minute 10, and why it says nothing while the needle hangs in air or was moved', () => {
    assert.equal(saidAt({}, 9), null);
    assert.equal(saidAt({ needleInAir: (now) => now < 14 }, 13)?.state, 'inAir');
    // A needle that went into other food at minute 30.
    const elsewhere = (input: Input): Input =>
      input.kind === 'sample' && input.at_ms >= start + 30 * minute
        ? { ...input, values: { ...input.values, TCore1: 10, TCore2: 10, TCore3: 10, TCore4: 10 } }
        : input;
    assert.equal(saidAt({}, 33, elsewhere)?.state, 'moved');
  });

  it('B2.14 a needle that hung in air cold enough for the target is forecast from when it is in food, and the warning comes', () => {
    const warnedOf = (until: number) =>
      run(blast, [...cycle({ startAt: start, depth_mm: 50, needleInAir: (now) => now < until })]).intervals;
    for (const until of [2, 8, 12]) {
      const { raised } = minutes(only(warnedOf(until), 'chillForecastWarning'));
      assert.ok(raised <= 24, `in food from ${until}, warned at ${raised}`);
    }
    // Food that was cold in time stays so, wherever the needle is put while the cycle goes on: into the next tray, say.
    const done = [...cycle({ startAt: start })].slice(0, -1);
    const last = done.at(-1) as Input & { kind: 'sample' };
    const next = Array.from({ length: 60 }, (_, i): Input => {
      const core = 60 - i / 10;
      const values = { ...last.values, TCore1: core, TCore2: core, TCore3: core, TCore4: core };
      return { ...last, at_ms: last.at_ms + (i + 1) * (minute / 2), values };
    });
    const { intervals, state } = run(blast, [...done, ...next]);
    assert.deepEqual([namesOf(intervals), state.memory.process.reached], [[], true]);
  });

  it('B2.14 the alarm has its minutes, the limit and the reason as evidence', () => {
    const { intervals } = run(blast, [...cycle({ startAt: start, depth_mm: 50 })]);
    const { evidence } = only(intervals, 'chillForecastWarning');
    assert.deepEqual([evidence['because'], evidence['depth_mm']], ['thick', 50]);
    assert.deepEqual([evidence['cycleAt'], evidence['to']], [start, 3]);
    assert.ok(Number(evidence['low_min']) < Number(evidence['forecast_min']), JSON.stringify(evidence));
    assert.ok(Number(evidence['high_min']) > Number(evidence['forecast_min']), JSON.stringify(evidence));
    assert.ok(Math.abs(Number(evidence['forecast_min']) - 132) <= 8, String(evidence['forecast_min']));
    assert.ok(Math.abs(Number(evidence['limit_min']) - 90) <= 1, String(evidence['limit_min']));
  });

  it('B2.14 a freeze that will be late is warned of from minute 60 or from its plateau, one in time is not', () => {
    const toldOf = (load: Partial<Load>) => {
      const inputs = [...cycle({ startAt: start, kind: 'freeze', every_s: 30, ...load })];
      const inPlateau = inputs.find((input) => input.kind === 'sample' && Number(input.values.TCore1) <= -1);
      const { intervals } = run(blast, inputs);
      return { intervals, plateau_min: ((inPlateau?.at_ms ?? 0) - start) / minute };
    };
    const thick = toldOf({ depth_mm: 50 });
    assert.deepEqual(namesOf(thick.intervals), ['freezeForecastWarning', 'freezeTimeExceededAlarm']);
    const warned = only(thick.intervals, 'freezeForecastWarning');
    const { raised, cleared } = minutes(warned);
    assert.ok(raised >= 60 && raised <= 65 && raised < thick.plateau_min && cleared > 240, `${raised} to ${cleared}`);
    const { because, depth_mm, limit_min, low_min, ...others } = warned.evidence;
    assert.deepEqual([because, depth_mm, limit_min], ['thick', 50, 240]);
    assert.ok(
      Number(low_min) > 240 && !('forecast_min' in others),
      'a first freeze is known not to be before, no more',
    );

    const cold = toldOf({ depth_mm: 50, core: 5 });
    const early = minutes(only(cold.intervals, 'freezeForecastWarning')).raised;
    assert.ok(cold.plateau_min < 60 && early >= cold.plateau_min && early < 60, `${early}, ${cold.plateau_min}`);

    for (const load of [{ depth_mm: 32 }, { depth_mm: 20 }, { load_kg: 22 }, { core: 5 }])
      assert.deepEqual(namesOf(toldOf(load).intervals), [], JSON.stringify(load));
  });

  it('B2.14 a cycle that is over is forecast no more, its machine is known, and what was said at minute 20 is kept', () => {
    const inputs = [...cycle({ startAt: start })];
    const last = inputs.at(-1) as Input;
    const after: Input = {
      at_ms: last.at_ms + minute,
      kind: 'sample',
      values: { cycleRunning: 0, cycleState: 0, TCell: 2 },
    };
    const { forecast } = run(blast, [...inputs, after]).state.memory;
    assert.deepEqual([forecast.said, forecast.late], [null, 0]);
    assert.equal(forecast.machine.usual.length, 1);
    assert.ok(Object.keys(forecast.machine.leads).length >= 5);
    assert.ok(forecast.first && Math.abs(forecast.first.at - last.at_ms) < 8 * minute);
    assert.equal(Math.floor((forecast.first.madeAt - start) / minute), 20);
    assert.equal(startEngine(blast, start).memory.forecast.first, null);
  });
});
