/** Which silences of a laboratory's units are one event: many at once, or of units that told of their power failing. */
import { minute_ms } from '../../language/durations.ts';
import { asOne, isLasting, lasting_ms, type Outage, type SiteFacts, type SiteUnit, silent_ms } from './outages.ts';

/** Silences of several units that have one cause, or one whose unit told of it. Moments are epoch ms. */
export type SiteEvent = {
  readonly members: readonly Outage[];
  readonly startedAt: number;
  readonly raisedAt: number;
  readonly gasped: boolean;
};

/** Lost at once is who is lost within so long. */
const together_ms = 2 * minute_ms;
const share = 0.6;

/**
 * The events of a laboratory, and the silences that are part of none. First the beginnings of those that concern several units are
 * found, so that none of them is taken for a part of one that goes on for the sake of a single broken unit; then what is lost while
 * one goes on joins it.
 * @param outages in order
 */
export function eventsOf(
  facts: SiteFacts,
  outages: readonly Outage[],
  until: number,
): { events: readonly SiteEvent[]; alone: readonly Outage[] } {
  const telling = outages.filter((outage) => isLasting(outage) || gaspOf(outage) !== null);
  const taken = new Set<Outage>();
  const events: SiteEvent[] = [];
  for (const first of telling) {
    if (taken.has(first)) continue;
    const known = [...telling, ...events.flatMap(({ members }) => members)];
    const event = beginning(facts, first, { free: telling.filter((outage) => !taken.has(outage)), known, until });
    if (event === null) continue;
    for (const outage of event.members) taken.add(outage);
    const index = events.findLastIndex(({ members }) => event.members.every((outage) => goesOn(members, outage)));
    const before = events[index];
    if (before) events[index] = { ...before, members: event.members.reduce(withNext, before.members) };
    else events.push(event);
  }
  for (const outage of telling) {
    if (taken.has(outage)) continue;
    const gasp = gaspOf(outage);
    const index = isLasting(outage) ? events.findLastIndex((event) => takesIn(event, outage)) : -1;
    const event = events[index];
    if (event) events[index] = { ...event, members: withNext(event.members, outage) };
    else if (gasp !== null) events.push(eventOf([outage], gasp));
    else continue;
    taken.add(outage);
  }
  return { events, alone: outages.filter((outage) => !taken.has(outage)) };
}

/** Whether an outage goes on with one of these, after its unit only showed for a moment. */
const goesOn = (members: readonly Outage[], outage: Outage): boolean =>
  members.some((member) => asOne(member, outage) !== null);

/** With one outage more, or with a longer one. */
const withNext = (members: readonly Outage[], outage: Outage): readonly Outage[] =>
  goesOn(members, outage) ? members.map((member) => asOne(member, outage) ?? member) : [...members, outage];

const gaspOf = ({ unit, lostAt, backAt }: Outage): number | null =>
  unit.lastGasps.find((gasp) => Math.abs(gasp - lostAt) <= silent_ms && (backAt === null || gasp <= backAt)) ?? null;

/**
 * @param members in order
 * @param raisedAt when it would be raised if no unit had told of its power failing; null: never
 */
function eventOf(members: readonly Outage[], raisedAt: number | null): SiteEvent {
  const gasps = members.map(gaspOf).filter((gasp) => gasp !== null);
  return {
    members,
    startedAt: Math.min(...gasps, ...members.map(({ lostAt }) => lostAt)),
    raisedAt: Math.min(...gasps, raisedAt ?? Number.POSITIVE_INFINITY),
    gasped: gasps.length > 0,
  };
}

/** The event that begins with an outage; null: none of several units does. `known`: also what is part of events already. */
function beginning(
  facts: SiteFacts,
  first: Outage,
  { free, known, until }: { free: readonly Outage[]; known: readonly Outage[]; until: number },
): SiteEvent | null {
  const window = free.filter(({ lostAt }) => lostAt >= first.lostAt && lostAt - first.lostAt <= together_ms);
  if (unitsOf(window).size < 2) return null;
  const gasped = gaspedTogether(first, window);
  const silent = silentTogether(first, window, poweredAt(facts, first.lostAt, known), until);
  if (silent === null && unitsOf(gasped).size < 2) return null;
  const members = window.filter((outage) => gasped.includes(outage) || silent?.members.includes(outage));
  return eventOf(members, silent?.raisedAt ?? null);
}

/** Outages from the first on whose units told of their power failing, each before another one was over. */
function gaspedTogether(first: Outage, window: readonly Outage[]): readonly Outage[] {
  if (gaspOf(first) === null) return [];
  const members = [first];
  for (const outage of window)
    if (outage !== first && gaspOf(outage) !== null && members.every((member) => isAwayAt(member, outage.lostAt)))
      members.push(outage);
  return members;
}

/** Outages from the first on that make it many, and are all there for so long that it is raised; null: they are not. */
function silentTogether(
  first: Outage,
  window: readonly Outage[],
  powered: number,
  until: number,
): { members: readonly Outage[]; raisedAt: number } | null {
  const needed = Math.max(2, Math.ceil(share * powered));
  for (const [index, decisive] of window.entries()) {
    const raisedAt = decisive.lostAt + lasting_ms;
    if (until < decisive.lostAt + silent_ms || !isAwayAt(first, raisedAt)) return null;
    const isMany = window.slice(0, index + 1).filter((outage) => isAwayAt(outage, raisedAt)).length >= needed;
    if (isMany) return { members: window.filter((outage) => isAwayAt(outage, raisedAt)), raisedAt };
  }
  return null;
}

/** Whether an outage of before a moment has not ended by then. */
const isAwayAt = ({ backAt }: Outage, at: number): boolean => backAt === null || backAt > at;

/** How many units had been online by a moment and had not been lost before, but for a flicker. */
function poweredAt({ units }: SiteFacts, at: number, outages: readonly Outage[]): number {
  const lost = unitsOf(outages.filter((outage) => outage.lostAt < at && isLasting(outage) && isAwayAt(outage, at)));
  return units.filter((unit) => !lost.has(unit) && unit.online.some(({ from }) => from <= at)).length;
}

/** Whether a unit that is lost is one more of an event, or still: that concerns several, and most of them are not back. */
function takesIn({ members, startedAt }: SiteEvent, outage: Outage): boolean {
  if (goesOn(members, outage)) return true;
  const { lostAt } = outage;
  const units = unitsOf(members);
  const away = unitsOf(members.filter((outage) => isAwayAt(outage, lostAt)));
  return units.size >= 2 && startedAt <= lostAt && away.size * 2 >= units.size;
}

const unitsOf = (outages: readonly Outage[]): ReadonlySet<SiteUnit> => new Set(outages.map(({ unit }) => unit));
