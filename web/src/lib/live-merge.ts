/**
 * How the live picture of an appliance grows (S4.9, S4.10): frames and refetched replies arrive late, twice, in any order
 * or not at all, and every section says by its version which fact is newer.
 *
 * `reported`, `warnings` and `alarms` travel in parts: a frame holds what changed. So the version is kept for each value, and a
 * frame that was overtaken still brings the values that the newer one did not mention.
 */
import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { type Alarm, type Command, type LiveMessage, sections, type Versions } from '@brina/contract/live';

/** Version of each value that came by a live frame since the last refetch. */
type Marks = Readonly<Record<string, number>>;

/** An appliance as the cache holds it. */
export type CachedAppliance = Appliance & {
  /** Versions of the reply that the entry rests on: it was complete up to them. */
  base: Versions;
  marks: { reported: Marks; warnings: Marks; alarms: Marks };
};

type Frame = Exclude<LiveMessage, { action: string }>;

/** What a frame tells whole. */
const wholeSections = ['status', 'cycle', 'notices'] as const satisfies readonly (keyof Appliance)[];

/** An appliance that was never seen before. */
export const firstSeen = (fetched: Appliance): CachedAppliance => ({
  ...fetched,
  base: fetched.v,
  marks: { reported: {}, warnings: {}, alarms: {} },
});

/**
 * Joins a reply with what is known already. What live frames brought after the reply was made stays; tombstones of ended alarms
 * that the reply already knows of go.
 */
export function mergeFetched(known: CachedAppliance | undefined, fetched: Appliance): CachedAppliance {
  if (!known) return firstSeen(fetched);
  const reported = joinValues(known, fetched, 'reported', known.twin.reported, fetched.twin.reported);
  const warnings = joinValues(known, fetched, 'warnings', byName(known.warnings), byName(fetched.warnings));
  const alarms = joinValues(known, fetched, 'alarms', byName(known.alarms), byName(fetched.alarms));
  // Equal versions go to the reply: we may have assumed the unit to be offline, the reply knows.
  const online = fetched.v.online >= known.v.online ? fetched : known;
  return {
    ...fetched,
    online: online.online,
    lastSeenAt: online.lastSeenAt,
    ...Object.fromEntries(
      wholeSections.map((section) => [section, (fetched.v[section] >= known.v[section] ? fetched : known)[section]]),
    ),
    twin: { ...fetched.twin, reported: reported.values },
    cycleRunning: cycleRunningIn(reported.values) ?? fetched.cycleRunning,
    warnings: Object.values(warnings.values),
    alarms: Object.values(alarms.values),
    v: newest(known.v, fetched.v),
    base: newest(known.base, fetched.v),
    marks: { reported: reported.marks, warnings: warnings.marks, alarms: alarms.marks },
  };
}

/**
 * Joins a live message with what is known. Returns the same object when it brings nothing new, so that nothing renders again.
 */
export function mergeLive(known: CachedAppliance, message: LiveMessage): CachedAppliance {
  if ('action' in message) return message.action === 'offline' ? assumeOffline(known) : known;
  if (message.serialNumber !== known.serialNumber) return known;
  if ('reported' in message) return mergeReported(known, message);
  if ('warnings' in message) return mergeAlarms(known, 'warnings', message.warnings, message.v.warnings);
  if ('alarms' in message) return mergeAlarms(known, 'alarms', message.alarms, message.v.alarms);
  // What they are is another entry's; here it counts that they have arrived.
  if ('commands' in message) {
    const { commands } = message.v;
    return commands <= known.v.commands ? known : { ...known, v: { ...known.v, commands } };
  }
  if ('online' in message) {
    const { online, lastSeenAt, v } = message;
    if (v.online < known.v.online || (v.online === known.v.online && online === known.online)) return known;
    return { ...known, online, lastSeenAt, v: { ...known.v, online: v.online } };
  }
  const whole = wholeSections.find((section) => section in message);
  if (!whole || message.v[whole] <= known.v[whole]) return known;
  return { ...known, [whole]: (message as Partial<Appliance>)[whole], v: { ...known.v, [whole]: message.v[whole] } };
}

