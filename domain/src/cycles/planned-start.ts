/**
 * A planned start: a reservation of an appliance for a minute of its kitchen's clock (S1.6, B3.5). Nothing starts by itself: shortly before,
 * the unit asks at its panel, and only somebody in front of it starts the cycle. Moments are epoch ms.
 */
import { day_ms, minute_ms } from '../language/durations.ts';
import { instantOf, localMinute } from '../language/local-minute.ts';

/** It is proposed so long before its minute, and lapses so long after it. */
export const proposal_min = { before: 10, after: 30 } as const;

/** From when on the panel is to ask for a start planned for a moment. */
export const proposedFrom = (at_ms: number): number => at_ms - proposal_min.before * minute_ms;

/** When it lapses if nobody has confirmed it. */
export const lapsesAt = (at_ms: number): number => at_ms + proposal_min.after * minute_ms;

/** Of one appliance so many may be open, and a start is planned so far ahead at most. */
export const plannedLimits = { open: 50, ahead_days: 60 } as const;

/** What becomes of a planned start; one that is over may still be told to have started, by a unit whose answer came late. */
export const plannedStates = [
  'planned',
  'proposed',
  'started',
  'declined',
  'missed',
  'not_possible',
  'cancelled',
] as const;
/** State of a planned start. */
export type PlannedState = (typeof plannedStates)[number];

/** Those of what is still to come. */
export const openPlannedStates = ['planned', 'proposed'] as const satisfies readonly PlannedState[];

/** Monday 1 to Sunday 7. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** When something is planned: once, or again on some days of the week, at the same time of the kitchen's clock. */
export type PlannedMinute = {
  /** First or only one: `2026-03-29T06:30`. */
  readonly minute: string;
  /** Monday 1 to Sunday 7; null: once. */
  readonly weekdays: readonly number[] | null;
  readonly timeZone: string;
};

/** One of the times at which something planned comes. */
export type Occurrence = { readonly minute: string; readonly at_ms: number };

const dayStart_ms = (day: string): number => Date.parse(`${day}T00:00Z`);
/** The last day that is written with four digits of a year: no minute is later. */
const lastDay_ms = dayStart_ms('9999-12-31');

/**
 * The times after a moment at which something planned comes, in their order; to the end of all minutes where it comes again. What the clock
 * skips when summer time begins comes with the next minute that exists, what it shows twice with the first (`instantOf`).
 * @throws RangeError when the minute is none or the time zone is unknown
 */
export function* occurrences(planned: PlannedMinute, after_ms: number): Generator<Occurrence, void, undefined> {
  const { minute, timeZone } = planned;
  const at_ms = instantOf(minute, timeZone);
  if (planned.weekdays === null) {
    if (at_ms > after_ms) yield { minute, at_ms };
    return;
  }
  if (planned.weekdays.length === 0) return;
  const clock = minute.slice(10);
  // A day that has begun may still have its minute before it.
  const today = localMinute(after_ms, timeZone).slice(0, 10);
  const first = minute.slice(0, 10);
  for (let at = dayStart_ms(today > first ? today : first); at <= lastDay_ms; at += day_ms) {
    if (!planned.weekdays.includes(new Date(at).getUTCDay() || 7)) continue;
    const day = new Date(at).toISOString().slice(0, 10);
    const one = { minute: day + clock, at_ms: instantOf(day + clock, timeZone) };
    if (one.at_ms > after_ms) yield one;
  }
}

/** The first time after a moment at which something planned comes; undefined: it comes no more. */
export function nextOccurrence(planned: PlannedMinute, after_ms: number): Occurrence | undefined {
  for (const one of occurrences(planned, after_ms)) return one;
  return undefined;
}

/** How long an appliance is taken by a cycle of which nobody knows when it ends: as long as it may wait for somebody. */
export const unknownLength_min = proposal_min.after;

/** Something planned that takes an appliance for so long. */
export type Reservation = PlannedMinute & { readonly lasts_min: number };

/** The times of a reservation until a moment, with their ends. */
function spansOf(reservation: Reservation, after_ms: number, until_ms: number): { from: number; to: number }[] {
  const spans = [];
  for (const { at_ms } of occurrences(reservation, after_ms)) {
    if (at_ms > until_ms) break;
    spans.push({ from: at_ms, to: at_ms + reservation.lasts_min * minute_ms });
  }
  return spans;
}

/**
 * What takes an appliance at a time at which a reservation wants it, within the days one may plan ahead: the first such of the others, or
 * the reservation itself where it comes again before it is over. What has begun and goes on counts too.
 */
export function clashOf<R extends Reservation>(wanted: R, others: readonly R[], now_ms: number): R | undefined {
  const until_ms = now_ms + plannedLimits.ahead_days * day_ms;
  const spans = spansOf(wanted, now_ms, until_ms);
  const comesTooSoon = spans.some(({ to }, index) => to > (spans[index + 1]?.from ?? Number.POSITIVE_INFINITY));
  if (comesTooSoon) return wanted;
  return others.find((other) => {
    const taken = spansOf(other, now_ms - other.lasts_min * minute_ms, until_ms);
    return taken.some((one) => spans.some(({ from, to }) => one.from < to && from < one.to));
  });
}
