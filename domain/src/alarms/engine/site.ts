/**
 * Power or network: what the silence of a laboratory's units means (S3.12, S7.28). A pure function of all facts known up to a moment, so
 * that it is the same in whatever order they arrived; run it again whenever a fact comes or time passes, and hand both outcomes to
 * `reconcileSite`. Moments are epoch milliseconds.
 */
import { minute_ms } from '../../language/durations.ts';
import { type Interval, type Reconciled, reconcileBy } from './interval.ts';
import { clearAfter_ms, covers, type Outage, outagesOf, type SiteFacts } from './outages.ts';
import { eventsOf, type SiteEvent } from './site-events.ts';

/** An interval of a laboratory, or of one of its units. */
export type SiteInterval = Interval & {
  readonly unit: string | null;
  /** Of a laboratory: the units that were silent in it. */
  readonly units: readonly string[];
};

const offline_ms = 15 * minute_ms;
const offlineInCycle_ms = 5 * minute_ms;

/**
 * The alarms of a laboratory's silence as they stand at `until`: blackOutAlarm, siteNetworkWarning, offlineWarning. Facts later than
 * `until` are left out.
 */
export function siteIntervals(facts: SiteFacts, until: number): readonly SiteInterval[] {
  const { events, alone } = eventsOf(facts, outagesOf(facts, until), until);
  return [
    ...events.flatMap((event) => eventIntervals(facts, event, until)),
    ...events.flatMap((event) => event.members.flatMap((outage) => offlineInterval(outage, event, until))),
    ...alone.flatMap((outage) => offlineInterval(outage, null, until)),
  ].sort((a, b) => a.startedAt - b.startedAt || compare(a.name, b.name) || compare(a.unit ?? '', b.unit ?? ''));
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** When the laboratory is back: the first of its units is. */
const siteBack = ({ members }: SiteEvent): number =>
  Math.min(...members.map(({ backAt }) => backAt ?? Number.POSITIVE_INFINITY));

/** Lost for so long after its site is back that it is a matter of its own. */
const isLeft = (event: SiteEvent, { backAt }: Outage): boolean =>
  (backAt ?? Number.POSITIVE_INFINITY) > siteBack(event) + offline_ms;

function eventIntervals(facts: SiteFacts, event: SiteEvent, until: number): SiteInterval[] {
  const { members, startedAt, raisedAt } = event;
  if (raisedAt > until) return [];
  const own = members.filter((outage) => !isLeft(event, outage));
  const known = own.map(({ cause }) => cause).filter((cause) => cause !== null);
  const cause = known.includes('power') ? 'power' : known.includes('network') ? 'network' : null;
  const backAt = Math.max(...own.map((outage) => outage.backAt ?? Number.POSITIVE_INFINITY));
  const over = backAt + clearAfter_ms <= until;
  const units = [...new Set(members.map(({ unit }) => unit.unit))].sort();
  const [first] = units;
  const interval = {
    startedAt,
    raisedAt,
    clearedAt: over ? backAt : null,
    by: event.gasped ? (['unit'] as const) : (['server'] as const),
    evidence: { units: units.length, of: facts.units.length },
    foldedInto: null,
    chattering: 0,
    ...(units.length === 1 && first !== undefined ? { unit: first, units: [] } : { unit: null, units }),
  };
  const blackOut = { ...interval, name: 'blackOutAlarm' };
  if (cause === null) return [{ ...blackOut, state: 'suspected' }];
  if (cause === 'power') return [{ ...blackOut, state: over ? 'cleared' : 'active' }];
  return [
    { ...blackOut, state: 'retracted' },
    { ...interval, name: 'siteNetworkWarning', by: ['server'], state: over ? 'cleared' : 'active' },
  ];
}

function offlineInterval(outage: Outage, event: SiteEvent | null, until: number): SiteInterval[] {
  const { unit, lostAt, backAt } = outage;
  if (event !== null && !isLeft(event, outage)) return [];
  const job = unit.firmware.find((stretch) => covers(stretch, lostAt));
  if (job && (job.to === null || (backAt !== null && backAt <= job.to))) return [];
  const inCycle = unit.cycles.some((stretch) => covers(stretch, lostAt));
  const patience_ms = inCycle ? offlineInCycle_ms : offline_ms;
  const missedAt = Math.max(lostAt, job?.to ?? 0) + patience_ms;
  const raisedAt = event === null ? missedAt : Math.max(missedAt, siteBack(event) + offline_ms);
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
      units: [],
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
  reconcileBy(old, now, ofOneSiteAlarm);

/** Whether two intervals are of one alarm of a laboratory. */
export const ofOneSiteAlarm = (a: SiteInterval, b: SiteInterval): boolean =>
  a.name === b.name && (a.unit === b.unit || (a.name !== 'offlineWarning' && (a.unit === null || b.unit === null)));
