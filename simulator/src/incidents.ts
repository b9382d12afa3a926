import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { type FaultName, faultRows, isFault } from './faults.ts';
/** What happened to a fleet in the past it tells: power cuts, faults that were mended, a batch that missed its time. */
import type { SlotEdit } from './favourites.ts';
import { midnightBefore } from './kitchen.ts';
import { random } from './random.ts';
import type { Unit } from './unit/unit.ts';

/** An incident of the fleet file, counted back from the present. */
export type Incident = { readonly daysAgo: number } & (
  | {
      /** The site is without power; with `units` only these. */
      readonly kind: 'powerCut';
      readonly minutes: number;
      readonly units?: readonly string[];
    }
  | {
      /** Something breaks, or begins to, and is mended after these hours. */
      readonly kind: 'fault';
      readonly unit: string;
      readonly fault: FaultName;
      readonly value: number;
      readonly perDay?: number;
      readonly hours: number;
    }
  /** Somebody changes a favourite at the panel, or fills an empty place. */
  | ({ readonly kind: 'panelEdit'; readonly unit: string; readonly slot: number } & SlotEdit)
  /** A batch of that day is laid too thick and misses its time. */
  | { readonly kind: 'missedBatch'; readonly unit: string }
);

/** Something that happens to a unit at an instant of its past. */
export type Happening = { readonly at_ms: number; readonly happen: (unit: Unit) => void };

/** Without incidents in the file something happens as many days before now. */
const powerCut_days = [3, 9] as const;
const lateBatch_days = [2, 6] as const;

/** What happens to a unit, in order. */
export function happeningsOf(serial: string, incidents: readonly Incident[], present_ms: number): Happening[] {
  const happenings = incidents.flatMap((incident): Happening[] => {
    const at_ms = present_ms - incident.daysAgo * day_ms;
    switch (incident.kind) {
      case 'powerCut': {
        if (incident.units && !incident.units.includes(serial)) return [];
        const back_ms = Math.min(at_ms + incident.minutes * minute_ms, present_ms);
        return [
          { at_ms, happen: (unit) => unit.setPlug(false, at_ms) },
          { at_ms: back_ms, happen: (unit) => unit.setPlug(true, back_ms) },
        ];
      }
      case 'fault': {
        if (incident.unit !== serial) return [];
        const { fault, value, perDay, hours } = incident;
        const mended_ms = Math.min(at_ms + hours * hour_ms, present_ms);
        return [
          { at_ms, happen: (unit) => void unit.troubles.setFault(fault, value, perDay) },
          { at_ms: mended_ms, happen: (unit) => void unit.troubles.setFault(fault, faultRows[fault].sound) },
        ];
      }
      case 'panelEdit': {
        if (incident.unit !== serial) return [];
        const { slot, title, function: code, phases } = incident;
        const change = {
          ...(title && { title }),
          ...(code !== undefined && { function: code }),
          ...(phases && { phases }),
        };
        return [{ at_ms, happen: ({ appliance }) => void appliance.panel?.favourites.edit(slot, change) }];
      }
      case 'missedBatch':
        return [];
    }
  });
  return happenings.sort((a, b) => a.at_ms - b.at_ms);
}

/** Local midnight of the day on which a unit's kitchen certainly makes a batch that is late; null: only by chance. */
export function lateDayOf(
  { serial, timeZone }: { readonly serial: string; readonly timeZone: string },
  incidents: readonly Incident[],
  present_ms: number,
): number | null {
  const missed = incidents.find((incident) => incident.kind === 'missedBatch' && incident.unit === serial);
  return missed ? midnightBefore(present_ms - missed.daysAgo * day_ms, timeZone) : null;
}

/** What befalls a fleet whose file tells of nothing: a power cut of less than an hour, and a late batch at each unit. */
export function usualIncidents(serials: readonly string[], seed: number, since_ms: number): readonly Incident[] {
  if (since_ms === 0) return [];
  const dice = random(seed, 'power cut');
  const ago_ms = Math.min(dice.between(...powerCut_days) * day_ms, since_ms * 0.6);
  const minutes = Math.min(dice.between(12, 50), ago_ms / 2 / minute_ms);
  return [
    { kind: 'powerCut', daysAgo: ago_ms / day_ms, minutes },
    ...serials.map((unit): Incident => {
      const days = random(seed, unit, 'late day').between(...lateBatch_days);
      return { kind: 'missedBatch', unit, daysAgo: Math.min(days, (since_ms * 0.5) / day_ms) };
    }),
  ];
}

/** What is wrong with an incident of the file; null: nothing. */
export function incidentFault(incident: Partial<Record<string, unknown>>): string | null {
  const { kind, daysAgo } = incident;
  if (typeof daysAgo !== 'number' || daysAgo <= 0) return 'an incident without daysAgo';
  if (kind === 'powerCut') return typeof incident.minutes === 'number' ? null : 'a power cut without minutes';
  if (kind === 'panelEdit')
    return typeof incident.unit === 'string' && typeof incident.slot === 'number'
      ? null
      : 'a change at the panel without unit or slot';
  if (kind === 'missedBatch') return typeof incident.unit === 'string' ? null : 'a missed batch without a unit';
  if (kind !== 'fault') return `an incident of unknown kind "${String(kind)}"`;
  if (!isFault(String(incident.fault))) return `an unknown fault "${String(incident.fault)}"`;
  const isWhole =
    typeof incident.unit === 'string' && typeof incident.value === 'number' && typeof incident.hours === 'number';
  return isWhole ? null : 'a fault without unit, value or hours';
}
