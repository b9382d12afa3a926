/** Compressor, condenser, pressures and defrost. */
import type { Refrigerant } from '../../../appliance/families/family.ts';
import { minute_ms } from '../../../language/durations.ts';
import type { Day } from '../memory.ts';
import { type AlarmRule, above, below, minute, plus, second } from '../rule.ts';
import { runsInVain } from '../trackers/compressor.ts';
import { approachOf, hottestCondenser, lastDays } from '../trackers/days.ts';
import { showing, threeFine } from '../trackers/runs.ts';
import type { UnitView } from '../unit-view.ts';
import { watchKey } from '../watch.ts';

/**
 * Limits by refrigerant, gauge: where the high side stops (°C of the condenser, bar), where it is warned of, and below what the low
 * side has lost its charge, in a blast chiller and in a chamber. Saturation pressures computed.
 */
const limits: Readonly<
  Record<Refrigerant, { high_C: number | null; high_bar: number; lowBlast_bar: number; lowChamber_bar: number }>
> = {
  R404A: { high_C: 68, high_bar: 33.1, lowBlast_bar: -0.2, lowChamber_bar: 0 },
  R452A: { high_C: 68, high_bar: 33.3, lowBlast_bar: -0.3, lowChamber_bar: -0.1 },
  R290: { high_C: 68, high_bar: 23.9, lowBlast_bar: -0.3, lowChamber_bar: -0.1 },
  // Above its critical point pressure and temperature go their own ways.
  R744: { high_C: null, high_bar: 120, lowBlast_bar: 5.8, lowChamber_bar: 7.3 },
};
const warned_bar = 105;
const warned_C = 62;
const cooled_C = 55;

const limitsOf = ({ context }: UnitView): (typeof limits)[Refrigerant] => limits[context.model.refrigerant];

const either = (a: boolean | null, b: boolean | null): boolean | null => (a === true || b === true ? true : (a ?? b));

const tooHigh = (unit: UnitView): boolean | null => {
  const { high_C, high_bar } = limitsOf(unit);
  return either(above(hottestCondenser(unit), high_C), above(unit.value('PDischarge'), high_bar));
};

const low_bar = (unit: UnitView): number =>
  unit.isBlast ? limitsOf(unit).lowBlast_bar : limitsOf(unit).lowChamber_bar;

const isOn = (
  unit: UnitView,
  name: 'highPressureAlarm' | 'highPressureLockAlarm' | 'lowPressureAlarm' | 'dischargeTempHighAlarm',
): boolean => Boolean(unit.state.watches[watchKey(name, 1)]?.interval);

/** Stopped by its own protection, and none of the others that stop it explains that. */
const protectedItself = (unit: UnitView): boolean | null => {
  const code = unit.value('compressorState');
  if (code === null) return null;
  if (code !== 5 && code !== 6) return false;
  const others = ['highPressureAlarm', 'highPressureLockAlarm', 'lowPressureAlarm', 'dischargeTempHighAlarm'] as const;
  return !others.some((name) => isOn(unit, name));
};

const runs_ms = ({ at, memory }: UnitView): number => (memory.days.run === null ? 0 : at - memory.days.run.since);

const warm = (unit: UnitView): boolean | null => {
  if (!unit.cooling) return unit.value('compressorState') === null ? null : false;
  return unit.context.model.refrigerant === 'R744'
    ? above(unit.value('PDischarge'), warned_bar)
    : above(hottestCondenser(unit), warned_C);
};

const cooled = (unit: UnitView): boolean | null =>
  unit.context.model.refrigerant === 'R744'
    ? below(unit.value('PDischarge'), warned_bar - 10)
    : below(hottestCondenser(unit), cooled_C);

/** Stages in which the chamber is to be cold. */
const cools = ({ stage }: UnitView): boolean =>
  stage === 'holdCold' || stage === 'chocolate' || stage === 'retard' || stage === 'sleep';

