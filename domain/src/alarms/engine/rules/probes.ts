/** Probes and sensors: broken, not believable, not checked. */

import { type CorePoint, corePoints, type MetricName, pointNumber } from '../../../appliance/metrics.ts';
import { needsNeedle } from '../../../appliance/phase-plan.ts';
import { checkDueAt } from '../../../haccp/checks/check-due.ts';
import type { AlarmName } from '../../alarms.ts';
import { type AlarmRule, minute, second } from '../rule.ts';
import { implausible } from '../trackers/probes.ts';
import type { UnitView } from '../unit-view.ts';

/** Raised when a probe says nothing for so long, cleared when it is valid for so long. */
const broken = (name: AlarmName, metric: MetricName, after_s: number, clearAfter_s: number): AlarmRule => ({
  name,
  reads: [metric],
  when: (unit) => unit.broken(metric),
  after_s,
  clear: (unit) => sound(unit, metric),
  clearAfter_s,
});

const sound = (unit: UnitView, metric: MetricName): boolean | null => {
  const isBroken = unit.broken(metric);
  return isBroken === null ? null : !isBroken;
};

/** Whether the phase that runs is ended by the core. */
const coreEnds = ({ cycle, state }: UnitView): boolean => {
  const phase = cycle?.plan?.[cycle.phaseIndex - 1];
  return phase ? needsNeedle(phase.end) : (state.values['coreSetTemp'] ?? null) !== null;
};

/** Outside of a cycle nobody minds where the needle is, or whether it is plugged in. */
const corePoint = (metric: CorePoint): AlarmRule => ({
  name: `coreProbe${pointNumber(metric)}Alarm`,
  reads: [metric],
  when: (unit) => unit.inCycle && unit.core.length > 0 && unit.broken(metric),
  after_s: 30 * second,
  clear: (unit) => !unit.inCycle || sound(unit, metric),
  clearAfter_s: 60 * second,
});

const condenserProbe = (number: 1 | 2 | 3 | 4): AlarmRule =>
  broken(`condenserProbe${number}Warning`, `TCondenser${number}`, 60 * second, 120 * second);

/** Rules of this group, in the order of its alarms. */
export const probeRules: readonly AlarmRule[] = [
  { ...broken('cellProbeAlarm', 'TCell', 30 * second, 120 * second), zones: true },
  ...corePoints.map(corePoint),
  {
    name: 'coreNeedleAlarm',
    reads: ['TCoreMax'],
    when: (unit) =>
      unit.inCycle &&
      coreEnds(unit) &&
      unit.core.length === 0 &&
      corePoints.some((metric) => unit.broken(metric) === true),
    after_s: 30 * second,
    clear: (unit) => !unit.inCycle || unit.core.length > 0,
    clearAfter_s: 60 * second,
  },
  broken('evapProbe1Alarm', 'TEvap1', 60 * second, 120 * second),
  broken('evapProbe2Alarm', 'TEvap2', 60 * second, 120 * second),
  ...([1, 2, 3, 4] as const).map(condenserProbe),
  broken('ambientProbeWarning', 'TAmbient', 10 * minute, 10 * minute),
  broken('suctionProbeWarning', 'TSuction', 60 * second, 120 * second),
  broken('dischargeProbeWarning', 'TDischarge', 60 * second, 120 * second),
  { ...broken('humidityProbeAlarm', 'levelHumidity', 60 * second, 120 * second), zones: true },
  broken('suctionPressureSensorAlarm', 'PSuction', 30 * second, 120 * second),
  broken('dischargePressureSensorAlarm', 'PDischarge', 30 * second, 120 * second),
  {
    name: 'probeImplausibleWarning',
    reads: [],
    when: (unit) => implausible(unit.memory.probes, unit) !== null,
    after_s: 0,
    clear: (unit) => implausible(unit.memory.probes, unit) === null,
    clearAfter_s: 60 * minute,
    evidence: (unit) => {
      const probe = implausible(unit.memory.probes, unit);
      const value = probe === null ? null : unit.value(probe as MetricName);
      return probe === null || value === null ? {} : { probe, [probe]: value };
    },
  },
  {
    name: 'probeMismatchWarning',
    reads: [],
    when: ({ memory }) => memory.probes.disagreed >= 3,
    after_s: 0,
    clear: ({ memory }) => memory.probes.agreed >= 2,
    clearAfter_s: 0,
  },
  {
    name: 'probeCalibrationWarning',
    reads: [],
    when: ({ at, memory, checksHold_days }) => at > checkDueAt(memory.upkeep.checkedAt, checksHold_days),
    after_s: 0,
    clear: ({ at, memory, checksHold_days }) => at <= checkDueAt(memory.upkeep.checkedAt, checksHold_days),
    clearAfter_s: 0,
  },
];
