/**
 * Controller of a blast chiller (MF, EF, SF): functions as plans of phases, from a person's arguments or their own, and the holding
 * after them.
 */
import { isSkippable } from '@brina/domain/cycles/cycle';
import type { PhasePlan } from '@brina/domain/cycles/cycle-plan';
import { cycleCode } from '../appliance-state.ts';
import { atEase, type Demand } from '../chamber.ts';
import { createRuns } from '../cycle-run.ts';
import { defrostCode, defrostEnd } from '../defrost.ts';
import { type Controller, type Machine, phaseCode } from '../machine.ts';
import { createStart, heating_min, purgesAbove } from './blast-start.ts';

/** A cycle goes on after a shorter time without power, or after a longer one in which no core point moved back much. */
const resumes_s = 600;
const resumesCold_s = 3600;
const resumesCold_K = 3;
const defrostMax = 40;
const warmCoil = 10;
/** A coil this warm at the end of a timed defrost is free of ice. */
const freeOfIce = 2;
/** Thawing air drops to this once a point of the food is warmer than that. */
const thawProtection = { above: 5, air: 3 } as const;

/** Steers a blast chiller. */
export function createBlast(machine: Machine): Controller {
  const { family, state: s } = machine;
  const code = {
    defrosting: phaseCode(family, 'defrosting'),
    dripping: phaseCode(family, 'dripping'),
    coolDown: phaseCode(family, 'coolDown'),
    thawFirst: phaseCode(family, 'thawFirst'),
  };
  const zone = s.zones[0];
  const isDefrost = (phase: PhasePlan | null): boolean => phase !== null && phase.phase === code.defrosting;

  const runs = createRuns(machine, {
    needs_min: (phase) => heating_min(machine, phase),
    onPhase: (phase) => {
      if (isDefrost(phase)) s.counters.dailyDefrosts++;
    },
    onPhaseOver: (phase, outcome) => {
      if (!isDefrost(phase) || !zone) return;
      const coil = machine.readings.coil[0] ?? null;
      const isFree = outcome === 'target' || (phase.end.by === 'time' && coil !== null && coil >= freeOfIce);
      zone.defrost.lastEnd =
        outcome === 'skipped' ? defrostEnd.person : isFree ? defrostEnd.temperature : defrostEnd.timeOut;
    },
  });

  const set = (): number | null => {
    const { phase } = runs;
    if (!phase || phase.air === null) return null;
    const chosen = zone?.air ?? runs.air;
    if (phase.phase !== code.thawFirst || code.thawFirst === 0 || chosen === null) return chosen;
    const warmest = Math.max(...machine.readings.core.map((point) => point ?? Number.NEGATIVE_INFINITY));
    return warmest > thawProtection.above ? Math.min(chosen, thawProtection.air) : chosen;
  };

  const humidity = (): PhasePlan['rh'] => {
    if (zone?.rh === 'off') return null;
    return typeof zone?.rh === 'number' ? { set: zone.rh } : (runs.phase?.rh ?? null);
  };

  const prepareStart = createStart(machine, runs);

  const stop = (): void => {
    if (isDefrost(runs.phase) && zone) zone.defrost.lastEnd = defrostEnd.person;
    runs.stop();
  };

  const defrostFunction = Number(Object.entries(family.functions).find(([, row]) => row.key === 'defrosting')?.[0]);

  /** What may be changed while it runs: as the function says, and always the holding after a cycle. */
  const mayAdjust = (what: 'temperature' | 'humidity'): boolean => {
    const row = s.run && family.functions[s.run.function];
    return runs.phase?.hold === true || row?.adjusts?.includes(what) === true;
  };

  return {
    demand(): Demand {
      const { phase } = runs;
      if (!phase || !s.on) return atEase;
      // A defrost by time does not go on heating a coil that is warm.
      const melts = isDefrost(phase) && (machine.readings.coil[0] ?? 0) < warmCoil;
      const how = family.code === 'SF' ? 'hotGas' : 'heater';
      return { air: set(), rh: humidity(), fan: phase.fan / 100, defrost: melts ? how : 'none' };
    },
    advance() {
      const air = machine.readings.air[0];
      // The purge is over when the cell is cool enough.
      if (runs.phase?.phase === code.coolDown && code.coolDown > 0 && air != null && air <= purgesAbove) runs.reach();
      runs.advance();
    },
    blocked() {
      if (runs.isRunning) runs.interrupt('alarm');
    },
    powerReturned(lost_s, movedBack_K) {
      if (isDefrost(runs.phase) && zone) zone.defrost.lastEnd = defrostEnd.powerLoss;
      const goesOn = lost_s <= resumes_s || (lost_s <= resumesCold_s && movedBack_K <= resumesCold_K);
      if (runs.isRunning && !goesOn) runs.interrupt('power');
    },
    commands: {
      startCycle: prepareStart,
      stopCycle: () => (s.run ? stop : 'not_running'),
      skipPhase: ({ phase }) => {
        const { run } = s;
        if (!run || !runs.isRunning) return 'not_running';
        if (!family.functions[run.function]?.skips) return 'not_compatible';
        return phase === run.index + 1 && isSkippable(run.plan, phase) ? () => runs.skip() : 'inconsistent';
      },
      setTemperature: (args) => {
        if (!zone || !mayAdjust('temperature')) return 'not_running';
        return () => void (zone.air = args.target as number);
      },
      setHumidity: (args) => {
        if (!zone || !mayAdjust('humidity')) return 'not_running';
        if (args.target !== null && machine.faults.waterOff > 0) return 'no_water';
        return () => void (zone.rh = (args.target as number | null) ?? 'off');
      },
      setDefrost: (args) => {
        const isOn = isDefrost(runs.phase);
        if (args.on === isOn) return 'already_so';
        if (!args.on) return stop;
        if (runs.isRunning) return 'cycle_running';
        if (s.doors.some(({ open }) => open)) return 'door_open';
        if ((machine.readings.air[0] ?? 0) > defrostMax) return 'cell_too_hot';
        return prepareStart({ function: defrostFunction });
      },
    },
    view: {
      get phase() {
        return runs.phase;
      },
      get phaseCode() {
        return runs.phase?.phase ?? 0;
      },
      set,
      humiditySet() {
        const rh = humidity();
        return rh === null ? null : 'set' in rh ? rh.set : rh.max;
      },
      get coreTarget() {
        const end = runs.phase?.end;
        return end?.by === 'core' ? end.target : null;
      },
      mode: () => 0,
      get functionCode() {
        return s.run?.function ?? (family.code === 'MF' ? 255 : 0);
      },
      defrost: () =>
        isDefrost(runs.phase)
          ? defrostCode.heating
          : runs.phase?.phase === code.dripping && code.dripping > 0
            ? defrostCode.dripping
            : defrostCode.none,
      get isBusy() {
        return s.cycleState === cycleCode.running;
      },
    },
  };
}
