/**
 * Controller of a holding cabinet (CP, MYA): one or two zones with a mode, set-points and defrosts of their own, and the test of a
 * pastry cabinet.
 */
import type { ModeRow } from '@brina/domain/appliance/families/family';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { cycleCode, type Zone } from '../appliance-state.ts';
import { atEase, type Demand } from '../chamber.ts';
import { createRuns } from '../cycle-run.ts';
import {
  beginDefrost,
  createDefrostClock,
  cutDefrost,
  defrostCode,
  defrostEnd,
  type DefrostPlan,
  isDefrosting,
  stepDefrost,
} from '../defrost.ts';
import { type Controller, type Machine, phaseCode, type Prepared } from '../machine.ts';

/** Below and at this set-point the air of the chamber would not free the coil. */
const heaterUpTo = 2;
const frozenBelow = -5;
const defrostMax = 40;
/** The air pulls down until it is this near its set-point. */
const steady_K = 1;
/** Coldest set-point of the test of a pastry cabinet's cooling. */
const testHeat = 25;

/** Steers a holding cabinet. */
export function createCabinet(machine: Machine): Controller {
  const { family, state: s } = machine;
  const code = {
    pullDown: phaseCode(family, 'pullDown'),
    steady: phaseCode(family, 'steady'),
    defrosting: phaseCode(family, 'defrosting'),
    dripping: phaseCode(family, 'dripping'),
    fanDelay: phaseCode(family, 'fanDelay'),
    testHeating: phaseCode(family, 'testHeating'),
  };
  const modeOf = (key: ModeRow['key']): number =>
    Number(Object.entries(family.modes).find(([, row]) => row.key === key)?.[0] ?? Number.NaN);
  const defrostMode = modeOf('defrost');
  const test = modeOf('test');
  const automatic = modeOf('automatic');
  const isDue = createDefrostClock(machine.serial);

  const runs = createRuns(machine, {
    onEnd: () => {
      const zone = s.zones[0];
      if (zone) zone.mode = 0;
    },
  });

  /** The mode whose set-points count: during a defrost, the one it goes back to. */
  const rowOf = (zone: Zone): ModeRow | undefined => family.modes[zone.before ?? zone.mode];
  const programOf = (zone: Zone): { air: number; rh: number } | undefined =>
    zone.program === null ? undefined : rowOf(zone)?.programs?.[zone.program];

  const set = (index: number): number | null => {
    const zone = s.zones[index];
    if (!zone || !s.on) return null;
    if (runs.phase) return runs.phase.phase === code.testHeating ? testHeat : runs.air;
    return zone.air ?? programOf(zone)?.air ?? rowOf(zone)?.air?.default ?? null;
  };

  const humidity = (index: number): PhasePlan['rh'] => {
    const zone = s.zones[index];
    if (!zone || !s.on || zone.rh === 'off') return null;
    if (runs.phase) return runs.phase.rh;
    const value = zone.rh ?? programOf(zone)?.rh ?? rowOf(zone)?.rh?.default ?? null;
    return value === null ? null : { set: value };
  };

  const planOf = (index: number): DefrostPlan => {
    const air = set(index) ?? 0;
    const heater = air <= heaterUpTo;
    // Off-cycle the coil takes the air's temperature: it is free when it has been above zero for a while.
    return {
      heater,
      until: heater ? 8 : Math.min(8, air),
      max_s: air < frozenBelow ? 30 * 60 : heater ? 15 * 60 : 40 * 60,
      fanBelow: Math.min(-2, air - 4),
    };
  };

  const begin = (zone: Zone): void => {
    beginDefrost(zone.defrost, s.time_s);
    s.counters.dailyDefrosts++;
  };

  const back = (zone: Zone): void => {
    if (zone.before === null) return;
    zone.mode = zone.before;
    zone.before = null;
  };

  const isCold = (zone: Zone): boolean => rowOf(zone)?.air != null && s.on;
  const fan = (zone: Zone): number => {
    const definition = rowOf(zone)?.definition ?? [];
    return ((zone.steady ? definition.at(-1) : definition[0])?.fan ?? 0) / 100;
  };
  const zoneAt = (args: Readonly<Record<string, unknown>>): Zone | undefined =>
    s.zones[((args.zone as number) ?? 1) - 1];
  /** A new set-point is to be reached first. */
  const change = (zone: Zone, values: Partial<Zone>): void => void Object.assign(zone, { steady: false, ...values });

  const advanceZone = (zone: Zone, index: number): void => {
    const coil = machine.readings.coil[index] ?? null;
    if (stepDefrost(zone.defrost, planOf(index), coil, s.time_s)) back(zone);
    if (!isCold(zone) || runs.phase) return;
    const air = s.chambers[index]?.probes.air ?? 0;
    const target = set(index);
    if (target !== null && Math.abs(air - target) <= steady_K) zone.steady = true;
    if (isDue(zone.defrost, index, s.true_ms + machine.zoneOffset_ms, s.time_s)) begin(zone);
  };

  const setMode = (args: Readonly<Record<string, unknown>>): Prepared => {
    const zone = zoneAt(args);
    const mode = args.mode as number;
    const row = family.modes[mode];
    if (!zone || !row?.chosen) return 'bad_argument';
    const program = mode === automatic ? ((args.program as number | undefined) ?? 1) : null;
    if (zone.mode === mode && zone.program === program) return 'already_so';
    if (row.from && !row.from.includes(zone.mode)) return runs.isRunning ? 'cycle_running' : 'inconsistent';
    if (runs.isRunning && mode !== 0) return 'cycle_running';
    if (isDefrosting(zone.defrost)) return 'defrosting';
    return () => {
      if (runs.isRunning) runs.stop();
      change(zone, { mode, program, air: null, rh: null, fan: null, before: null });
      // Sugar decorations do not stand it.
      if (program !== null && row.programs?.[program]?.sanigenOff) s.sanigen = { level: 0, since_s: s.time_s };
      if (mode === test) runs.start({ function: test, plan: row.definition });
    };
  };

  return {
    demand(index): Demand {
      const zone = s.zones[index];
      if (!zone || !s.on) return atEase;
      const { phase } = runs;
      if (phase) return { air: set(0), rh: phase.rh, fan: phase.fan / 100, defrost: 'none' };
      if (!isCold(zone)) return atEase;
      const rh = humidity(index);
      switch (zone.defrost.code) {
        case defrostCode.heating: {
          const { heater } = planOf(index);
          return { air: null, rh, fan: heater ? 0 : fan(zone), defrost: heater ? 'heater' : 'none' };
        }
        case defrostCode.dripping:
          return { ...atEase, rh };
        case defrostCode.fanDelay:
          return { air: set(index), rh, fan: 0, defrost: 'none' };
        default:
          return { air: set(index), rh, fan: fan(zone), defrost: 'none' };
      }
    },
    advance() {
      s.zones.forEach(advanceZone);
      runs.advance();
    },
    blocked() {
      if (runs.isRunning) runs.interrupt('alarm');
    },
    powerReturned() {
      for (const zone of s.zones) {
        cutDefrost(zone.defrost, defrostEnd.powerLoss, s.time_s);
        back(zone);
      }
      if (runs.isRunning) runs.interrupt('power');
    },
    commands: {
      setMode,
      stopCycle: () => (runs.isRunning ? () => runs.stop() : 'not_running'),
      setTemperature: (args) => {
        const zone = zoneAt(args);
        if (!zone || !isCold(zone)) return 'not_running';
        return () => change(zone, { air: args.target as number });
      },
      setHumidity: (args) => {
        const zone = zoneAt(args);
        if (!zone || !rowOf(zone)?.rh || !s.on) return 'not_running';
        if (args.target !== null && machine.faults.waterOff > 0 && machine.build.humidifies) return 'no_water';
        return () => void (zone.rh = (args.target as number | null) ?? 'off');
      },
      setDefrost: (args) => {
        const zone = zoneAt(args);
        if (!zone) return 'bad_argument';
        if (args.on === isDefrosting(zone.defrost)) return 'already_so';
        if (!args.on)
          return () => {
            cutDefrost(zone.defrost, defrostEnd.person, s.time_s);
            back(zone);
          };
        if (runs.isRunning) return 'cycle_running';
        if (!isCold(zone)) return 'not_running';
        if (s.doors.some(({ open }) => open)) return 'door_open';
        if ((machine.readings.air[0] ?? 0) > defrostMax) return 'cell_too_hot';
        return () => {
          begin(zone);
          // MYA has no mode of that name: its defrosts show in their state only.
          if (Number.isNaN(defrostMode)) return;
          zone.before = zone.mode;
          zone.mode = defrostMode;
        };
      },
    },
    view: {
      get phase() {
        return runs.phase;
      },
      get phaseCode() {
        if (runs.phase) return runs.phase.phase;
        const zone = s.zones[0];
        if (!zone || !isCold(zone)) return 0;
        const { code: defrosting } = zone.defrost;
        if (defrosting === defrostCode.none) return zone.steady ? code.steady : code.pullDown;
        return { 3: code.defrosting, 4: code.dripping, 5: code.fanDelay }[defrosting] ?? 0;
      },
      set,
      humiditySet: (index) => {
        const rh = humidity(index);
        return rh === null ? null : 'set' in rh ? rh.set : rh.max;
      },
      coreTarget: null,
      mode: (index) => s.zones[index]?.mode ?? 0,
      get functionCode() {
        return s.zones[0]?.mode ?? 0;
      },
      defrost: (index) => s.zones[index]?.defrost.code ?? 0,
      get isBusy() {
        return s.cycleState === cycleCode.running || s.zones[0]?.mode === automatic;
      },
    },
  };
}
