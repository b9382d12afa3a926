/** Bookkeeping of one alarm: who holds it, its open interval, how often it rose. */

import { hour_ms, minute_ms } from '../../language/durations.ts';
import { alarms, isAlarm } from '../alarms.ts';
import { causeOf, quietInVisit, serviceVisit } from './folding.ts';
import type { AlarmSeer, Interval } from './interval.ts';
import type { EngineState, OpenInterval, Watch } from './state.ts';

/** Rising so often within an hour is chattering; it ends with an hour of quiet, half an hour of it with the condition to clear. */
const chatteringFrom = 4;
const quietAfterRise_ms = hour_ms;
const quietClear_ms = 30 * minute_ms;

/** The watches of an engine under work, and what came of it. */
export type Work = {
  readonly state: EngineState;
  /** Alarms whose rule reads the chamber's air. */
  readonly ofAir: ReadonlySet<string>;
  /** Intervals that say something else than before, by alarm and start. */
  readonly changed: Map<string, Interval>;
  /** Some alarm rose or ended: what hides what has to be found again. */
  refold: boolean;
};

/** Key of an alarm in a zone. It never is a name an object has by itself. */
export const watchKey = (name: string, zone: 1 | 2): string => `${name}:${zone}`;
const nameOf = (key: string): string => key.slice(0, key.lastIndexOf(':'));

/** A watch of which nothing is known yet. */
export const newWatch = (): Watch => ({
  when: null,
  clear: null,
  since: null,
  held_ms: 0,
  due_ms: 0,
  clearSince: null,
  cleared_ms: 0,
  server: false,
  unit: false,
  interval: null,
  beyond: null,
});

/** A watch of an interval that has been open since before anything else is known. */
export function goingOn(interval: Interval, at_ms: number): Watch {
  const { startedAt, raisedAt, by, evidence, foldedInto, chattering, excursion } = interval;
  const risenAt = raisedAt ?? startedAt;
  const limit = evidence['holdLimit'];
  return {
    ...newWatch(),
    server: by.includes('server'),
    unit: by.includes('unit'),
    interval: {
      startedAt,
      raisedAt: risenAt,
      by: [...by],
      evidence: { ...evidence },
      foldedInto,
      chattering,
      risenAt,
      quietSince: null,
    },
    beyond: excursion
      ? { ...excursion, K: 0, worst_K: typeof limit === 'number' ? Math.abs(excursion.extreme - limit) : 0, at: at_ms }
      : null,
  };
}

/** Whether nothing is left to remember of an alarm. */
export const isQuiet = (watch: Watch): boolean =>
  !watch.server && !watch.unit && watch.interval === null && watch.since === null && watch.beyond === null;

/** Each excursion of food is an interval of its own in the record, however often it comes back. */
const keepsEach = (name: string): boolean => isAlarm(name) && alarms[name].record === 'EX';

/** An alarm rises: its interval opens, or goes on with one more who sees it. */
export function rise(
  work: Work,
  key: string,
  watch: Watch,
  facts: {
    readonly by: AlarmSeer;
    readonly startedAt: number;
    readonly at: number;
    readonly evidence: Readonly<Record<string, number | string>>;
  },
): void {
  const { by, startedAt, at, evidence } = facts;
  const open = watch.interval;
  work.refold = true;
  if (open && open.quietSince === null) {
    if (!open.by.includes(by)) open.by.push(by);
    for (const [name, value] of Object.entries(evidence)) open.evidence[name] ??= value;
    note(work, key, watch);
    return;
  }
  const rises = (work.state.rises[key] ?? []).filter((before) => before > at - hour_ms);
  rises.push(at);
  keepRises(work.state, key, rises, at);
  if (open) {
    open.quietSince = null;
    open.risenAt = at;
    open.chattering += 1;
    if (!open.by.includes(by)) open.by.push(by);
  } else {
    watch.interval = {
      startedAt,
      raisedAt: at,
      by: [by],
      evidence: { ...evidence },
      foldedInto: null,
      chattering: rises.length >= chatteringFrom ? rises.length : 0,
      risenAt: at,
      quietSince: null,
    };
  }
  note(work, key, watch);
}

/** Remembers when an alarm rose, and forgets what is older than an hour. */
function keepRises(state: EngineState, key: string, rises: readonly number[], at: number): void {
  for (const other in state.rises) if ((state.rises[other]?.at(-1) ?? 0) <= at - hour_ms) delete state.rises[other];
  state.rises[key] = rises.slice(-chatteringFrom);
}

/** Nobody holds an alarm any more: its interval ends, unless it chatters and has to stay quiet first. */
export function fall(work: Work, key: string, watch: Watch, at: number): void {
  const open = watch.interval;
  if (open === null) return;
  work.refold = true;
  if (open.chattering > 0 && !keepsEach(nameOf(key))) open.quietSince = Math.max(at, open.startedAt);
  else end(work, key, watch, at);
}

/** When a chattering interval that is quiet now may end; never, if it is not. */
export const quietEnd = ({ interval }: Watch): number =>
  interval === null || interval.quietSince === null
    ? Number.POSITIVE_INFINITY
    : Math.max(interval.quietSince + quietClear_ms, interval.risenAt + quietAfterRise_ms);

/** Ends the interval. */
export function end(work: Work, key: string, watch: Watch, at: number): void {
  const open = watch.interval as OpenInterval;
  const clearedAt = Math.max(at, open.startedAt);
  work.changed.set(`${key}@${open.startedAt}`, { ...snapshot(key, watch, open), clearedAt, state: 'cleared' });
  watch.interval = null;
  work.refold = true;
}

/** Reports the open interval as it stands. */
function note(work: Work, key: string, watch: Watch): void {
  const open = watch.interval;
  if (open) work.changed.set(`${key}@${open.startedAt}`, snapshot(key, watch, open));
}

/** An open interval as others see it. */
export function snapshot(key: string, { beyond }: Watch, open: OpenInterval): Interval {
  return {
    name: nameOf(key),
    ...(key.endsWith(':2') ? { zone: 2 as const } : {}),
    startedAt: open.startedAt,
    raisedAt: open.raisedAt,
    clearedAt: null,
    state: 'active',
    by: [...open.by],
    evidence: { ...open.evidence },
    foldedInto: open.foldedInto,
    chattering: open.chattering,
    ...(beyond ? { excursion: { since: beyond.since, extreme: beyond.extreme, degree_min: beyond.degree_min } } : {}),
  };
}

/** Finds anew which open alarm is explained by which, and reports those for which it changed. */
export function refold(work: Work): void {
  work.refold = false;
  const { state } = work;
  const active = new Set<string>();
  for (const key in state.watches) if (state.watches[key]?.interval) active.add(nameOf(key));
  const visit = state.testing || state.at_ms < state.visitUntil;
  for (const key in state.watches) {
    const watch = state.watches[key] as Watch;
    if (!watch.interval) continue;
    const name = nameOf(key);
    const cause = causeOf(name, work.ofAir.has(name), active) ?? (visit && quietInVisit(name) ? serviceVisit : null);
    if (cause === watch.interval.foldedInto) continue;
    watch.interval.foldedInto = cause;
    note(work, key, watch);
  }
}
