import type { Action, ActionInput, getAction } from '@brina/contract/calls/record/actions';
import type { Reply } from '@brina/contract/wire/call';
import {
  type ActionCause,
  type ActionFacts,
  costOf,
  discarded_kg,
  isOfFood,
  needsPrevention,
  sameCauseWithin_ms,
} from '@brina/domain/haccp/actions/action';
import { type HintingRecord, proposedCauses } from '@brina/domain/haccp/actions/proposed-causes';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newestContents } from '#features/record/ledger/entries.queries.ts';
import { currentPlan } from '#features/record/plans/plans.queries.ts';
import { amendedOf } from '#features/record/remarks/remarks.queries.ts';
import { type Subject, serialsOf, subjectsOf, unitsOf } from './write.ts';

/** What of the content of a batch, a day or a check an action asks for. */
type RecordContent = HintingRecord & {
  serialNumber?: string;
  applianceName?: string;
  from?: number;
  /** Of a check. */
  at?: number;
  load_kg?: number | null;
  /** Of what was cooled without an appliance. */
  readings?: readonly { at: number }[];
  ended?: { verdict: HintingRecord['verdict'] } | null;
};

/** What the records say that an action is about, by their newest revisions in the book. */
type About = Pick<Action, 'subjects' | 'load_kg' | 'proposedCauses'>;

export async function aboutOf(db: Db, company: string, subjects: readonly Subject[]): Promise<About> {
  const contents = await newestContents(
    db,
    company,
    subjects.map(({ id }) => id),
  );
  const serials = await serialsOf(db, subjects);
  const amended = await amendedOf(
    db,
    subjects.map(({ id }) => id),
  );
  const records = subjects.map(({ id }): RecordContent => ({ ...contents.get(id), ...amended.get(id) }));
  // A check has no food.
  const loads = records.filter((_, i) => subjects[i]?.kind !== 'check').map(({ load_kg }) => load_kg ?? null);
  return {
    subjects: subjects.map(({ kind, id, appliance, appliance_name, excursion, missing }, i) => {
      const record = records[i] ?? {};
      return {
        kind,
        id,
        serialNumber: (appliance !== null && serials.get(appliance)) || null,
        applianceName: record.applianceName ?? appliance_name,
        missing: missing && { kind: missing.kind, day: missing.day, at: missing.at },
        from: missing?.from ?? record.startedAt ?? record.from ?? record.at ?? record.readings?.[0]?.at ?? null,
        excursion,
        verdict: record.verdict ?? record.ended?.verdict ?? null,
      };
    }),
    // Of several loads of which one is not known nobody knows the sum.
    load_kg:
      loads.length === 0 || loads.includes(null) ? null : loads.reduce<number>((sum, load) => sum + (load ?? 0), 0),
    proposedCauses: [...new Set(records.flatMap(proposedCauses))],
  };
}

/** What the rules of an action's fields are asked with. */
export async function factsOf(
  db: Db,
  {
    action,
    subjects,
    cause,
    about,
    foods,
  }: { action: string; subjects: readonly Subject[]; cause: ActionCause | null; about: About } & Pick<
    ActionFacts,
    'foods'
  >,
  now: number,
): Promise<ActionFacts> {
  const earlier = await earlierCauses(db, { action, subjects }, now);
  const began = about.subjects.flatMap(({ from }) => from ?? []);
  return {
    now,
    began: began.length === 0 ? null : Math.min(...began),
    foods,
    isFailed: about.subjects.some(({ verdict }) => verdict === 'FAIL' || verdict === 'EXCEEDED'),
    isAboutFood: about.subjects.some(({ kind, missing }) => isOfFood(kind, missing?.kind ?? null)),
    sameCause: (cause && earlier.get(cause)) ?? 0,
  };
}

/** How many other actions that were done on the same units tell of each cause, of those that were opened within thirty days. */
async function earlierCauses(
  db: Db,
  { action, subjects }: { action: string; subjects: readonly Subject[] },
  now: number,
): Promise<Map<ActionCause, number>> {
  const rows = await db
    .selectFrom('action as a')
    .innerJoin('action_subject as s', 's.action', 'a.id')
    .select(sql<ActionCause>`a.cause`.as('cause'))
    .select(({ fn }) => fn.count<number>('a.id').distinct().as('earlier'))
    .where('a.id', '<>', action)
    .where('a.cause', 'is not', null)
    .where('a.state', 'in', ['done', 'verified'])
    .where('a.created_at', '>', timestamp(now - sameCauseWithin_ms))
    .where('s.appliance', '=', anyOf(unitsOf(subjects)))
    .groupBy('a.cause')
    .execute();
  return new Map(rows.map(({ cause, earlier }) => [cause, Number(earlier)]));
}

/** What the steps of an action ask for, as `actions.get` tells. */
export async function asksOf(
  db: Db,
  company: string,
  action: string,
  now: number,
): Promise<Pick<Reply<typeof getAction>, 'needsPrevention' | 'cost_per_kg'>> {
  const subjects = await subjectsOf(db, action);
  const earlier = await earlierCauses(db, { action, subjects }, now);
  return {
    needsPrevention: [...earlier].filter(([, count]) => needsPrevention(count)).map(([cause]) => cause),
    cost_per_kg: await costOfKilogram(db, company, subjects),
  };
}

/** What a kilogram of food costs by the plan of the kitchen, or of the company. */
async function costOfKilogram(
  db: Db,
  company: string,
  subjects: readonly Subject[],
): Promise<NonNullable<ActionInput['cost']> | null> {
  const laboratory = subjects[0]?.laboratory_id ?? null;
  const own = laboratory && (await currentPlan(db, company, laboratory));
  const { plan } = own || ((await currentPlan(db, company, null)) ?? { plan: null });
  if (!plan || plan.cost_per_kg === null || plan.currency === null) return null;
  return { amount: plan.cost_per_kg, currency: plan.currency };
}

/** What the food that was thrown away cost: as somebody says, else by the plan. */
export async function costBy(
  db: Db,
  company: string,
  subjects: readonly Subject[],
  { cost, dispositions }: Pick<ActionInput, 'cost' | 'dispositions'>,
): Promise<NonNullable<ActionInput['cost']> | null> {
  if (cost !== undefined) return cost;
  if (discarded_kg(dispositions) === 0) return null;
  const perKilogram = await costOfKilogram(db, company, subjects);
  return perKilogram && { ...perKilogram, amount: costOf(dispositions, perKilogram.amount) };
}

/** How many people work for a company: with one nobody else can look at what was done. */
export async function peopleOf(db: Db, company: string): Promise<number> {
  const { people } = await db
    .selectFrom('app_user as u')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('u.erased_at', 'is', null)
    .where('u.status', '=', 'ACTIVE')
    .where(
      sql<boolean>`(u.company_id = ${company}::uuid or exists (
        select from membership m where m.user_id = u.id and m.company_id = ${company}::uuid and m.accepted_at is not null))`,
    )
    .executeTakeFirstOrThrow();
  return people;
}
