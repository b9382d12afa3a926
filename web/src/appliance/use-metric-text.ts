import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { familyOf } from '@brina/domain/appliance/families/families';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { inFirstZone, type MetricName, type MetricRow, metrics } from '@brina/domain/appliance/metrics';
import { modeMessages } from '@brina/domain/appliance/modes.messages';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { sanigenLevelOf } from '@brina/domain/appliance/sanigen';
import { stateKey } from '@brina/domain/appliance/states';
import { stateMessages } from '@brina/domain/appliance/states.messages';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';

/** Writes a value of a metric: a quantity in the reader's unit, a state in a word of the appliance's family, a dash for none. */
export function useMetricText({
  model,
}: Pick<Appliance, 'model'>): (name: MetricName, value: number | string | null) => string {
  const { t: state } = useMessages(stateMessages);
  const { t: mode } = useMessages(modeMessages);
  const { t: phase } = useMessages(phaseMessages);
  const { t: ofFunction } = useMessages(functionMessages);
  const format = useFormat();
  const family = familyOf(model);

  /** The word of a code that the family numbers itself. */
  const ownWord = (name: string, code: number): string | undefined => {
    const functionKey = name === 'cycleFunction' ? family?.functions[code]?.key : undefined;
    // Who works in modes repeats the mode as its function.
    const isMode = name === 'operatingMode' || (name === 'cycleFunction' && !functionKey);
    const modeKey = isMode ? family?.modes[code]?.key : undefined;
    const phaseKey = name === 'cyclePhase' ? family?.phases[code] : undefined;
    if (modeKey) return mode(modeKey);
    if (functionKey) return ofFunction(functionKey);
    return phaseKey && phase(phaseKey);
  };
  return (name, value) => {
    if (value === null) return '–';
    if (typeof value === 'string') return value;
    const row: MetricRow = metrics[name];
    if (row.kind === 'state') {
      const first = inFirstZone(name);
      const code = first === 'sanigenLevel' && family ? (sanigenLevelOf(family.code, value) ?? -1) : value;
      const key = stateKey(first, code);
      if (key) return state(key);
      // Where 0 is no function of the family, it tells that none runs.
      const isNone = first === 'cycleFunction' && value === 0;
      return ownWord(first, value) ?? (isNone ? '–' : format.number(value));
    }
    return format.quantity(value, row.unit, isDecimal(row) ? undefined : row.decimals[0]);
  };
}

/** Units whose decimals are those of every quantity in them; of the others the metric's own count. */
const isDecimal = ({ unit }: MetricRow): boolean =>
  unit === 'Cel' || unit === 'K' || unit === 'bar' || unit === 'W' || unit === 'Wh';