/**
 * Shows an appliance offline because the portal lost its edge, or we lost the portal. That is an assumption, not a fact of the
 * unit: versions stay, and the next fact about it is believed.
 */
export const assumeOffline = (known: CachedAppliance): CachedAppliance =>
  known.online ? { ...known, online: false } : known;

/** Whether a frame shows that others got lost: they were sent before it, and their sections have not arrived. */
export const isBehind = (known: CachedAppliance, announced: Versions): boolean =>
  sections.some((section) => known.v[section] < announced[section]);

function mergeReported(known: CachedAppliance, frame: Extract<Frame, { reported: unknown }>): CachedAppliance {
  const joined = takeNewer(known, 'reported', known.twin.reported, frame.reported, frame.v.reported);
  if (!joined) return known;
  return {
    ...known,
    twin: { ...known.twin, reported: joined.values },
    cycleRunning: cycleRunningIn(joined.values) ?? known.cycleRunning,
    v: joined.v,
    marks: joined.marks,
  };
}

function mergeAlarms(
  known: CachedAppliance,
  section: 'warnings' | 'alarms',
  brought: readonly Alarm[],
  version: number,
): CachedAppliance {
  const joined = takeNewer(known, section, byName(known[section]), byName(brought), version);
  if (!joined) return known;
  return { ...known, [section]: Object.values(joined.values), v: joined.v, marks: joined.marks };
}

/** Takes those values of a frame that are newer than what is known of each; `undefined` when there is nothing to take. */
function takeNewer<V>(
  known: CachedAppliance,
  section: keyof CachedAppliance['marks'],
  values: Readonly<Record<string, V>>,
  brought: Readonly<Record<string, V>>,
  version: number,
): { values: Record<string, V>; v: Versions; marks: CachedAppliance['marks'] } | undefined {
  const marks = known.marks[section];
  const newer = Object.keys(brought).filter((key) => version > (marks[key] ?? known.base[section]));
  if (newer.length === 0 && version <= known.v[section]) return undefined;
  const taken: Record<string, V> = { ...values };
  const marked: Record<string, number> = { ...marks };
  for (const key of newer) {
    taken[key] = brought[key] as V;
    marked[key] = version;
  }
  return {
    values: taken,
    v: { ...known.v, [section]: Math.max(known.v[section], version) },
    marks: { ...known.marks, [section]: marked },
  };
}

/** Values of a reply, but those that frames brought after it was made. */
function joinValues<V>(
  known: CachedAppliance,
  fetched: Appliance,
  section: keyof CachedAppliance['marks'],
  values: Readonly<Record<string, V>>,
  replied: Readonly<Record<string, V>>,
): { values: Record<string, V>; marks: Marks } {
  // Two replies may overtake each other: what an older one says was true before all that we know.
  if (fetched.v[section] < known.base[section]) return { values, marks: known.marks[section] };
  const stillNewer = Object.entries(known.marks[section]).filter(([, version]) => version > fetched.v[section]);
  const kept = Object.fromEntries(stillNewer.map(([key]) => [key, values[key] as V]));
  return { values: { ...replied, ...kept }, marks: Object.fromEntries(stillNewer) };
}

/** So many of the latest commands are known of an appliance, as many as the portal tells. */
const commands_max = 50;

/** Joins commands, the latest first; of what is told twice of one, the higher version says how it stands. */
export function mergeCommands(known: readonly Command[], told: readonly Command[]): Command[] {
  const byId = new Map(known.map((command) => [command.id, command]));
  for (const command of told) {
    const before = byId.get(command.id);
    if (!before || command.v > before.v) byId.set(command.id, command);
  }
  const later = (one: Command, other: Command): number =>
    other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);
  return [...byId.values()].sort(later).slice(0, commands_max);
}

const byName = (alarms: readonly Alarm[]): Record<string, Alarm> =>
  Object.fromEntries(alarms.map((alarm) => [alarm.name, alarm]));

const cycleRunningIn = (reported: Appliance['twin']['reported']): boolean | undefined =>
  reported.cycleRunning === undefined || reported.cycleRunning === null ? undefined : Boolean(reported.cycleRunning);

const newest = (one: Versions, other: Versions): Versions =>
  Object.fromEntries(sections.map((section) => [section, Math.max(one[section], other[section])])) as Versions;
