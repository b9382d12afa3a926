import type { ManualRecord } from '@brina/contract/calls/record/manual';
import { dueByHand, type HandDue, judgeByHand } from '@brina/domain/haccp/manual';
import { type CoolingKind, type FoodPlan, makersPlan, primaryOf, ruleAt } from '@brina/domain/haccp/plans/food-plan';
import type { Verdict } from '@brina/domain/haccp/verdicts';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { seesLaboratory } from '#core/access/scopes.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { containing } from '#core/db/pattern.ts';
import { actionsOf } from '#features/record/actions/actions.queries.ts';
import { planOfKitchen } from '#features/record/plans/plans.queries.ts';
import type { Signer } from '#features/record/signatures/signers.ts';

/** A reading as it is kept and stands in the book. */
export type KeptReading = Omit<ManualRecord['readings'][number], 'by' | 'role'> & { person: Signer };

/** What the judge made of it, `verdict` null where nothing can be said while it goes on. */
type Judged = Pick<ManualRecord, 'rule' | 'reasons' | 'stages'>;

/** What is kept of a record besides what has a column of its own. `judged`: since it has ended. */
export type Kept = { cookedAt: number | null; readings: KeptReading[]; judged: Judged | null };

type ManualRow = {
  id: string;
  company_id: string;
  laboratory_id: string;
  laboratory: string | null;
  time_zone: string;
  kind: CoolingKind;
  product: string;
  lot: string | null;
  load_kg: number | null;
  started_at: number;
  ended_at: number | null;
  verdict: Verdict | null;
  revision: number;
  hash: Uint8Array | null;
  content: Kept;
};

/** As it is told before it is changed. */
export type LockedManual = Omit<ManualRow, 'laboratory' | 'hash'>;

/** Of which records: one, some, or those that began on days of their kitchens' calendars, both included, in some kitchens or in all (null). */
export type ManualScope =
  | { ids: readonly string[] }
  | {
      laboratories: readonly string[] | null;
      from?: string | undefined;
      to?: string | undefined;
      /** What they ended with. */
      verdict?: Verdict | undefined;
      /** Parts of names. */
      product?: string | undefined;
      lot?: string | undefined;
    };
type Page = { limit: number; offset: number };

const timeZone = sql<string>`coalesce(l.time_zone, o.time_zone)`;
const day = sql`to_char(m.started_at at time zone ${timeZone}, 'YYYY-MM-DD') collate "C"`;

/** Records `m` that a caller may see: its company's, for a kitchen manager those of kitchens with something that is shared. */
function seenBy(caller: Pick<Caller, 'companyId' | 'member'>, scope: ManualScope): RawBuilder<unknown> {
  const conditions = [sql`m.company_id = ${caller.companyId}`, seesLaboratory(caller, 'm.laboratory_id')];
  if ('ids' in scope) conditions.push(sql`m.id = ${anyOf(scope.ids)}`);
  else {
    const { laboratories, from, to, verdict, product, lot } = scope;
    if (verdict !== undefined) conditions.push(sql`m.verdict = ${verdict}`);
    if (product !== undefined) conditions.push(sql`m.product ilike ${containing(product)}`);
    if (lot !== undefined) conditions.push(sql`m.lot ilike ${containing(lot)}`);
    if (laboratories !== null) conditions.push(sql`m.laboratory_id = ${anyOf(laboratories)}`);
    if (from !== undefined)
      conditions.push(sql`m.started_at >= ${from}::timestamptz - interval '2 days' and ${day} >= ${from}`);
    if (to !== undefined)
      conditions.push(sql`m.started_at < ${to}::timestamptz + interval '3 days' and ${day} <= ${to}`);
  }
  return sql`manual_record m
    join company o on o.id = m.company_id
    left join laboratory l on l.id = m.laboratory_id and l.company_id = m.company_id
    where ${sql.join(conditions, sql` and `)}`;
}

/** Coolings without an appliance that a caller may see: those that go on first, then the latest first. */
export async function manualRecords(
  db: Db,
  caller: Pick<Caller, 'companyId' | 'member'>,
  scope: ManualScope,
  { limit, offset }: Page,
): Promise<ManualRecord[]> {
  const { rows } = await sql<ManualRow>`
    select m.id, m.company_id, m.laboratory_id, l.name as laboratory, ${timeZone} as time_zone, m.kind, m.product, m.lot, m.load_kg,
      m.started_at, m.ended_at, m.verdict, m.revision, m.content, (
        select e.hash from ledger_entry e where e.id = m.id::text and e.kind = 'manual' and e.rev = m.revision) as hash
    from ${seenBy(caller, scope)}
    order by m.ended_at is not null, m.started_at desc, m.id desc limit ${limit} offset ${offset}`.execute(db);
  return present(db, rows);
}

