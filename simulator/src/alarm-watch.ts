/**
 * The alarms a unit raises itself: when each rises and clears, and their timers.
 * Severity, and which of them block a cycle, are the domain's rows.
 */
import { type AlarmName, alarms, liveSectionOf } from '@brina/domain/alarms/alarms';
import { corePointsOf, metricsOf } from '@brina/domain/appliance/families/families';
import { humidifies, type ModelRow } from '@brina/domain/appliance/families/family';
import { byNeedle, type MetricName } from '@brina/domain/appliance/metrics';
import { needsNeedle } from '@brina/domain/appliance/phase-plan';
import {
  airMoves_K,
  askedFrom_min,
  askedTo_min,
  awayFor_ms,
  awayFromAir_K,
  differenceVaries_K,
  staysWithin_K,
} from '@brina/domain/haccp/needle-in-air';
import { second_ms } from '@brina/domain/language/durations';
import type { AlarmTimer, AlarmTimers } from './alarm-timers.ts';
import { type ApplianceState, cycleCode, trailLength } from './appliance-state.ts';
import { defrostEnd } from './defrost.ts';
import type { BreakableProbe, Faults } from './faults.ts';
import type { ControllerView, Readings } from './machine.ts';

/** What the rows look at. Temperatures °C; a broken probe is null. */
export type AlarmView = {
  readonly model: ModelRow;
  readonly state: ApplianceState;
  readonly faults: Faults;
  readonly readings: Readings;
  readonly view: ControllerView;
  readonly suction_bar: number;
  readonly discharge: number;
  readonly doorOpen: boolean;
  /** A door is open of a zone that does not stand by: air it keeps cold or warm is lost. */
  readonly openAtWork: boolean;
  readonly clockIsSet: boolean;
};

type AlarmRule = {
  readonly raise_s: number | ((v: AlarmView) => number);
  readonly clear_s: number;
  readonly raised: (v: AlarmView) => boolean;
  /** Absent: as soon as it is no longer raised. */
  readonly cleared?: (v: AlarmView) => boolean;
  /** Models that have the part it watches; absent: all of the row's families. */
  readonly fitted?: (model: ModelRow) => boolean;
};

const inCycle = ({ state }: AlarmView): boolean => state.cycleState === cycleCode.running;
const cycle_min = ({ state }: AlarmView): number => (state.run ? (state.time_s - state.run.started_s) / 60 : 0);
const coreEnded = (v: AlarmView): boolean => {
  const end = v.view.phase?.end;
  return inCycle(v) && end !== undefined && needsNeedle(end);
};
const compressorOn = ({ state }: AlarmView): boolean => state.chambers.some(({ compressor }) => compressor.on);
const compressorOn_s = ({ state }: AlarmView): number =>
  Math.max(...state.chambers.map(({ compressor }) => (compressor.on ? state.time_s - compressor.since_s : 0)));
const air = ({ readings }: AlarmView): number => readings.air[0] ?? 0;
const hottestCondenser = ({ readings }: AlarmView): number =>
  Math.max(...readings.condenser.map((value) => value ?? Number.NEGATIVE_INFINITY));

const range = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
/** Movement of the air along the trail. */
const airMoved_K = ({ state }: AlarmView): number => range(state.trail.map((mark) => mark.air));
/**
 * Every needle that measures has followed the moving air (`needle-in-air.ts`), at least one of them all along the trail. A unit judges a
 * needle by its innermost point, and the other points by where they are now: it remembers no more.
 */
const followsAir = (v: AlarmView): boolean => {
  const { trail } = v.state;
  const measuring = byNeedle(v.readings.core).flatMap((points, needle) => {
    if (points.every((point) => point === null)) return [];
    const differences = trail.flatMap(({ air, tip, second }) => {
      const shown = needle === 0 ? tip : second;
      return shown === undefined ? [] : [air - shown];
    });
    return [differences];
  });
  return (
    measuring.some((differences) => differences.length === trailLength) &&
    airMoved_K(v) >= airMoves_K &&
    measuring.every((differences) => range(differences) < differenceVaries_K) &&
    fromAir_K(v) <= staysWithin_K
  );
};
/** How far the point of a needle is from the air that is farthest from it; without air nothing is near it. */
const fromAir_K = ({ readings }: AlarmView): number => {
  const [cell = null] = readings.air;
  if (cell === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, ...readings.core.map((point) => (point === null ? 0 : Math.abs(point - cell))));
};

