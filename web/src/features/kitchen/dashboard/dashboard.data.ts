/** What the dashboard derives from all appliances: who stands where, who needs somebody, and which the filters let through. */
import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Laboratory } from '@brina/contract/calls/kitchen/laboratories';
import { type Attention, attentionOf, attentions, urgencyOf } from '@brina/domain/alarms/attention';
import { displayModel, modelRow } from '@brina/domain/appliance/families/families';
import type { Gamma } from '@brina/domain/appliance/families/family';
import type { FamilyCode } from '@brina/domain/appliance/families/family-code';
import { compareNames } from '@brina/domain/language/name-order';
import { searchable } from '@brina/domain/language/searchable';
import { isAwaited, toneOf } from '../../../appliance/appliance-state.ts';
import { type Tone, tones } from '../../../ui/tones.ts';
import { type DashboardFilter, isFiltered, type Sorting } from './dashboard-search.ts';

/** The little of an appliance that decides where and whether its card stands; the card itself reads the rest. */
export type Entry = {
  serial: string;
  labId: string | null;
  labName: string | null;
  gamma: Gamma;
  family: FamilyCode | null;
  /** Null while it has told nothing yet: it is in no state that is counted. */
  tone: Tone | null;
  /** Why somebody should look at it. */
  attention: Attention | null;
  name: string;
  /** Model as it is displayed (S3.23). */
  model: string;
  /** What the search box looks through besides. */
  words: string;
};

/** The entry of an appliance. It changes only when the appliance moves, is renamed or changes its state. */
export const entryOf = (appliance: Appliance): Entry => ({
  serial: appliance.serialNumber,
  labId: appliance.lab?.id ?? null,
  labName: appliance.lab?.name ?? null,
  gamma: appliance.gamma,
  family: modelRow(appliance.model)?.family ?? null,
  tone: isAwaited(appliance) && toneOf(appliance) !== 'alarm' ? null : toneOf(appliance),
  attention: attentionOf(appliance),
  name: appliance.name,
  model: displayModel(appliance.model),
  words: `${appliance.model} ${appliance.serialNumber}`,
});

/** The entries a filter lets through, in their order. */
export function filtered(entries: readonly Entry[], filter: DashboardFilter): Entry[] {
  const { kitchen, category, family, status, attention } = filter;
  const wanted = searchable(filter.q?.trim() ?? '');
  return entries.filter(
    (entry) =>
      (!kitchen || (entry.labId !== null && kitchen.includes(entry.labId))) &&
      (!category || entry.gamma === category) &&
      (!family || entry.family === family) &&
      (!status || entry.tone === status) &&
      (!attention || entry.attention !== null) &&
      (wanted === '' || searchable(`${entry.name} ${entry.model} ${entry.words}`).includes(wanted)),
  );
}

const orders: Readonly<Record<Sorting, (one: Entry, other: Entry) => number>> = {
  attention: (one, other) => urgencyOf(one.attention) - urgencyOf(other.attention),
  model: (one, other) => compareNames(one.model, other.model),
};

/** Entries in another order than the server's, which decides between equals. */
export const sorted = (entries: readonly Entry[], sort: Sorting): Entry[] => entries.toSorted(orders[sort]);

/** A kitchen with what is known of its appliances. */
export type Kitchen = {
  id: string | null;
  name: string | null;
  /** Null for a kitchen of somebody else, or none at all. */
  lab: Laboratory | null;
  entries: Entry[];
  /** How many of them have a card already; absent: all. */
  cards?: number;
};

/**
 * The kitchens to show, in the server's order (by name): the user's own, empty ones included while nothing is filtered or there is
 * nothing to filter, then those of appliances that others share. Sorted by attention, the kitchen that needs it most comes first.
 */
export function kitchensOf(
  entries: readonly Entry[],
  labs: readonly Laboratory[],
  filter: DashboardFilter,
  sort?: Sorting,
): Kitchen[] {
  const byId = new Map<string | null, Kitchen>(
    labs.map((lab) => [lab.id, { id: lab.id, name: lab.name, lab, entries: [] }]),
  );
  const shown = filtered(entries, filter);
  for (const entry of sort ? sorted(shown, sort) : shown) {
    const kitchen = byId.get(entry.labId) ?? { id: entry.labId, name: entry.labName, lab: null, entries: [] };
    byId.set(entry.labId, kitchen);
    kitchen.entries.push(entry);
  }
  const narrowed = entries.length > 0 && isFiltered(filter);
  const kitchens = [...byId.values()].filter((kitchen) => kitchen.entries.length > 0 || (!narrowed && kitchen.lab));
  return sort === 'attention'
    ? kitchens.toSorted((one, other) => urgencyOfKitchen(one) - urgencyOfKitchen(other))
    : kitchens;
}

/** A kitchen is as urgent as its most urgent appliance. */
const urgencyOfKitchen = ({ entries: [first] }: Kitchen): number =>
  first ? urgencyOf(first.attention) : attentions.length + 1;

/** The kitchens a filter may name: the user's own, and those in which shared appliances stand. */
export function kitchenChoices(
  entries: readonly Entry[],
  labs: readonly Pick<Laboratory, 'id' | 'name'>[],
): { id: string; name: string }[] {
  const choices = new Map(labs.map(({ id, name }) => [id, name]));
  for (const { labId, labName } of entries) if (labId && !choices.has(labId)) choices.set(labId, labName ?? '');
  return [...choices].map(([id, name]) => ({ id, name }));
}

/** What somebody asked for of which there is none just now, though there are appliances: a state, or what needs attention. */
export type Absence = { of: Tone | 'attention'; among: Entry[] };

/** Why a filter leaves nothing: the state that was asked for has nobody in it; null when the other filters leave nothing either. */
export function absenceOf(entries: readonly Entry[], filter: DashboardFilter): Absence | null {
  const { status, attention, ...others } = filter;
  const asked = status ?? (attention ? 'attention' : undefined);
  const among = filtered(entries, others);
  return asked === undefined || among.length === 0 ? null : { of: asked, among };
}

/** How many of these are in order, and how many need somebody for each reason. */
export function countByAttention(entries: readonly Entry[]): Record<Attention | 'inOrder', number> {
  const counts = { inOrder: 0, alarm: 0, offline: 0, warning: 0, anomaly: 0 };
  for (const { attention } of entries) counts[attention ?? 'inOrder'] += 1;
  return counts;
}

/** How many of these are in each tone. */
export function countByTone(entries: readonly Entry[]): Record<Tone, number> {
  const counts = Object.fromEntries(tones.map((tone) => [tone, 0])) as Record<Tone, number>;
  for (const { tone } of entries) if (tone) counts[tone] += 1;
  return counts;
}
