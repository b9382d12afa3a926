/**
 * Power or network: what the silence of a laboratory's units means (S3.12, S7.28). A pure function of all facts known up to a moment, so
 * that it is the same in whatever order they arrived; run it again whenever a fact comes or time passes, and hand both outcomes to
 * `reconcileSite`. Moments are epoch milliseconds.
 */
import { silence_ms } from '../../appliance/connection.ts';
import { minute_ms } from '../../language/durations.ts';
import { type Interval, type Reconciled, reconcileBy } from './interval.ts';

/** A stretch of time; null: it lasts. */
export type Stretch = { readonly from: number; readonly to: number | null };

/** A unit was online: connected, and heard within three heartbeats. */
export type Online = Stretch & {
  /** Number of its boot. */
  readonly boot: number;
  /** Whether samples of the silence before are missing for good; absent while its backlog still comes. */
  readonly missing?: boolean;
};

/** A unit of the laboratory. */
export type SiteUnit = {
  readonly unit: string;
  /** Stretches in which it was online, from first to last heard. */
  readonly online: readonly Online[];
  /** Moments at which it told of its power failing. */
  readonly lastGasps: readonly number[];
  /** Cycles, and jobs of new software, which explain a silence. */
  readonly cycles: readonly Stretch[];
  readonly firmware: readonly Stretch[];
};

/** What is known of a laboratory. */
export type SiteFacts = {
  readonly units: readonly SiteUnit[];
  /** Our own outages: the edge was not up or not reading, or a large part of all units dropped at once (`fleetIncidents`). */
  readonly ours: readonly { readonly from: number; readonly to: number }[];
};

/** An interval of a laboratory, or of one of its units. */
export type SiteInterval = Interval & { readonly unit: string | null };

const together_ms = 2 * minute_ms;
const share = 0.6;
const silent_ms = silence_ms();
/** Lost is who was not heard for three heartbeats; after as long again it is raised. */
const raisedAfter_ms = silent_ms + 3 * minute_ms;
const offline_ms = 15 * minute_ms;
const offlineInCycle_ms = 5 * minute_ms;
const grace_ms = 5 * minute_ms;
const clearAfter_ms = 2 * minute_ms;

type Outage = {
  readonly unit: SiteUnit;
  /** Last heard; for our own part in it, the end of the grace. */
  readonly lostAt: number;
  readonly backAt: number | null;
  readonly cause: 'power' | 'network' | null;
};

type Event = {
  readonly members: readonly Outage[];
  readonly startedAt: number;
  readonly raisedAt: number;
  readonly gasped: boolean;
};

const covers = ({ from, to }: Stretch, at: number): boolean => from <= at && (to === null || at <= to);

/**
 * The alarms of a laboratory's silence as they stand at `until`: blackOutAlarm, siteNetworkWarning, offlineWarning. Facts later than
 * `until` are left out.
 */
export function siteIntervals(facts: SiteFacts, until: number): readonly SiteInterval[] {
  const outages = facts.units
    .flatMap((unit) => outagesOf(unit, facts, until))
    .sort((a, b) => a.lostAt - b.lostAt || (a.unit.unit < b.unit.unit ? -1 : 1));
  const events = eventsOf(facts, outages, until);
  const inEvent = new Map(events.flatMap((event) => event.members.map((outage) => [outage, event] as const)));
  return [
    ...events.flatMap((event) => eventIntervals(facts, event, until)),
    ...outages.flatMap((outage) => offlineInterval(outage, inEvent.get(outage) ?? null, until)),
  ].sort((a, b) => a.startedAt - b.startedAt || (a.name < b.name ? -1 : 1));
}

/** Silences of a unit, without those that are ours. */
function outagesOf(unit: SiteUnit, { ours }: SiteFacts, until: number): Outage[] {
  const online = [...unit.online].sort((a, b) => a.from - b.from).filter(({ from }) => from <= until);
  return online.flatMap((stretch, index): Outage[] => {
    const { to } = stretch;
    if (to === null || to > until) return [];
    const next = online[index + 1] ?? null;
    const own = ours.find(({ from, to: end }) => to >= from - silent_ms && to <= end + grace_ms);
    const lostAt = own ? own.to + grace_ms : to;
    const backAt = next?.from ?? null;
    if (backAt !== null && backAt <= lostAt) return [];
    return [{ unit, lostAt, backAt, cause: next === null ? null : causeOf(stretch, next) }];
  });
}

/** What an outage was, by what the unit tells when it is back. */
const causeOf = (before: Online, after: Online): 'power' | 'network' =>
  after.boot > before.boot && after.missing !== false ? 'power' : 'network';

/** Silences that are one event of the laboratory: many at once, or a unit that told of its power failing. */
function eventsOf(facts: SiteFacts, outages: readonly Outage[], until: number): Event[] {
  const taken = new Set<Outage>();
  const events: Event[] = [];
  for (const first of outages) {
    if (taken.has(first)) continue;
    const free = outages.filter((outage) => !taken.has(outage));
    const event = gaspEvent(first, free) ?? silenceEvent(facts, first, free, until);
    if (event === null) continue;
    for (const outage of event.members) taken.add(outage);
    events.push(event);
  }
  return events;
}

const gaspOf = ({ unit, lostAt, backAt }: Outage): number | null =>
  unit.lastGasps.find((gasp) => Math.abs(gasp - lostAt) <= silent_ms && (backAt === null || gasp <= backAt)) ?? null;

function gaspEvent(first: Outage, free: readonly Outage[]): Event | null {
  const gasp = gaspOf(first);
  if (gasp === null) return null;
  const members = joined(
    first,
    free.filter((outage) => gaspOf(outage) !== null || outage === first),
  );
  return { members, startedAt: Math.min(gasp, first.lostAt), raisedAt: gasp, gasped: true };
}