/** Rules of this group, in the order of its alarms. */
export const refrigerationRules: readonly AlarmRule[] = [
  {
    name: 'compressorAlarm',
    reads: ['compressorState', 'TEvap1', 'TCell'],
    when: (unit) => either(protectedItself(unit), runsInVain(unit.memory.compressor, unit.at)),
    // What stopped it may tell its own name a moment later.
    after_s: 30 * second,
    clear: (unit) => (unit.value('compressorState') === null ? null : unit.memory.compressor.cools),
    clearAfter_s: 10 * minute,
  },
  {
    name: 'compressorStartsWarning',
    reads: ['compressorState'],
    when: ({ memory }) =>
      memory.compressor.startsBefore.length < 2
        ? null
        : memory.compressor.startsBefore.slice(-2).every((starts) => starts > 10),
    after_s: 0,
    clear: ({ memory }) =>
      memory.compressor.startsBefore.length < 6 ? null : memory.compressor.startsBefore.every((starts) => starts <= 6),
    clearAfter_s: 0,
    evidence: ({ memory }) => ({ starts: memory.compressor.startsBefore.at(-1) ?? 0 }),
  },
  {
    name: 'compressorAlwaysOnWarning',
    reads: ['compressorState'],
    when: ({ memory: { compressor } }) =>
      compressor.sixHours === null ? null : compressor.sixHours.on >= 0.95 && compressor.sixHours.shut >= 0.95,
    after_s: 0,
    clear: ({ memory: { compressor } }) => (compressor.threeHours === null ? null : compressor.threeHours.on <= 0.85),
    clearAfter_s: 0,
    evidence: ({ memory }) => ({ duty: Math.round((memory.compressor.sixHours?.on ?? 0) * 100) / 100 }),
  },
  {
    name: 'highPressureAlarm',
    reads: ['TCondenser1', 'TCondenser2', 'TCondenser3', 'TCondenser4', 'PDischarge'],
    when: tooHigh,
    after_s: 30 * second,
    clear: (unit) =>
      limitsOf(unit).high_C === null
        ? below(unit.value('PDischarge'), warned_bar)
        : below(hottestCondenser(unit), cooled_C),
    clearAfter_s: 3 * minute,
  },
  {
    name: 'lowPressureAlarm',
    reads: ['PSuction'],
    // Before three minutes of running, and while it pumps down, a low suction is as it should be.
    when: (unit) => unit.cooling && runs_ms(unit) >= 3 * minute_ms && below(unit.value('PSuction'), low_bar(unit)),
    after_s: 120 * second,
    clear: (unit) => above(unit.value('PSuction'), low_bar(unit) + 0.3),
    clearAfter_s: 5 * minute,
  },
  {
    name: 'condenserHighTempWarning',
    reads: ['TCondenser1', 'TCondenser2', 'TCondenser3', 'TCondenser4', 'PDischarge'],
    when: warm,
    after_s: 10 * minute,
    clear: cooled,
    clearAfter_s: 10 * minute,
  },
  {
    name: 'condenserDirtyWarning',
    reads: ['TCondenser1'],
    when: ({ memory }) =>
      lastDays(
        memory.days,
        7,
        ({ approach }, sound) => approach !== null && sound.approach !== null && approach >= sound.approach + 8,
      ),
    after_s: 0,
    clear: ({ memory }) =>
      lastDays(
        memory.days,
        1,
        ({ approach }, sound) => approach !== null && sound.approach !== null && approach <= sound.approach + 3,
      ),
    clearAfter_s: 0,
    evidence: (unit) => approaches(unit),
  },
  {
    name: 'noCoolingAlarm',
    reads: ['TCell', 'compressorState'],
    when: (unit) =>
      cools(unit) &&
      (unit.memory.compressor.pulling[unit.zone - 1]?.failing ?? false) &&
      above(unit.cell, plus(unit.set, 5)),
    after_s: 0,
    clear: (unit) => either(below(unit.cell, plus(unit.set, 3)), fell2K(unit)),
    clearAfter_s: 0,
    zones: true,
  },
  {
    name: 'refrigerantLowWarning',
    reads: ['compressorState'],
    when: (unit) =>
      unit.isBlast
        ? showing(unit.memory.runs.charge, 7) >= 5
        : lastDays(unit.memory.days, 7, (day, sound) => lacks(day, sound, 0.25, 2)),
    after_s: 0,
    clear: (unit) =>
      unit.isBlast
        ? threeFine(unit.memory.runs.charge)
        : lastDays(unit.memory.days, 3, (day, sound) => !lacks(day, sound, 0.125, 1)),
    clearAfter_s: 0,
    evidence: (unit) => approaches(unit),
  },
  {
    name: 'defrostTimeoutWarning',
    reads: ['defrostState'],
    when: (unit) => timeOuts(unit) >= 1,
    after_s: 0,
    clear: (unit) => timeOuts(unit) === 0,
    clearAfter_s: 0,
    zones: true,
  },
  {
    name: 'defrostFailedAlarm',
    reads: ['defrostState'],
    when: (unit) => timeOuts(unit) >= 2,
    after_s: 0,
    clear: (unit) => timeOuts(unit) === 0,
    clearAfter_s: 0,
    evidence: (unit) => ({ timeOuts: timeOuts(unit) }),
    zones: true,
  },
];

const timeOuts = ({ memory, zone }: UnitView): number => memory.upkeep.timeOuts[zone - 1] ?? 0;

/** The air fell while the alarm was on, from where the compressor was last found to run in vain. */
const fell2K = (unit: UnitView): boolean | null => {
  const pulling = unit.memory.compressor.pulling[unit.zone - 1];
  return pulling ? below(unit.cell, pulling.from - 2) : null;
};

/** Longer work with a cooler condenser: the charge is low. */
const lacks = (day: Day, sound: Day, share: number, approach_K: number): boolean =>
  day.duty !== null &&
  sound.duty !== null &&
  day.approach !== null &&
  sound.approach !== null &&
  day.duty >= sound.duty * (1 + share) &&
  day.approach <= sound.approach - approach_K;

const approaches = (unit: UnitView): Record<string, number> => {
  const evidence: Record<string, number> = {};
  const now = unit.memory.days.last.at(-1)?.approach ?? approachOf(unit);
  const sound = unit.memory.days.sound?.approach;
  if (now !== null) evidence['condenserApproach'] = Math.round(now * 10) / 10;
  if (sound !== null && sound !== undefined) evidence['baseline'] = Math.round(sound * 10) / 10;
  return evidence;
};
