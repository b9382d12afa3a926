/** What there is to tell of a period. */
import type { BookRecord } from '@brina/contract/calls/record/book';
import { periodRecords_max } from '@brina/contract/calls/record/period-reports';
import type { Days } from '@brina/domain/haccp/closed-period';
import { comingRules } from '@brina/domain/haccp/plans/coming-rules';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { pageOfActions } from '#features/record/actions/actions.queries.ts';
import { countsOfDays, idsOfRecords } from '#features/record/book/book.queries.ts';
import { missingOf } from '#features/record/missing/missing.queries.ts';
import { plansInForce } from '#features/record/plans/plans.queries.ts';
import { actionsWithin, type Period, placeOf, probesDue, unitsOf } from '#features/record/reports/period.queries.ts';
import { spanOf } from './due.queries.ts';

/** What a letter tells of a period, and what is open as it is made. */
export type PeriodFacts = {
  company: string;
  /** The kitchen, or the unit by its name and number; null: all. */
  place: string | null;
  counts: readonly { kind: BookRecord['kind']; verdict: BookRecord['verdict']; records: number }[];
  /** Of food that was thrown away, as far as somebody has said so. */
  discarded_kg: number;
  open: {
    actions: number;
    exceptions: number;
    reviews: number;
    missing: number;
    probes: number;
    /** Rules that plans follow and that come in a new version soon. */
    rules: number;
  };
};

/** Records of which somebody should know: as a report of a period draws them. */
const isException = ({ verdict }: Pick<BookRecord, 'verdict'>): boolean =>
  verdict === 'FAIL' || verdict === 'EXCEEDED' || verdict === 'ABORTED' || verdict === 'NOT_PROVEN';

const notClosed = ['open', 'reopened', 'done'] as const;

/** Of what a letter tells, and by whose calendar. */
export type Told = Days & { timeZone: string; laboratory: string | null; appliance: number | null };

/** Reads what a letter tells, as its maker or reader may see it. @param now epoch ms */
export async function periodFacts(db: Db, caller: Caller, told: Told, now: number): Promise<PeriodFacts> {
  const { timeZone, ...scope } = told;
  const period: Period = { ...scope, timeZone, span: spanOf(told, timeZone) };
  const place = await placeOf(db, caller.companyId ?? '', scope);
  const counts = await countsOfDays(db, caller, scope);
  const ids = await idsOfRecords(db, caller, scope, 2 * periodRecords_max);
  const missing = await missingOf(db, caller, scope, now);
  const held = (await unitsOf(db, caller, period)).filter(({ held_to }) => held_to === null);
  const probes = await probesDue(db, caller, held, now);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  return {
    company: place.company,
    place: place.unit ? `${place.unit.name} (${place.unit.serialNumber})` : place.kitchen,
    counts,
    discarded_kg: await discardedBy(
      db,
      await actionsWithin(db, caller, period, [...ids, ...missing.map(({ id }) => id)]),
    ),
    open: {
      actions: await openActions(db, caller, told, place.unit?.serialNumber),
      exceptions: sum(counts.filter(isException).map(({ records }) => records)),
      reviews: sum(counts.map(({ reviews }) => reviews)),
      missing: missing.filter(({ state }) => state === 'open').length,
      probes: probes.filter(({ state }) => state === 'overdue').length,
      rules: await rulesComing(db, caller.companyId ?? '', scope, now),
    },
  };
}

/** Actions that are not closed, of whatever time. */
async function openActions(db: Db, caller: Caller, { laboratory }: Told, serial: string | undefined): Promise<number> {
  const filterAttributes = [
    ...notClosed.map((value) => ({ attribute: 'state' as const, value })),
    ...(laboratory === null ? [] : [{ attribute: 'labId' as const, value: laboratory }]),
    ...(serial === undefined ? [] : [{ attribute: 'serialNumber' as const, value: serial }]),
  ];
  return (await pageOfActions(db, caller, { body: { page: 0, nRows: 1, filterAttributes } })).total;
}

/** How many rules change soon for the kitchens that a letter is of; of one appliance nobody is told. */
async function rulesComing(
  db: Db,
  company: string,
  { laboratory, appliance }: Pick<Told, 'laboratory' | 'appliance'>,
  now: number,
): Promise<number> {
  if (company === '' || appliance !== null) return 0;
  const plans = await plansInForce(db, company, laboratory);
  return new Set(plans.flatMap(({ plan, timeZone }) => comingRules(plan, now, timeZone).map(({ next }) => next.id)))
    .size;
}

/** How much food was thrown away by some actions, kg. */
async function discardedBy(db: Db, actions: readonly string[]): Promise<number> {
  const { kg } = await db
    .selectFrom('action')
    .select(sql<number>`coalesce(sum(discarded_kg), 0)::float8`.as('kg'))
    .where('id', '=', anyOf(actions))
    .executeTakeFirstOrThrow();
  return kg;
}