const has =
  (name: MetricName) =>
  (model: ModelRow): boolean =>
    metricsOf(model).includes(name);

const corePoint = (index: number): AlarmRule => ({
  raise_s: 30,
  clear_s: 60,
  raised: (v) => inCycle(v) && v.readings.core[index] === null && v.readings.core.some((point) => point !== null),
  cleared: (v) => !inCycle(v) || v.readings.core[index] !== null,
  fitted: (model) => corePointsOf(model).length > index,
});

const probe = (name: BreakableProbe, metric: MetricName, raise_s: number): AlarmRule => ({
  raise_s,
  clear_s: 120,
  raised: (v) => v.faults.broken.includes(name),
  fitted: has(metric),
});

/** R744 is watched by its pressure, which a remote unit's own controller does. */
const highPressure = 68;
/** Below this suction pressure a unit runs out of refrigerant. */
const lowSuction_bar = { R404A: -0.2, R452A: -0.3, R290: -0.3, R744: 5.8 } as const;
const lowSuctionHolding_bar = { R404A: 0, R452A: -0.1, R290: -0.1, R744: 7.3 } as const;
const lowLimit = (model: ModelRow): number =>
  (model.kind === 'blast' ? lowSuction_bar : lowSuctionHolding_bar)[model.refrigerant];
/** With so little left the suction pressure falls below the switch. */
const starved = 0.35;
const nominal_V = 230;
const volts = ({ faults }: AlarmView): number => nominal_V + faults.volts;
const heats = ({ state, faults }: AlarmView): boolean => faults.heaterStuck > 0 || (state.chambers[0]?.heat ?? 0) > 0;
const heaterModels = (model: ModelRow): boolean => has('heaterPercentage')(model);
const tooHot = ({ model }: AlarmView): number => (model.kind === 'blast' ? 100 : 45);
const limiterOpensAt = ({ model }: AlarmView): number => (model.kind === 'blast' ? 110 : 60);
const descaleAfter_s = 250 * 3600;
const printerFaults: readonly number[] = [5, 6];
const printerPaper: readonly number[] = [3, 4];