/** How many there are. */
export async function countManual(
  db: Db,
  caller: Pick<Caller, 'companyId' | 'member'>,
  scope: ManualScope,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${seenBy(caller, scope)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

async function present(db: Db, rows: readonly ManualRow[]): Promise<ManualRecord[]> {
  const signers = rows.flatMap(({ content }) => content.readings.map(({ person }) => person.id));
  const named = await db
    .selectFrom('signer')
    .select(['id', 'role', sql<string>`coalesce(name, initials)`.as('by')])
    .where('id', '=', anyOf([...new Set(signers)]))
    .execute();
  const names = new Map(named.map(({ id, by }) => [id, by]));
  const records: ManualRecord[] = [];
  for (const row of rows) {
    const { content, ...head } = row;
    const { verdict, due, ...judged } = content.judged
      ? { ...content.judged, verdict: row.verdict, due: null }
      : await soFar(db, row);
    records.push({
      id: head.id,
      labId: head.laboratory_id,
      laboratory: head.laboratory,
      timeZone: head.time_zone,
      process: head.kind,
      product: head.product,
      lot: head.lot,
      load_kg: head.load_kg,
      cookedAt: content.cookedAt,
      startedAt: head.started_at,
      endedAt: head.ended_at,
      ...judged,
      verdict,
      due,
      readings: content.readings.map(({ person, ...one }) => ({
        ...one,
        by: names.get(person.id) ?? person.initials,
        role: person.role,
      })),
      revision: head.revision,
      hash: head.hash && Buffer.from(head.hash).toString('hex'),
      actions: await actionsOf(db, head.id),
    });
  }
  return records;
}

type Judgeable = Pick<ManualRow, 'company_id' | 'laboratory_id' | 'time_zone' | 'kind' | 'started_at' | 'content'>;

/** What the rule of the kitchen's plan of when it began makes of a record (B2.3). */
export async function judged(db: Db, row: Judgeable): Promise<{ verdict: Verdict; said: Judged; due: HandDue | null }> {
  const plan: FoodPlan = (await planOfKitchen(db, row.company_id, row.laboratory_id, row.started_at)) ?? makersPlan;
  const rule = ruleAt(primaryOf(plan, row.kind), row.started_at, row.time_zone);
  const { readings, cookedAt } = row.content;
  const finding = judgeByHand({ rule, readings, cookedAt });
  const { id, version, force, own } = rule;
  const said = {
    rule: { id, version, force, ...(own && { own }) },
    reasons: [...finding.reasons],
    stages: finding.stages.map(({ neighbours: _, ...stage }) => stage),
  };
  return { verdict: finding.verdict, said, due: dueByHand(finding, cookedAt) };
}

/** While it goes on only that it has failed is a verdict: no reading that comes changes that any more. */
async function soFar(db: Db, row: Judgeable): Promise<Judged & Pick<ManualRecord, 'verdict' | 'due'>> {
  const { verdict, said, due } = await judged(db, row);
  return verdict === 'FAIL' ? { ...said, verdict, due: null } : { ...said, verdict: null, due, reasons: [] };
}

/** A record of a company that is about to be changed; whoever changes it at once waits. */
export const lockedManual = (db: Db, company: string, id: string): Promise<LockedManual | undefined> =>
  db
    .selectFrom('manual_record as m')
    .innerJoin('company as o', 'o.id', 'm.company_id')
    .leftJoin('laboratory as l', (join) =>
      join.onRef('l.id', '=', 'm.laboratory_id').onRef('l.company_id', '=', 'o.id'),
    )
    .select([
      'm.id',
      'm.company_id',
      'm.laboratory_id',
      'm.product',
      'm.lot',
      'm.load_kg',
      'm.started_at',
      'm.ended_at',
    ])
    .select(['m.revision', sql<CoolingKind>`m.kind`.as('kind'), sql<Verdict | null>`m.verdict`.as('verdict')])
    .select([sql<Kept>`m.content`.as('content'), timeZone.as('time_zone')])
    .where('m.id', '=', id)
    .where('m.company_id', '=', company)
    .forUpdate('m')
    .executeTakeFirst();