/** Lost at the same time as the first, or while the event lasts. */
function joined(first: Outage, free: readonly Outage[]): readonly Outage[] {
  const back = Math.max(
    ...free
      .filter(({ lostAt }) => lostAt - first.lostAt <= together_ms)
      .map(({ backAt }) => backAt ?? Number.POSITIVE_INFINITY),
  );
  return free.filter(({ lostAt }) => lostAt >= first.lostAt && (lostAt - first.lostAt <= together_ms || lostAt < back));
}

function silenceEvent(facts: SiteFacts, first: Outage, free: readonly Outage[], until: number): Event | null {
  const together = free.filter(
    ({ lostAt, backAt }) =>
      lostAt >= first.lostAt &&
      lostAt - first.lostAt <= together_ms &&
      (backAt === null || backAt > lostAt + raisedAfter_ms),
  );
  const wereOnline = facts.units.filter(({ online }) => online.some((stretch) => covers(stretch, first.lostAt))).length;
  // The last of those that make it many decides when it is known.
  const needed = Math.max(2, Math.ceil(share * wereOnline));
  const decisive = together[needed - 1];
  if (decisive === undefined || until < decisive.lostAt + silent_ms) return null;
  return {
    members: joined(first, free),
    startedAt: first.lostAt,
    raisedAt: decisive.lostAt + raisedAfter_ms,
    gasped: false,
  };
}

/** When the laboratory is back: the first of its units is. */
const siteBack = ({ members }: Event): number =>
  Math.min(...members.map(({ backAt }) => backAt ?? Number.POSITIVE_INFINITY));

/** Lost for so long after its site is back that it is a matter of its own. */
const isLeft = (event: Event, { backAt }: Outage): boolean =>
  (backAt ?? Number.POSITIVE_INFINITY) > siteBack(event) + offline_ms;

function eventIntervals(facts: SiteFacts, event: Event, until: number): SiteInterval[] {
  const { members, startedAt, raisedAt } = event;
  if (raisedAt > until) return [];
  const own = members.filter((outage) => !isLeft(event, outage));
  const known = own.map(({ cause }) => cause).filter((cause) => cause !== null);
  const cause = known.includes('power') ? 'power' : known.includes('network') ? 'network' : null;
  const backAt = Math.max(...own.map((outage) => outage.backAt ?? Number.POSITIVE_INFINITY));
  const over = backAt + clearAfter_ms <= until;
  const interval = {
    startedAt,
    raisedAt,
    clearedAt: over ? backAt : null,
    by: event.gasped ? (['unit'] as const) : (['server'] as const),
    evidence: { units: members.length, of: facts.units.length },
    foldedInto: null,
    chattering: 0,
    unit: members.length > 1 ? null : (members[0] as Outage).unit.unit,
  };
  const blackOut = { ...interval, name: 'blackOutAlarm' };
  if (cause === null) return [{ ...blackOut, state: 'suspected' }];
  if (cause === 'power') return [{ ...blackOut, state: over ? 'cleared' : 'active' }];
  return [
    { ...blackOut, state: 'retracted' },
    { ...interval, name: 'siteNetworkWarning', by: ['server'], state: over ? 'cleared' : 'active' },
  ];
}

function offlineInterval(outage: Outage, event: Event | null, until: number): SiteInterval[] {
  const { unit, lostAt, backAt } = outage;
  if (event !== null && !isLeft(event, outage)) return [];
  const job = unit.firmware.find((stretch) => covers(stretch, lostAt));
  if (job && (job.to === null || (backAt !== null && backAt <= job.to))) return [];
  const inCycle = unit.cycles.some((stretch) => covers(stretch, lostAt));
  const patience_ms = inCycle ? offlineInCycle_ms : offline_ms;
  const raisedAt = event === null ? Math.max(lostAt, job?.to ?? 0) + patience_ms : siteBack(event) + offline_ms;
  if (raisedAt > until || (backAt !== null && backAt <= raisedAt)) return [];
  const over = backAt !== null && backAt + clearAfter_ms <= until;
  return [
    {
      name: 'offlineWarning',
      startedAt: lostAt,
      raisedAt,
      clearedAt: over ? backAt : null,
      state: over ? 'cleared' : 'active',
      by: ['server'],
      evidence: { inCycle: Number(inCycle) },
      foldedInto: null,
      chattering: 0,
      unit: unit.unit,
    },
  ];
}

const fleetShare = 0.3;
const fleetTogether_ms = minute_ms;

/**
 * Our own incidents by the units' losses: more than 30 % of all units of all companies dropped within a minute.
 * @param losses when each unit was last heard, in any order
 * @param online units online before
 */
export function fleetIncidents(losses: readonly number[], online: number): readonly { from: number; to: number }[] {
  const sorted = [...losses].sort((a, b) => a - b);
  const incidents: { from: number; to: number }[] = [];
  let end = 0;
  sorted.forEach((from, index) => {
    while (end < sorted.length && (sorted[end] as number) <= from + fleetTogether_ms) end += 1;
    if (online === 0 || (end - index) / online <= fleetShare) return;
    const to = sorted[end - 1] as number;
    const last = incidents.at(-1);
    if (last && from <= last.to) last.to = to;
    else incidents.push({ from, to });
  });
  return incidents;
}

/** Intervals of a laboratory as stored and as found again: what a unit was blamed for and then its laboratory is one and the same. */
export const reconcileSite = (old: readonly SiteInterval[], now: readonly SiteInterval[]): Reconciled<SiteInterval> =>
  reconcileBy(
    old,
    now,
    (a, b) =>
      a.name === b.name && (a.unit === b.unit || (a.name !== 'offlineWarning' && (a.unit === null || b.unit === null))),
  );
