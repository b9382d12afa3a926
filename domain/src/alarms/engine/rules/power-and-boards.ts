/** Power, boards, link and upkeep of one unit. What needs the whole laboratory stands in `site.ts`. */

import { day_ms } from '../../../language/durations.ts';
import { type AlarmRule, above, below, minute } from '../rule.ts';
import { samplesAfterPower } from '../trackers/process.ts';
import type { UnitView } from '../unit-view.ts';

/** From a phase to neutral, all models are built for this. */
const nominal_V = 230;
const low_V = 200;
const high_V = 255;

const steady = (unit: UnitView): boolean | null => {
  const voltage = unit.value('mainsVoltage');
  return voltage === null ? null : voltage >= 0.9 * nominal_V && voltage <= 1.09 * nominal_V;
};

const hoursSince = (now: number | null, then: number | null): number =>
  now === null || then === null ? 0 : now - then;

/** Rules of this group, in the order of its alarms. */
export const powerRules: readonly AlarmRule[] = [
  {
    name: 'blackOutTempAlarm',
    reads: ['TProduct', 'TCell'],
    when: (unit) =>
      unit.memory.process.samplesSincePower <= samplesAfterPower &&
      unit.limit !== null &&
      above(unit.product, unit.limit.max + unit.limit.tolerance_K),
    after_s: 0,
    clear: (unit) => unit.limit === null || below(unit.product, unit.limit.max + unit.limit.tolerance_K - 0.5),
    clearAfter_s: 10 * minute,
    zones: true,
    beyond: (unit) =>
      unit.limit === null || unit.product === null ? null : [unit.product - unit.limit.max, unit.product],
  },
  {
    name: 'mainsVoltageLowWarning',
    reads: ['mainsVoltage'],
    when: (unit) => below(unit.value('mainsVoltage'), low_V),
    after_s: 60,
    clear: steady,
    clearAfter_s: 120,
  },
  {
    name: 'mainsVoltageHighWarning',
    reads: ['mainsVoltage'],
    when: (unit) => above(unit.value('mainsVoltage'), high_V),
    after_s: 60,
    clear: steady,
    clearAfter_s: 120,
  },
  {
    name: 'boardTempWarning',
    reads: ['TBoard'],
    when: (unit) => above(unit.value('TBoard'), 65),
    after_s: 10 * minute,
    clear: (unit) => below(unit.value('TBoard'), 60),
    clearAfter_s: 10 * minute,
  },
  {
    name: 'boardResetWarning',
    reads: [],
    when: ({ memory: { upkeep }, at }) => upkeep.boots.length >= 3 && (upkeep.boots[0] as number) > at - day_ms,
    after_s: 0,
    clear: ({ memory: { upkeep }, at }) => at - upkeep.bootedAt > 2 * day_ms,
    clearAfter_s: 0,
  },
  {
    name: 'wifiWeakWarning',
    reads: ['wifiRssi'],
    when: ({ memory: { upkeep } }) => upkeep.weakHours >= 6,
    after_s: 0,
    clear: ({ memory: { upkeep } }) => upkeep.goodHours >= 24,
    clearAfter_s: 0,
    evidence: ({ memory: { upkeep } }) => ({ weakHours: upkeep.weakHours }),
  },
  {
    // Holes in the data are told when they are over; here it is the store that fills up.
    name: 'dataGapWarning',
    reads: ['bufferFill'],
    when: (unit) => above(unit.value('bufferFill'), 80),
    after_s: 0,
    clear: (unit) => below(unit.value('bufferFill'), 60),
    clearAfter_s: 0,
  },
  {
    name: 'clockOffsetWarning',
    reads: ['clockOffset'],
    when: ({ memory: { upkeep } }) => upkeep.clockWrong >= 3,
    after_s: 0,
    clear: ({ memory: { upkeep } }) => upkeep.clockRight >= 3,
    clearAfter_s: 0,
  },
  {
    name: 'firmwareUpdateAlarm',
    reads: [],
    when: ({ memory: { upkeep }, at }) =>
      upkeep.firmwareFailed || (upkeep.firmwareSince !== null && at - upkeep.firmwareSince > day_ms),
    after_s: 0,
    clear: ({ memory: { upkeep }, at }) =>
      !upkeep.firmwareFailed && (upkeep.firmwareSince === null || at - upkeep.firmwareSince <= day_ms),
    clearAfter_s: 0,
  },
  {
    name: 'condenserCleaningWarning',
    reads: [],
    when: (unit) => unit.context.model.condensation === 'air' && cleaningDue(unit),
    after_s: 0,
    clear: (unit) => !cleaningDue(unit),
    clearAfter_s: 0,
  },
  {
    name: 'maintenanceDueWarning',
    reads: [],
    when: (unit) => serviceDue(unit),
    after_s: 0,
    clear: (unit) => !serviceDue(unit),
    clearAfter_s: 0,
  },
];

const cleaningHours = 1000;
const serviceHours = 4000;

const cleaningDue = (unit: UnitView): boolean =>
  unit.at - unit.memory.upkeep.cleanedAt > (unit.context.cleaning_days ?? 60) * day_ms ||
  hoursSince(unit.value('compressorHours'), unit.memory.upkeep.compressorHours) > cleaningHours;

const serviceDue = (unit: UnitView): boolean =>
  unit.at - unit.memory.upkeep.servicedAt > 365 * day_ms ||
  hoursSince(unit.value('workingHours'), unit.memory.upkeep.workingHours) > serviceHours;