const rules = {
  cellProbeAlarm: { raise_s: 30, clear_s: 120, raised: (v) => v.readings.air.includes(null) },
  coreProbe1Alarm: corePoint(0),
  coreProbe2Alarm: corePoint(1),
  coreProbe3Alarm: corePoint(2),
  coreProbe4Alarm: corePoint(3),
  coreProbe5Alarm: corePoint(4),
  coreProbe6Alarm: corePoint(5),
  coreProbe7Alarm: corePoint(6),
  coreProbe8Alarm: corePoint(7),
  coreNeedleAlarm: {
    raise_s: 30,
    clear_s: 60,
    raised: (v) => coreEnded(v) && v.readings.core.every((point) => point === null),
  },
  coreProbeNotInsertedWarning: {
    raise_s: 30,
    clear_s: awayFor_ms / second_ms,
    raised: (v) =>
      coreEnded(v) && cycle_min(v) >= askedFrom_min && cycle_min(v) <= askedTo_min && followsAir(v) && !v.doorOpen,
    cleared: (v) => !inCycle(v) || fromAir_K(v) >= awayFromAir_K,
  },
  evapProbe1Alarm: probe('coil', 'TEvap1', 60),
  evapProbe2Alarm: probe('coil2', 'TEvap2', 60),
  condenserProbe1Warning: probe('condenser', 'TCondenser1', 60),
  condenserProbe2Warning: probe('condenser2', 'TCondenser2', 60),
  suctionProbeWarning: probe('suction', 'TSuction', 60),
  dischargeProbeWarning: probe('discharge', 'TDischarge', 60),
  humidityProbeAlarm: probe('humidity', 'levelHumidity', 60),
  suctionPressureSensorAlarm: probe('suctionPressure', 'PSuction', 30),
  dischargePressureSensorAlarm: probe('dischargePressure', 'PDischarge', 30),
  evapFanAlarm: {
    raise_s: 30,
    clear_s: 60,
    raised: (v) => v.state.chambers.some(({ fan }) => fan > 0.2) && v.faults.fanLoss >= 0.9,
    cleared: (v) => v.faults.fanLoss < 0.9,
  },
  condFanAlarm: {
    raise_s: 60,
    clear_s: 60,
    raised: (v) => compressorOn(v) && v.faults.condFanLoss >= 0.9,
    cleared: (v) => v.faults.condFanLoss < 0.9,
    fitted: ({ condensation }) => condensation === 'air',
  },
  openDoorAlarm: {
    raise_s: (v) => (v.model.kind !== 'blast' ? 180 : inCycle(v) ? 60 : 600),
    clear_s: 10,
    raised: (v) => v.openAtWork,
  },
  compressorAlarm: { raise_s: 5, clear_s: 600, raised: (v) => v.faults.compressor > 0 },
  highPressureAlarm: {
    raise_s: 30,
    clear_s: 180,
    raised: (v) => hottestCondenser(v) > highPressure,
    cleared: (v) => hottestCondenser(v) < 55,
    fitted: ({ refrigerant }) => refrigerant !== 'R744',
  },
  lowPressureAlarm: {
    raise_s: 120,
    clear_s: 300,
    raised: (v) => compressorOn_s(v) >= 180 && (v.faults.charge <= starved || v.suction_bar < lowLimit(v.model)),
    cleared: (v) => v.faults.charge > starved && (!compressorOn(v) || v.suction_bar > lowLimit(v.model) + 0.3),
  },
  dischargeTempHighAlarm: {
    raise_s: 60,
    clear_s: 600,
    raised: (v) => compressorOn(v) && v.discharge > 115,
    cleared: (v) => v.discharge < 95,
    fitted: has('TDischarge'),
  },
  gasLeakAlarm: {
    raise_s: 10,
    clear_s: 600,
    raised: (v) => v.faults.gas >= 20,
    cleared: (v) => v.faults.gas < 10,
    fitted: ({ refrigerant }) => refrigerant === 'R290',
  },
  defrostTimeoutWarning: {
    raise_s: 0,
    clear_s: 0,
    raised: (v) => v.state.zones.some(({ defrost }) => defrost.lastEnd === defrostEnd.timeOut),
    cleared: (v) => v.state.zones.every(({ defrost }) => defrost.lastEnd !== defrostEnd.timeOut),
  },
  heaterAlarm: {
    raise_s: 900,
    clear_s: 60,
    raised: (v) =>
      (v.state.chambers[0]?.heat ?? 0) >= 0.9 &&
      air(v) < (v.view.set(0) ?? Number.NEGATIVE_INFINITY) - 5 &&
      airMoved_K(v) < 1,
    fitted: heaterModels,
  },
  safetyThermostatAlarm: {
    raise_s: 1,
    clear_s: 10,
    raised: (v) => air(v) > limiterOpensAt(v),
    cleared: (v) => air(v) < limiterOpensAt(v) - 20 && v.faults.heaterStuck === 0,
    fitted: heaterModels,
  },
  cellOverTempAlarm: {
    raise_s: (v) => (v.model.kind === 'blast' && air(v) > tooHot(v) ? 10 : 300),
    clear_s: 300,
    raised: (v) =>
      v.state.on && (air(v) > tooHot(v) || (heats(v) && air(v) > (v.view.set(0) ?? Number.POSITIVE_INFINITY) + 8)),
    cleared: (v) => air(v) < Math.min(tooHot(v), v.view.set(0) ?? tooHot(v)) + 3,
    fitted: heaterModels,
  },
  humidifierAlarm: {
    raise_s: 5,
    clear_s: 600,
    raised: (v) => v.faults.humidifierDead > 0,
    fitted: humidifies,
  },
  waterSupplyAlarm: { raise_s: 60, clear_s: 120, raised: (v) => v.faults.waterOff > 0, fitted: humidifies },
  drainAlarm: { raise_s: 60, clear_s: 60, raised: (v) => v.faults.drainFull > 0 },
  descaleWarning: {
    raise_s: 0,
    clear_s: 0,
    raised: (v) => v.state.counters.steam_s >= descaleAfter_s,
    fitted: humidifies,
  },
  mainsVoltageLowWarning: {
    raise_s: 60,
    clear_s: 120,
    raised: (v) => volts(v) < nominal_V * 0.87,
    cleared: (v) => volts(v) >= nominal_V * 0.9,
  },
  mainsVoltageHighWarning: {
    raise_s: 60,
    clear_s: 120,
    raised: (v) => volts(v) > nominal_V * 1.11,
    cleared: (v) => volts(v) <= nominal_V * 1.09,
  },
  phaseAlarm: {
    raise_s: 2,
    clear_s: 10,
    raised: (v) => v.faults.phaseLost > 0,
    fitted: ({ supply }) => supply === '400V 3N',
  },
  powerBoardCommAlarm: { raise_s: 10, clear_s: 60, raised: (v) => v.faults.boardSilent > 0 },
  memoryAlarm: { raise_s: 0, clear_s: 0, raised: (v) => v.state.memoryFault },
  clockAlarm: { raise_s: 300, clear_s: 0, raised: (v) => !v.clockIsSet },
  printerFaultWarning: { raise_s: 300, clear_s: 0, raised: (v) => printerFaults.includes(v.faults.printer) },
  printerPaperWarning: { raise_s: 60, clear_s: 0, raised: (v) => printerPaper.includes(v.faults.printer) },
  sanigenAlarm: {
    raise_s: 60,
    clear_s: 60,
    raised: (v) => v.faults.sanitiser > 0 && v.state.sanigen.level > 0,
    cleared: (v) => v.faults.sanitiser === 0,
    fitted: has('sanigenLevel'),
  },
  cycleInterruptedAlarm: { raise_s: 300, clear_s: 0, raised: (v) => v.state.cycleState === cycleCode.interrupted },
} as const satisfies { readonly [Name in AlarmName]?: AlarmRule };

