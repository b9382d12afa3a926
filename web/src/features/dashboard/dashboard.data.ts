/** What the dashboard derives from all appliances: who stands where, how many do what, and which the filters let through. */
import type { Appliance } from '@brina/contract/appliances';
import type { Laboratory } from '@brina/contract/laboratories';
import { displayModel } from '@brina/domain/families/families';
import { type Gamma, gammas } from '@brina/domain/families/family';
import { type Tone, tones } from '../../ui/tones.ts';
import { toneOf } from '../appliance/appliance-state.ts';

/** The filters as they stand in the URL. */
export type DashboardFilter = { kitchen?: string; category?: Gamma; status?: Tone; q?: string };

/** Reads the filters out of the URL's search; what is no filter is left out. */
export function readFilter(search: Readonly<Record<string, unknown>>): DashboardFilter {
  const { kitchen, q } = search;
  const category = gammas.find((gamma) => gamma === search.category);
  const status = tones.find((tone) => tone === search.status);
  return {
    ...(typeof kitchen === 'string' ? { kitchen } : {}),
    ...(category ? { category } : {}),
    ...(status ? { status } : {}),
    // A search for "45" arrives as a number: the router reads the URL as JSON.
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
  };
}

/** The little of an appliance that decides where and whether its card stands; the card itself reads the rest. */
export type Entry = {
  serial: string;
  labId: string | null;
  labName: string | null;
  gamma: Gamma;
  tone: Tone;
  /** What the search box looks through. */
  words: string;
};

/** The entry of an appliance. It changes only when the appliance moves, is renamed or changes its state. */
export const entryOf = (appliance: Appliance): Entry => ({
  serial: appliance.serialNumber,
  labId: appliance.lab?.id ?? null,
  labName: appliance.lab?.name ?? null,
  gamma: appliance.gamma,
  tone: toneOf(appliance),
  words: `${appliance.name} ${displayModel(appliance.model)} ${appliance.model} ${appliance.serialNumber}`,
});

/** Text without case, accents and width: "ё" is found by "е", "ß" by "ss", full-width by half-width. */
export const searchable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/** Whether an entry passes the filters; the state is left out where the tiles count it. */
const passes = (entry: Entry, filter: DashboardFilter, withState: boolean): boolean =>
  (!filter.kitchen || entry.labId === filter.kitchen) &&
  (!filter.category || entry.gamma === filter.category) &&
  (!withState || !filter.status || entry.tone === filter.status) &&
  (!filter.q || searchable(entry.words).includes(searchable(filter.q.trim())));

/** A kitchen with the serial numbers of the cards in it. `lab` is null for a kitchen of somebody else, or none at all. */
export type Kitchen = { id: string | null; name: string | null; lab: Laboratory | null; serials: string[] };

/**
 * The kitchens to show, in the server's order (by name): the user's own, empty ones included while nothing is filtered,
 * then those of appliances that others share.
 */
export function kitchensOf(entries: readonly Entry[], labs: readonly Laboratory[], filter: DashboardFilter): Kitchen[] {
  const own = labs.map((lab): Kitchen => ({ id: lab.id, name: lab.name, lab, serials: [] }));
  const byId = new Map<string | null, Kitchen>(own.map((kitchen) => [kitchen.id, kitchen]));
  for (const entry of entries) {
    const kitchen = byId.get(entry.labId) ?? { id: entry.labId, name: entry.labName, lab: null, serials: [] };
    byId.set(entry.labId, kitchen);
    if (passes(entry, filter, true)) kitchen.serials.push(entry.serial);
  }
  const filtered = Object.values(filter).some((value) => value !== '');
  return [...byId.values()].filter((kitchen) => kitchen.serials.length > 0 || (!filtered && kitchen.lab));
}

/** How many appliances are in each tone, among those the other filters let through. */
export function countsOf(
  entries: readonly Entry[],
  filter: DashboardFilter,
): { all: number; byTone: Record<Tone, number> } {
  const among = entries.filter((entry) => passes(entry, filter, false));
  const byTone = Object.fromEntries(tones.map((tone) => [tone, 0])) as Record<Tone, number>;
  for (const { tone } of among) byTone[tone] += 1;
  return { all: among.length, byTone };
}
