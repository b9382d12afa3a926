import type { StartFault } from '@brina/domain/appliance/argument-fault';
import type { QuantityUnit } from '@brina/domain/language/quantity';
import { useFaultText } from '../../../appliance/use-fault-text.ts';

/** Units of what a definition holds, by the last name in the path of a fault. */
const units: Readonly<Record<string, QuantityUnit>> = {
  air: 'Cel',
  fan: '%',
  rh: '%',
  time_min: 'min',
  hold_min: 'min',
  max_min: 'min',
  fallback_min: 'min',
  late_min: 'min',
  kg: 'kg',
  depth_mm: 'mm',
  from_C: 'Cel',
};

/** The sentence for a fault of a cycle at its field. @param by how the phase ends, where the fault is about its end */
export function useRecipeFaultText(): (fault: StartFault, by?: string) => string {
  const faultText = useFaultText();
  return (fault, by) => {
    const name = fault.path.split('.').findLast((part) => Number.isNaN(Number(part))) ?? '';
    const unit = name === 'end' ? (by === 'time' || by === undefined ? undefined : 'Cel') : units[name];
    return faultText(fault, name === 'end' && by === 'time' ? 'min' : unit);
  };
}