/** An alarm that rose or ended. */
export type AlarmChange = {
  readonly name: AlarmName;
  readonly active: boolean;
  readonly severity: 'alarm' | 'warning';
};

/** What a model watches. */
export type AlarmWatch = {
  /** Moves the timers on and tells what rose and what ended. A timer that stops holding starts again from nothing. */
  look(timers: AlarmTimers, view: AlarmView): AlarmChange[];
};

/** The third high pressure in this time locks the compressor until somebody resets it on the unit. */
const lock = { count: 3, within_s: 3600 } as const;

/** The watch over a model's parts. */
export function createAlarmWatch(model: ModelRow): AlarmWatch {
  const watched = (Object.entries(rules) as [keyof typeof rules, AlarmRule][]).filter(
    ([name, rule]) => alarms[name].families.includes(model.family) && (rule.fitted?.(model) ?? true),
  );
  /** When the high pressure rose; after a reboot the count begins anew. */
  let trips_s: number[] = [];

  const locked = (timers: AlarmTimers, { state, faults }: AlarmView, changes: AlarmChange[]): AlarmChange[] => {
    const rose = changes.some(({ name, active }) => name === 'highPressureAlarm' && active);
    if (rose) trips_s = [...trips_s.filter((at_s) => state.time_s - at_s < lock.within_s), state.time_s];
    const active = timers.highPressureLockAlarm?.active === true;
    // Whoever cleans the condenser also presses the reset.
    const next = active ? faults.foul + faults.condFanLoss > 0 : rose && trips_s.length >= lock.count;
    if (next === active) return changes;
    timers.highPressureLockAlarm = { active: next, silenced: false, since_s: null };
    return [...changes, { name: 'highPressureLockAlarm', active: next, severity: 'alarm' }];
  };

  return {
    look(timers, view) {
      const { time_s } = view.state;
      const changes: AlarmChange[] = [];
      for (const [name, rule] of watched) {
        const timer = timers[name];
        const active = timer?.active ?? false;
        const holds = active ? (rule.cleared?.(view) ?? !rule.raised(view)) : rule.raised(view);
        if (!holds) {
          if (timer) timer.since_s = null;
          continue;
        }
        const moved: AlarmTimer = timer ?? { active: false, silenced: false, since_s: null };
        timers[name] = moved;
        moved.since_s ??= time_s;
        const wait_s = active ? rule.clear_s : typeof rule.raise_s === 'number' ? rule.raise_s : rule.raise_s(view);
        if (time_s - moved.since_s < wait_s) continue;
        timers[name] = { active: !active, silenced: false, since_s: null };
        changes.push({ name, active: !active, severity: severityOf(name) });
      }
      return locked(timers, view, changes);
    },
  };
}

const severityOf = (name: AlarmName): 'alarm' | 'warning' => (liveSectionOf(name) === 'alarms' ? 'alarm' : 'warning');
