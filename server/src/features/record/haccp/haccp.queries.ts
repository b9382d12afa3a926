import { type BatchRecord, type BatchReview, type BatchSummary, reviewBatch } from '@brina/contract/calls/record/haccp';
import { modelRow } from '@brina/domain/appliance/families/families';
import { judgeVersionOf } from '@brina/domain/haccp/judge-versions';
import type { Verdict } from '@brina/domain/haccp/verdicts';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { type Asking, rightsOf } from '#core/access/rights.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { refuse } from '#core/http/refusal.ts';
import { recipesOfRuns } from '#features/kitchen/cycles/recipes-of-runs.ts';
import { stoppedBy } from '#features/kitchen/cycles/stopped-by.ts';
import { actionsOf } from '#features/record/actions/actions.queries.ts';
import { sealOf } from '#features/record/ledger/entries.queries.ts';
import { amendedBy, amendedOf, remarksOf } from '#features/record/remarks/remarks.queries.ts';
import { signaturesOf } from '#features/record/signatures/signatures.queries.ts';
import { doneBy } from '#features/record/signatures/signers.ts';
import { span } from '#features/record/telemetry/batch-span.ts';
import type { Stretch } from '#features/record/telemetry/gaps.ts';
import { type StoredContent, unpack } from './parts/content.ts';
import type { RunRequest } from './parts/record.ts';

