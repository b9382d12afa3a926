import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { type BreakableProbe, breakable, type FaultName, faultRows, isFault } from './faults.ts';
/** What happened to a fleet in the past it tells: power cuts, faults and probes that were mended, batches that went wrong, days off. */
import type { SlotEdit } from './favourites.ts';
import { midnightBefore, weekdayOf } from './kitchen.ts';
import { random } from './random.ts';
import { type Oddity, oddities } from './routines/kitchen-day.ts';
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
  /** A probe shows nothing for these hours; with `times` a loose contact, again and again, at a distance. */
  | {
      readonly kind: 'brokenProbe';
      readonly unit: string;
      readonly probe: BreakableProbe;
      readonly hours: number;
      readonly times?: number;
    }
  /** A cabinet stands by for these hours, empty or not, and then goes on as before. */
  | { readonly kind: 'standBy'; readonly unit: string; readonly hours: number }
  /** Somebody changes a favourite at the panel, or fills an empty place. */
  | ({ readonly kind: 'panelEdit'; readonly unit: string; readonly slot: number } & SlotEdit)
  /** Something is out of the ordinary at a blast chiller on that day; with `weekday` (0 Sunday) on the last such day before it. */
  | { readonly kind: 'oddDay'; readonly unit: string; readonly what: Oddity; readonly weekday?: number }
);

/** Something that happens to a unit at an instant of its past. */
export type Happening = { readonly at_ms: number; readonly happen: (unit: Unit) => void };

/** Without incidents in the file something happens as many days before now. */
const powerCut_days = [3, 9] as const;
const lateBatch_days = [2, 6] as const;

/** What happens to a unit, in order; `modes` of its zones when nothing does. */
export function happeningsOf(
  { serial, modes = [] }: { readonly serial: string; readonly modes?: readonly number[] },
  incidents: readonly Incident[],
  present_ms: number,
): Happening[] {
  const happenings = incidents.flatMap((incident): Happening[] => {
    const at_ms = present_ms - incident.daysAgo * day_ms;
    switch (incident.kind) {
      case 'powerCut': {
        if (incident.units && !incident.units.includes(serial)) return [];
        return withoutPlug([at_ms, Math.min(at_ms + incident.minutes * minute_ms, present_ms)]);
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
      case 'brokenProbe': {
        if (incident.unit !== serial) return [];
        const { probe, hours, times = 1 } = incident;
        return Array.from({ length: times }, (_, n) => at_ms + n * looseEvery * hours * hour_ms).flatMap((from_ms) => [
          { at_ms: from_ms, happen: (unit) => unit.troubles.troubleProbe(probe, 'broken') },
          { at_ms: from_ms + hours * hour_ms, happen: (unit) => unit.troubles.troubleProbe(probe, null) },
        ]);
      }
      case 'standBy': {
        if (incident.unit !== serial) return [];
        const back_ms = Math.min(at_ms + incident.hours * hour_ms, present_ms);
        return [
          { at_ms, happen: (unit) => setModes(unit, () => standBy) },
          { at_ms: back_ms, happen: (unit) => setModes(unit, (zone) => modes[zone]) },
        ];
      }
      case 'oddDay':
        return [];
    }
  });
  return inOrder(happenings);
}

export const inOrder = (happenings: readonly Happening[]): Happening[] =>
  [...happenings].sort((a, b) => a.at_ms - b.at_ms);

/** A loose contact comes back after so many times as long as it lasts. */
const looseEvery = 2.5;
const standBy = 0;

/** Gives each zone a mode, as somebody does at the panel. */
function setModes(unit: Unit, modeOf: (zone: number) => number | undefined): void {
  const { appliance } = unit;
  for (const zone of appliance.state.zones.keys()) {
    const mode = modeOf(zone);
    if (mode !== undefined) appliance.press('setMode', { mode, ...(zone > 0 && { zone: zone + 1 }) });
  }
}

/** A plug that is out from an instant to another. */
export const withoutPlug = ([from, to]: readonly [from: number, to: number]): Happening[] => [
  { at_ms: from, happen: (unit) => unit.setPlug(false, from) },
  { at_ms: to, happen: (unit) => unit.setPlug(true, to) },
];

/** What is out of the ordinary at a unit, by the local midnight of its day. */
export function oddDaysOf(
  { serial, timeZone }: { readonly serial: string; readonly timeZone: string },
  incidents: readonly Incident[],
  present_ms: number,
): ReadonlyMap<number, Oddity> {
  return new Map(
    incidents.flatMap((incident) => {
      if (incident.kind !== 'oddDay' || incident.unit !== serial) return [];
      const { daysAgo, weekday } = incident;
      let midnight = midnightBefore(present_ms - daysAgo * day_ms, timeZone);
      while (weekday !== undefined && weekdayOf(midnight, timeZone) !== weekday)
        midnight = midnightBefore(midnight - 1, timeZone);
      return [[midnight, incident.what] as const];
    }),
  );
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
      return { kind: 'oddDay', unit, what: 'tooThick', daysAgo: Math.min(days, (since_ms * 0.5) / day_ms) };
    }),
  ];
}

/** What an incident of each kind consists of, in words and by type. */
const fields: Readonly<Record<Incident['kind'], readonly [what: string, fields: Readonly<Record<string, string>>]>> = {
  powerCut: ['a power cut', { minutes: 'number' }],
  panelEdit: ['a change at the panel', { unit: 'string', slot: 'number' }],
  oddDay: ['an odd day', { unit: 'string' }],
  fault: ['a fault', { unit: 'string', value: 'number', hours: 'number' }],
  brokenProbe: ['a broken probe', { unit: 'string', hours: 'number' }],
  standBy: ['a stand-by', { unit: 'string', hours: 'number' }],
};

/** What is wrong with an incident of the file; null: nothing. */
export function incidentFault(incident: Partial<Record<string, unknown>>): string | null {
  const { kind, daysAgo } = incident;
  if (typeof daysAgo !== 'number' || daysAgo <= 0) return 'an incident without daysAgo';
  const row = Object.entries(fields).find(([one]) => one === kind)?.[1];
  if (!row) return `an incident of unknown kind "${String(kind)}"`;
  const [what, types] = row;
  const missing = Object.keys(types).filter((field) => typeof incident[field] !== types[field]);
  if (missing.length > 0) return `${what} without ${missing.join(' or ')}`;
  if (kind === 'fault' && !isFault(String(incident.fault))) return `an unknown fault "${String(incident.fault)}"`;
  if (kind === 'oddDay' && !isOneOf(oddities, incident.what)) return `an unknown oddity "${String(incident.what)}"`;
  if (kind === 'brokenProbe' && !isOneOf(breakable, incident.probe))
    return `an unknown probe "${String(incident.probe)}"`;
  return null;
}

const isOneOf = (known: readonly string[], value: unknown): boolean => known.some((one) => one === value);
