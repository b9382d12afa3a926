/** Heat, humidity and water. */
import { type AlarmRule, above, below, minute, plus } from '../rule.ts';
import { anyOf, lasted } from '../trackers/lasting.ts';
import type { UnitView } from '../unit-view.ts';

/** How far the humidity may lie from its set-point, and for how long, in minutes. */
function humidityBand(unit: UnitView): { points: number; low_min: number; high_min: number } {
  const { family } = unit.context.model;
  if (family === 'CP') return { points: unit.stage === 'chocolate' ? 10 : 15, low_min: 60, high_min: 60 };
  return family === 'MYA' ? { points: 10, low_min: 60, high_min: 60 } : { points: 10, low_min: 20, high_min: 30 };
}

const points = (unit: UnitView, away: -1 | 1, inside = 0): number | null =>
  plus(unit.zoned('cellSetHumidity'), away * (humidityBand(unit).points - inside));

/** Below freezing the probe says nothing; without a set-point nothing is asked for. */
const isControlled = (unit: UnitView): boolean =>
  unit.stage !== 'off' && unit.cell !== null && unit.cell > 0 && unit.zoned('cellSetHumidity') !== null;

const off = ({ stage }: UnitView): boolean => stage === 'off';

/** Rules of this group, in the order of its alarms. */
export const heatRules: readonly AlarmRule[] = [
  {
    name: 'heaterAlarm',
    reads: ['heaterPercentage', 'TCell', 'cellSetTemp'],
    when: ({ memory }) => memory.heat.failing,
    after_s: 0,
    clear: (unit) => (unit.value('heaterPercentage') === null ? null : !unit.memory.heat.failing && inReach(unit)),
    clearAfter_s: 0,
  },
  {
    name: 'cellOverTempAlarm',
    reads: ['heaterPercentage', 'TCell', 'cellSetTemp'],
    when: (unit) =>
      unit.value('powerState') !== 0 &&
      anyOf(lasted(unit, 'heatedOver'), lasted(unit, 'cellTooHot'), lasted(unit, 'cellScorching')),
    after_s: 0,
    clear: (unit) => below(unit.cell, plus(unit.set, 3)),
    clearAfter_s: 5 * minute,
  },
  {
    name: 'humidifierAlarm',
    reads: ['humidifierState', 'levelHumidity', 'cellSetHumidity'],
    when: (unit) => unit.value('humidifierState') === 4 || unit.memory.heat.dry,
    after_s: 0,
    clear: (unit) =>
      unit.value('humidifierState') === null ? null : unit.value('humidifierState') !== 4 && !unit.memory.heat.dry,
    clearAfter_s: 10 * minute,
  },
  {
    name: 'humidityLowWarning',
    reads: ['levelHumidity', 'cellSetHumidity'],
    // Chocolate keeps in dry air.
    when: (unit) =>
      isControlled(unit) && unit.stage !== 'chocolate' && below(unit.zoned('levelHumidity'), points(unit, -1)),
    after_s: (unit) => humidityBand(unit).low_min * minute,
    clear: (unit) => off(unit) || !isControlled(unit) || above(unit.zoned('levelHumidity'), points(unit, -1, 3)),
    clearAfter_s: 10 * minute,
    zones: true,
  },
  {
    name: 'humidityHighWarning',
    reads: ['levelHumidity', 'cellSetHumidity'],
    when: (unit) => isControlled(unit) && above(unit.zoned('levelHumidity'), points(unit, 1)),
    after_s: (unit) => humidityBand(unit).high_min * minute,
    clear: (unit) => off(unit) || !isControlled(unit) || below(unit.zoned('levelHumidity'), points(unit, 1, 3)),
    clearAfter_s: 10 * minute,
    zones: true,
  },
  {
    name: 'waterSupplyAlarm',
    reads: ['waterLevel', 'PWater'],
    when: (unit) => anyOf(lasted(unit, 'waterEmpty'), lasted(unit, 'waterNotFilled'), lasted(unit, 'waterPressureOff')),
    after_s: 0,
    clear: (unit) => {
      const [level, pressure] = [unit.value('waterLevel'), unit.value('PWater')];
      if (level === null && pressure === null) return null;
      return (level === null || level >= 2) && (pressure === null || (pressure >= 2 && pressure <= 5.5));
    },
    clearAfter_s: 2 * minute,
  },
];

/** Warm enough, or warming as it should. */
const inReach = (unit: UnitView): boolean => unit.memory.heat.rises || above(unit.cell, plus(unit.set, -5)) === true;
