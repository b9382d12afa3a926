/** When units of a laboratory were silent, as far as it is their silence and not ours. Moments are epoch milliseconds. */
import { silence_ms } from '../../appliance/connection.ts';
import { minute_ms } from '../../language/durations.ts';

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

/** A silence of a unit. */
export type Outage = {
  readonly unit: SiteUnit;
  /** Last heard; for our own part in it, the end of the grace. */
  readonly lostAt: number;
  readonly backAt: number | null;
  readonly cause: 'power' | 'network' | null;
};

/** Lost is who was not heard for three heartbeats. */
export const silent_ms = silence_ms();
/** What lasts for so long, as long again as it takes to be lost, is more than a flicker of power or network. */
export const lasting_ms = silent_ms + 3 * minute_ms;
/** Back is who stays for so long. */
export const clearAfter_ms = 2 * minute_ms;
const grace_ms = 5 * minute_ms;

export const covers = ({ from, to }: Stretch, at: number): boolean => from <= at && (to === null || at <= to);

/** Whether an outage is more than a flicker, or may become so. */
export const isLasting = ({ lostAt, backAt }: Outage): boolean => backAt === null || backAt - lostAt > lasting_ms;

/** Silences of the units up to `until`, in order, without those that are ours. */
export const outagesOf = (facts: SiteFacts, until: number): readonly Outage[] =>
  facts.units
    .flatMap((unit) => silencesOf(unit, facts, until))
    .sort((a, b) => a.lostAt - b.lostAt || (a.unit.unit < b.unit.unit ? -1 : 1));

function silencesOf(unit: SiteUnit, { ours }: SiteFacts, until: number): Outage[] {
  const online = [...unit.online].sort((a, b) => a.from - b.from).filter(({ from }) => from <= until);
  return online.flatMap((stretch, index): Outage[] => {
    const { to } = stretch;
    if (to === null || to > until) return [];
    const next = online[index + 1] ?? null;
    const own = ours.find(({ from, to: end }) => to >= from - silent_ms && to <= end + grace_ms);
    const lostAt = own ? own.to + grace_ms : to;
    const backAt = next?.from ?? null;
    if (lostAt > until || (backAt !== null && backAt <= lostAt)) return [];
    return [{ unit, lostAt, backAt, cause: next === null ? null : causeOf(stretch, next) }];
  });
}

/** What an outage was, by what the unit tells when it is back. */
const causeOf = (before: Online, after: Online): 'power' | 'network' =>
  after.boot > before.boot && after.missing !== false ? 'power' : 'network';

/** An outage and the next one of its unit as one, where the unit only showed for a moment in between; null: it was back. */
export function asOne(outage: Outage, next: Outage): Outage | null {
  const { unit, lostAt, backAt, cause } = outage;
  if (next.unit !== unit || backAt === null || next.lostAt < backAt || next.lostAt - backAt >= clearAfter_ms)
    return null;
  return { ...next, lostAt, cause: next.cause === 'network' ? cause : next.cause };
}