/** What a revision of a batch says; `undefined` where there is none of this number. */
export async function contentOf(
  db: Db,
  { id, revision }: { id: string; revision: number },
): Promise<StoredContent | undefined> {
  const row = await db
    .selectFrom('batch_revision')
    .select('content')
    .where('batch', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row && unpack(row.content);
}

/** What the last revisions of batches say, by the batch; those that wait for their first one are absent. */
export async function lastContents(
  db: Db,
  batches: readonly string[],
): Promise<Map<string, { revision: number; content: StoredContent }>> {
  const rows = await db
    .selectFrom('batch as b')
    .innerJoin('batch_revision as v', (join) =>
      join.onRef('v.batch', '=', 'b.id').onRef('v.revision', '=', 'b.revision'),
    )
    .select(['b.id', 'v.revision', 'v.content'])
    .where('b.id', '=', anyOf(batches))
    .execute();
  return new Map(rows.map(({ id, revision, content }) => [id, { revision, content: unpack(content) }]));
}

/** What lists show of a revision; `judge` is absent in those of its first versions. */
export type RevisionSummary = {
  verdict: Verdict;
  minutes: number | null;
  limit_min: number | null;
  judge?: number;
};

/** A later judge's change of a verdict, and the revision that says so. */
export type VerdictChange = { revision: number; review: BatchReview };

type SummaryRow = {
  id: string;
  serial: string;
  function: number;
  started_at: number;
  ended_at: number | null;
  held_until: number | null;
  request: RunRequest | null;
  tray: number | null;
  needle: number | null;
  tray_product: string | null;
  removed_at: number | null;
  revision: number;
  summary: RevisionSummary | null;
  content: Uint8Array | null;
};

/** Batches of a unit that began within the stretches a company held it, latest first. */
export async function batchesOf(db: Db, appliance: number, held: readonly Stretch[]): Promise<BatchSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select b.id, a.serial, r.function, b.started_at, ${span.ended_at} as ended_at, t.to_at as held_until,
      -- What a former holder said of a run that goes on is not the next one's.
      case when r.started_at >= t.from_at then r.request end as request,
      b.tray, b.needle, b.product as tray_product, b.revision, b.removed_at, v.summary,
      ${contentWithoutJudge('v')} as content
    from unnest(${held.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
      ${held.map(({ to }) => new Date(to).toISOString())}::timestamptz[]) as h (from_at, to_at)
    join batch b on b.appliance = ${appliance} and b.started_at >= h.from_at and b.started_at < h.to_at
    join cycle_run r on r.id = b.run
    join appliance a on a.id = b.appliance
    join tenure t on t.appliance = b.appliance and t.from_at <= b.started_at and (t.to_at is null or t.to_at > b.started_at)
    left join batch_revision v on v.batch = b.id and v.revision = b.revision
    order by b.started_at desc, b.id`.execute(db);
  const reviews = await reviewsOf(
    db,
    rows.flatMap(({ id, revision }) => (revision > 1 ? [id] : [])),
  );
  const amended = await amendedOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    batchId: row.id,
    serialNumber: row.serial,
    function: row.function,
    tray: row.tray === null ? null : { number: row.tray, needle: row.needle },
    ...shownAs(
      { product: row.tray_product ?? row.request?.product ?? null, lot: row.request?.lot ?? null },
      amended.get(row.id),
    ),
    startedAt: row.started_at,
    endedAt: row.ended_at === null ? null : Math.min(row.ended_at, (row.held_until ?? Infinity) - 1),
    ...(row.removed_at !== null && { removedAt: row.removed_at }),
    verdict: row.summary?.verdict ?? null,
    minutes: row.summary?.minutes ?? null,
    limit_min: row.summary?.limit_min ?? null,
    revision: row.revision,
    judge: row.summary && judgeOf(row.summary.judge, row.content),
    review: reviews.get(row.id)?.review ?? null,
  }));
}

/** Product and lot as they were told, or as somebody has corrected them. */
const shownAs = <T extends { product: string | null; lot: string | null }>(
  told: T,
  { product = told.product, lot = told.lot }: Partial<Pick<T, 'product' | 'lot'>> = {},
) => ({ product, lot });

/** Contents of revisions that name their judge nowhere else. */
const contentWithoutJudge = (revision: string) =>
  sql<Uint8Array | null>`case when ${sql.ref(`${revision}.summary`)}->'judge' is null then ${sql.ref(`${revision}.content`)} end`;

const judgeOf = (told: number | null | undefined, content: Uint8Array | null): number =>
  told ?? (content ? unpack(content).judge : 1);

/**
 * Of batches whose verdict a later judge changed: the last such change, and who has looked at it. Late data that come afterwards make a
 * revision of their own, and leave what the judge changed to be looked at.
 */
export async function reviewsOf(db: Db, batches: readonly string[]): Promise<Map<string, VerdictChange>> {
  if (batches.length === 0) return new Map();
  const judge = (revision: string) => sql<number | null>`(${sql.ref(`${revision}.summary`)}->>'judge')::int`;
  const rows = await db
    .selectFrom('batch_revision as n')
    .innerJoin('batch_revision as f', (join) =>
      join.onRef('f.batch', '=', 'n.batch').on('f.revision', '=', sql<number>`n.revision - 1`),
    )
    .leftJoin('batch_review as w', (join) =>
      join.onRef('w.batch', '=', 'n.batch').onRef('w.revision', '=', 'n.revision'),
    )
    .leftJoin('signer as p', 'p.id', 'w.signer')
    .leftJoin('app_user as u', 'u.id', 'w.user_id')
    .distinctOn('n.batch')
    .select([
      'n.batch',
      'n.revision',
      'n.verdict',
      'f.revision as former_revision',
      'f.verdict as former_verdict',
      'w.at',
      'p.role',
      doneBy.as('by'),
    ])
    .select([judge('n').as('judge'), contentWithoutJudge('n').as('content')])
    .select([judge('f').as('former_judge'), contentWithoutJudge('f').as('former_content')])
    .where('n.batch', '=', anyOf(batches))
    .where('n.cause', '=', 'judge')
    .whereRef('n.verdict', '<>', 'f.verdict')
    .orderBy('n.batch')
    .orderBy('n.revision', 'desc')
    .execute();
  return new Map(
    rows.map((row) => [
      row.batch,
      {
        revision: row.revision,
        review: {
          formerRevision: row.former_revision,
          formerVerdict: row.former_verdict as Verdict,
          formerJudge: judgeOf(row.former_judge, row.former_content),
          verdict: row.verdict as Verdict,
          judge: judgeOf(row.judge, row.content),
          reviewed: row.at === null ? null : { by: row.by, role: row.role, at: row.at },
        },
      },
    ]),
  );
}

/** The latest revision of a batch with the list of all of them, as a caller sees it; `undefined` before the first. */
export async function latestRecord(
  db: Db,
  batchId: string,
  caller: Asking,
): Promise<Omit<BatchRecord, 'recipe' | 'before'> | undefined> {
  const { rows: revisions } = await sql<BatchRecord['revisions'][number] & { content: Uint8Array | null }>`
    select revision, created_at as "createdAt", verdict, sample_count as "sampleCount", cause,
      case when revision = max(revision) over () then content end as content
    from batch_revision where batch = ${batchId}::uuid order by revision desc`.execute(db);
  const latest = revisions[0];
  if (!latest?.content) return undefined;
  const {
    evidence: _,
    tray = null,
    further = [],
    probeChecks = [],
    forecast = null,
    cookedAt = null,
    ...content
  } = unpack(latest.content);
  const reviews = await reviewsOf(db, revisions.length > 1 ? [batchId] : []);
  const remarks = await remarksOf(db, batchId);
  return {
    ...content,
    ...amendedBy(remarks.amendments),
    // As it was judged by: a word that was said of both runs of one food is not undone by that of one.
    cookedAt,
    ...remarks,
    tray,
    further,
    probeChecks,
    forecast,
    revision: latest.revision,
    stoppedBy: (await stoppedBy(db, [batchId])).get(batchId) ?? null,
    review: reviews.get(batchId)?.review ?? null,
    judgedAgain: await judgedAgain(db, batchId, content, revisions),
    continuedBy: await continuedBy(db, batchId),
    seal: await sealOf(db, { kind: 'batch', id: batchId }, latest.revision),
    actions: await actionsOf(db, batchId),
    signatures: await signaturesOf(db, { kind: 'batch', id: batchId }, revisions),
    may: rightsOf(caller, { review: reviewBatch }),
    revisions: revisions.map(({ content: _, ...revision }) => revision),
  };
}

/** Refuses with `record_removed` a batch of a unit whose record was older than records are kept; `not_found` one that has none yet. */
export async function refuseWithoutRecord(db: Db, batchId: string, serial?: string): Promise<never> {
  const removed = await db
    .selectFrom('batch as b')
    .innerJoin('appliance as a', 'a.id', 'b.appliance')
    .select('b.removed_at')
    .where('b.id', '=', batchId)
    .where('b.removed_at', 'is not', null)
    .$if(serial !== undefined, (query) => query.where('a.serial', '=', serial ?? ''))
    .executeTakeFirst();
  return removed ? refuse('record_removed', 410) : refuse('not_found', 404);
}

/** The cycle of the library that a batch was made with; null: none, or another company's. */
export async function recipeOf(db: Db, id: string, caller: Caller): Promise<BatchRecord['recipe']> {
  const run = await db
    .selectFrom('batch as b')
    .innerJoin('cycle_run as r', 'r.id', 'b.run')
    .innerJoin('appliance as a', 'a.id', 'r.appliance')
    .select(['r.id', 'a.model', 'r.recipe_number', 'r.recipe_version'])
    .select(sql<RunRequest | null>`r.request`.as('request'))
    .where('b.id', '=', id)
    // In a former holder's run a cycle's number is that one's.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('tenure as t')
            .select('t.from_at')
            .whereRef('t.appliance', '=', 'b.appliance')
            .whereRef('t.from_at', '>', 'r.started_at')
            .whereRef('t.from_at', '<=', 'b.started_at'),
        ),
      ),
    )
    .executeTakeFirst();
  return run ? ((await recipesOfRuns(db, caller.companyId, [run], caller)).get(run.id) ?? null) : null;
}

/** Whether the judge of today has looked at a batch: what it could not judge again it has considered, and written nothing. */
async function judgedAgain(
  db: Db,
  id: string,
  { judge, model }: Pick<StoredContent, 'judge' | 'model'>,
  revisions: readonly { cause: string }[],
): Promise<BatchRecord['judgedAgain']> {
  const wanted = judgeVersionOf(modelRow(model));
  if (judge >= wanted) return revisions.some(({ cause }) => cause === 'judge') ? 'done' : 'not_needed';
  const batch = await db.selectFrom('batch').select('considered_by').where('id', '=', id).executeTakeFirst();
  return (batch?.considered_by ?? 0) >= wanted ? 'telemetry_gone' : 'waits';
}

/** The batch that goes on with this one, if any. */
async function continuedBy(db: Db, id: string): Promise<string | null> {
  const next = await db
    .selectFrom('batch')
    .select('id')
    .where('continues', '=', id)
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst();
  return next?.id ?? null;
}
