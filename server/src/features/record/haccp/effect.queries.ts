import { setImmediate } from 'node:timers/promises';
import type { EffectOfPlan } from '@brina/contract/calls/record/plans';
import { type FoodPlan, judgingRules } from '@brina/domain/haccp/plans/food-plan';
import type { Verdict } from '@brina/domain/haccp/verdicts';
import { day_ms } from '@brina/domain/language/durations';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { type StoredContent, sourcesOf, unpack } from './parts/content.ts';
import { judgedBy } from './parts/record.ts';

/** What a plan would have done is told by the batches of so long, and of no more than these. */
const lookedBack_ms = 90 * day_ms;
const batches_max = 100;

/** The latest revisions of the latest batches of a kitchen, or of a company's units that stand in none. */
export async function latestRevisions(
  db: Db,
  { company, laboratory }: { company: string; laboratory: string | null },
  now: number,
): Promise<readonly StoredContent[]> {
  const rows = await db
    .selectFrom('batch as b')
    .innerJoin('appliance as a', 'a.id', 'b.appliance')
    .innerJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'a.id').onRef('t.from_at', '<=', 'b.started_at'))
    .innerJoin('batch_revision as r', (join) =>
      join.onRef('r.batch', '=', 'b.id').onRef('r.revision', '=', 'b.revision'),
    )
    .select('r.content')
    .where('t.company_id', '=', company)
    .where('t.to_at', 'is', null)
    .where('a.laboratory_id', laboratory === null ? 'is' : '=', laboratory)
    .where('b.started_at', '>', timestamp(now - lookedBack_ms))
    .orderBy('b.started_at', 'desc')
    .limit(batches_max)
    .execute();
  return rows.map(({ content }) => unpack(content));
}

const hasPassed = (verdict: Verdict): boolean => verdict === 'PASS' || verdict === 'PASS_WITH_GAP';

/** Of batches that were judged, which of them a plan would judge otherwise. */
export async function effectOn(plan: FoodPlan, records: readonly StoredContent[]): Promise<EffectOfPlan> {
  const effect: EffectOfPlan = { judged: 0, wouldFail: 0, wouldPass: 0, changed: [] };
  for (const record of records) {
    // A judgement takes some milliseconds: others have their turn in between.
    await setImmediate();
    const sources = sourcesOf(record);
    if (!sources) continue;
    effect.judged++;
    const { rule } = judgingRules(plan, sources.kind, record.startedAt, record.timeZone);
    const { verdict: after, minutes, limit_min } = judgedBy(sources, rule);
    const { verdict: before, batchId, serialNumber, applianceName, product, startedAt, timeZone } = record;
    if (hasPassed(before) === hasPassed(after)) continue;
    if (hasPassed(before)) effect.wouldFail++;
    else effect.wouldPass++;
    const batch = { batchId, serialNumber, applianceName, product, startedAt, timeZone };
    effect.changed.push({ ...batch, before, after, minutes, limit_min });
  }
  return effect;
}
