/** Cause hides effect: while the cause is active, notifications of its effects are folded into it. The intervals stay in the list. */
import { alarms, inhibitionsOf, isAlarm } from '../alarms.ts';

/** A service visit, or a test: the server's alarms are listed and not notified. */
export const serviceVisit = 'serviceVisit';

/** Stems of alarms and of what they hide. `*` stands for every alarm that is judged by the chamber's air. */
const effects: readonly (readonly [cause: string, effects: readonly string[]])[] = [
  ['cellProbe', ['*']],
  ['evapProbe', ['defrost']],
  ['coreNeedle', ['coreProbe', 'chillForecast']],
  ['condFan', ['condenserHighTemp', 'highPressure']],
  ['condenserDirty', ['condenserHighTemp', 'highPressure']],
  ['highPressure', ['compressor']],
  ['phase', ['compressor']],
  ['mainsVoltage', ['compressor']],
  ['openDoor', ['humidity', 'noCooling', 'productTempHighWarning']],
  ['defrostFailed', ['evapIced']],
  ['waterSupply', ['humidifier', 'humidityLow']],
  ['blackOut', ['offline', 'dataGap']],
  ['siteNetwork', ['offline', 'dataGap']],
];

/** Alarms the chamber's own door, air and probe explain; `humidityProbe` is a probe of its own. */
const unrelated: readonly string[] = ['humidityProbeAlarm', 'coreProbeNotInsertedWarning'];

const hides = (stem: string, name: string, ofAir: boolean): boolean =>
  stem === '*'
    ? ofAir && !name.startsWith('cellProbe')
    : name.startsWith(stem) && (stem !== 'humidity' || !unrelated.includes(name));

/**
 * The active alarm that explains this one, or null. An excursion of food is never folded.
 * @param ofAir whether the rule reads the chamber's air
 */
export function causeOf(name: string, ofAir: boolean, active: ReadonlySet<string>): string | null {
  if (isAlarm(name) && alarms[name].record === 'EX') return null;
  for (const [cause, hidden] of effects)
    for (const other of active)
      if (other !== name && other.startsWith(cause) && hidden.some((stem) => hides(stem, name, ofAir))) return other;
  return null;
}

/** Whether a service visit silences an alarm: not what endangers food or people, and not what the unit raises itself. */
export const quietInVisit = (name: string): boolean => isAlarm(name) && inhibitionsOf(alarms[name]).includes('service');
