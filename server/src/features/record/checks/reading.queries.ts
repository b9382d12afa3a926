import type { ProbeReading } from '@brina/contract/calls/record/checks';
import { corePointsOf, modelRow } from '@brina/domain/appliance/families/families';
import { byNeedle, type CorePoint } from '@brina/domain/appliance/metrics';
import { type CheckSetting, expectedBy } from '@brina/domain/haccp/checks/probe-check';
import { type PointSample, restOf, stateOf, steadyWindow_ms, worstOf } from '@brina/domain/haccp/checks/steadiness';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { asText, numbersOf } from '#core/db/as-text.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { refuse } from '#core/http/refusal.ts';

/** What was received longer ago is nothing that a needle says now; a unit's clock may be wrong by a minute and counts as right. */
const fresh_ms = 30 * second_ms;
const clockOff_ms = minute_ms;
/** Between the first measurement and what is recorded of it somebody adjusts the probe, and measures once more. */
const kept_ms = 30 * minute_ms;

type CheckedUnit = { appliance: number; model: string };

/** The points of a needle of a unit from its tip; refuses 422 `needle_absent` where it has no such needle. */
export function pointsOf({ model }: CheckedUnit, needle: number): readonly CorePoint[] {
  const row = modelRow(model);
  // A model that this version does not know may have any.
  const points = byNeedle(corePointsOf(row))[needle - 1] ?? [];
  return points.length > 0 ? points : refuse('needle_absent', 422);
}

/** Samples of points of a unit between two moments, both included, by time; a point that a sample says nothing of has none in it. */
async function samplesOf(
  db: Db,
  { appliance }: CheckedUnit,
  points: readonly CorePoint[],
  { from, to }: { from: number; to: number },
): Promise<{ receivedAt: number; at: number; values: (number | null)[] }[]> {
  const rows = await db
    .selectFrom('telemetry')
    .select(['at', 'received_at', asText(points.map((name) => sql.ref(name))).as('numbers')])
    .where('appliance', '=', appliance)
    .where('at', '>=', timestamp(from))
    .where('at', '<=', timestamp(to))
    .orderBy('at')
    .orderBy('log')
    .orderBy('seq')
    .orderBy('ix')
    .execute();
  return rows.map(({ at, received_at, numbers }) => ({ at, receivedAt: received_at, values: [...numbersOf(numbers)] }));
}

const ofPoint = (samples: Awaited<ReturnType<typeof samplesOf>>, place: number): PointSample[] =>
  samples.map(({ at, values }) => ({ at, value: values[place] ?? null }));

/**
 * What a needle says in the last minute, while its unit holds it still. What a former holder measured is none of it.
 * @param heldSince of the present holder, epoch ms
 */
export async function readingOf(
  db: Db,
  unit: CheckedUnit & { heldSince: number },
  needle: number,
  now: number,
): Promise<ProbeReading> {
  const points = pointsOf(unit, needle);
  const from = Math.max(unit.heldSince, now - clockOff_ms - steadyWindow_ms);
  const samples = await samplesOf(db, unit, points, { from, to: now + clockOff_ms });
  const until = samples.at(-1)?.at ?? null;
  const isFresh = samples.some(({ receivedAt }) => receivedAt >= now - fresh_ms);
  const rests = points.map((_, place) => restOf(ofPoint(samples, place), until ?? now));
  return {
    state: isFresh ? stateOf(rests) : 'stale',
    until,
    points: rests.map(({ state, mean_C, sigma_K, samples: n }, place) => ({
      point: place + 1,
      state,
      last_C: ofPoint(samples, place).findLast(({ value }) => value !== null)?.value ?? null,
      mean_C,
      sigma_K,
      samples: n,
    })),
  };
}

/**
 * The mean of a needle in the minute up to a moment, of the point that reads most wrong, to a hundredth, °C. Refuses 422 `check_unstable`
 * where it had not come to rest, too little was sent, or it is too long ago.
 * @param asked points from 1 at the tip; empty: all
 */
export async function meanUntil(
  db: Db,
  unit: CheckedUnit & { heldSince: number },
  { needle, points: asked, setting }: { needle: number; points: readonly number[]; setting: CheckSetting },
  { until, now }: { until: number; now: number },
): Promise<number> {
  const points = pointsOf(unit, needle).filter((_, place) => asked.length === 0 || asked.includes(place + 1));
  if (points.length === 0) refuse('needle_absent', 422);
  if (until < now - kept_ms || until > now + clockOff_ms) refuse('check_unstable', 422);
  const from = Math.max(unit.heldSince, until - steadyWindow_ms);
  const samples = await samplesOf(db, unit, points, { from, to: until });
  const rests = points.map((_, place) => restOf(ofPoint(samples, place), until));
  if (stateOf(rests) !== 'steady') refuse('check_unstable', 422);
  const worst = worstOf(
    rests.flatMap(({ mean_C }) => (mean_C === null ? [] : [mean_C])),
    expectedBy(setting),
  );
  return Math.round(worst * 100) / 100;
}
