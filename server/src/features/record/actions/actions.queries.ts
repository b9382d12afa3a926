import {
  type Action,
  type ActionOfRecord,
  filterActions,
  type ListedAction,
  saveAction,
  verifyAction,
} from '@brina/contract/calls/record/actions';
import type { Input, Reply } from '@brina/contract/wire/call';
import { isOpen } from '@brina/domain/haccp/actions/action';
import type { MissingKind } from '@brina/domain/haccp/missing/missing';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { isOpenTo } from '#core/access/rights.ts';
import { ownsAll, seesSubject } from '#core/access/scopes.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { pagedList } from '#core/db/paged-list.ts';
import { bookOfCompany, newestEntries } from '#features/record/ledger/entries.queries.ts';
import { canOthersSign } from '#features/record/signatures/people.ts';
import { signaturesOf } from '#features/record/signatures/signatures.queries.ts';
import { aboutOf, peopleOf } from './facts.queries.ts';
import { foodsOf } from './told.queries.ts';
import { type ActionContent, missingOfSubject, subjectsOf } from './write.ts';

type State = Action['state'];

/** Who has done something, by name, or by initials once the account was deleted. */
const nameOf = sql<string | null>`coalesce(p.name, p.initials)`;

const revisionsOf = (db: Db, id: string) =>
  db
    .selectFrom('action_revision as r')
    .leftJoin('signer as p', 'p.id', 'r.signer')
    .select(['r.revision', 'r.created_at as at', 'r.user_id', 'p.role', nameOf.as('by')])
    .select([sql<State>`r.state`.as('state'), sql<ActionContent>`r.content`.as('content')])
    .where('r.action', '=', id)
    .orderBy('r.revision', 'desc')
    .execute();

/** Kitchens and units, by their numbers. */
type Places = { laboratories: readonly string[]; appliances: readonly number[] };

/**
 * Actions of a record in full, by their newest revisions. Of an action that is about what the caller may not see, too, nothing is told.
 * @param only what a reader is shown besides: an action that is about any other place is left out
 */
export async function presentActions(
  db: Db,
  caller: Caller,
  actions: readonly ActionOfRecord[],
  only?: Places,
): Promise<Action[]> {
  const ids = actions.map(({ id }) => id);
  const beyond = new Set(only && ids.length > 0 ? await beyondPlaces(db, ids, only) : []);
  const full: Action[] = [];
  for (const id of ids) {
    if (beyond.has(id) || !(await ownsAll(db, caller, 'action', [id]))) continue;
    const action = await presentAction(db, caller, { id });
    if (action) full.push(action);
  }
  return full;
}

/** Which of some actions are about a record of elsewhere. */
async function beyondPlaces(db: Db, ids: readonly string[], { laboratories, appliances }: Places): Promise<string[]> {
  const rows = await db
    .selectFrom('action_subject')
    .select('action')
    .distinct()
    .where('action', '=', anyOf(ids))
    .where(({ eb, not, or, fn, lit }) =>
      not(
        or([
          fn.coalesce(eb('laboratory_id', '=', anyOf(laboratories)), lit(false)),
          fn.coalesce(eb('appliance', '=', anyOf(appliances)), lit(false)),
        ]),
      ),
    )
    .execute();
  return rows.map(({ action }) => action);
}

/** An action as a caller sees it; `undefined` where it has no such revision. */
export async function presentAction(
  db: Db,
  caller: Caller,
  { id, revision }: { id: string; revision?: number | undefined },
): Promise<Action | undefined> {
  const action = await db
    .selectFrom('action as a')
    .leftJoin('signer as p', 'p.id', 'a.opened_by')
    .select(['a.id', 'a.company_id', 'a.created_at', nameOf.as('by')])
    .where('a.id', '=', id)
    .executeTakeFirst();
  const revisions = await revisionsOf(db, id);
  const shown = revisions.find((one) => revision === undefined || one.revision === revision);
  if (!action || !shown) return undefined;
  const upTo = revisions.filter((one) => one.revision <= shown.revision);
  const done = isOpen(shown.state) ? undefined : upTo.find(({ state }) => state === 'done');
  const { samePerson, ...content } = shown.content;
  const book = await bookOfCompany(db, action.company_id);
  const newest = book && (await newestEntries(db, book.id, [id])).get(id);
  const isNewest = shown === revisions[0];
  // Who has done it does not verify it, unless there is nobody else.
  const isOwn = shown.user_id === caller.userId && (await peopleOf(db, action.company_id)) > 1;
  // At the same tablet another person can.
  const mayVerify = !isOwn || (await canOthersSign(db, action.company_id, caller.userId));
  const subjects = await subjectsOf(db, id);
  const about = await aboutOf(db, action.company_id, subjects);
  const { told_kg } = await foodsOf(db, action.company_id, { action: id, subjects, load_kg: about.load_kg });
  const by = ({ by: name, role, at }: typeof shown) => ({ by: name ?? '', role: role ?? '', at });
  return {
    id,
    revision: shown.revision,
    createdAt: action.created_at,
    openedBy: action.by,
    ...content,
    ...about,
    told_kg,
    done: done ? by(done) : null,
    verified: shown.state === 'verified' ? { ...by(shown), samePerson: samePerson === true } : null,
    hash: newest && isNewest ? newest.hash : null,
    // Each save is signed by itself: what is signed is what stands there.
    signatures: await signaturesOf(
      db,
      { kind: 'action', id },
      revisions.map((one) => ({ revision: one.revision, verdict: String(one.revision) })),
    ),
    revisions: revisions.map((one) => ({ revision: one.revision, at: one.at, by: one.by, state: one.state })),
    may: {
      edit: isNewest && isOpenTo(saveAction, caller),
      verify: isNewest && shown.state === 'done' && isOpenTo(verifyAction, caller) && mayVerify,
    },
  };
}

/** The actions on a record, latest first. */
export const actionsOf = async (db: Db, record: string): Promise<ActionOfRecord[]> =>
  (await actionsOfEach(db, [record])).get(record) ?? [];

/** The actions on some records, latest first, by record; of one without any there is nothing. */
export async function actionsOfEach(db: Db, records: readonly string[]): Promise<Map<string, ActionOfRecord[]>> {
  const rows = await db
    .selectFrom('action_subject as s')
    .innerJoin('action as a', 'a.id', 's.action')
    .select(['s.id as record', 'a.id', 'a.revision', 'a.created_at as createdAt'])
    .select([sql<State>`a.state`.as('state'), sql<ActionOfRecord['cause']>`a.cause`.as('cause')])
    .where('s.id', '=', anyOf(records))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
  const told = rows.map(({ record, ...action }) => ({ record, action }));
  return new Map(
    [...Map.groupBy(told, ({ record }) => record)].map(([record, some]) => [record, some.map(({ action }) => action)]),
  );
}

const listAll = pagedList(filterActions, {
  filters: {
    state: (state) => sql`a.state = ${state}`,
    cause: (cause) => sql`a.cause = ${cause}`,
    labId: (id) => sql`exists (select from action_subject s where s.action = a.id and s.laboratory_id::text = ${id})`,
    serialNumber: (serial) => sql`exists (
      select from action_subject s join appliance u on u.id = s.appliance where s.action = a.id and u.serial = ${serial})`,
  },
  orders: { createdAt: sql`a.created_at` },
  ties: sql`a.id desc`,
});

type Row = Omit<
  ListedAction,
  'createdAt' | 'labId' | 'serialNumber' | 'applianceName' | 'openedBy' | 'discarded_kg' | 'missing'
> & {
  missing: MissingKind | null;
  missing_day: string | null;
  missing_from: number | null;
  created_at: number;
  laboratory_id: string | null;
  serial: string | null;
  name: string;
  opened_by: string | null;
  discarded: number;
};

/** The actions of the caller's company; for an invited person those that are about nothing but units shared with it. */
export const pageOfActions = (
  db: Db,
  caller: Caller,
  { body }: Input<typeof filterActions>,
): Promise<Reply<typeof filterActions>> =>
  listAll(db, body, {
    columns: sql`a.id, a.revision, a.state, a.cause, a.created_at, a.discarded_kg::float8 as discarded,
      coalesce(p.name, p.initials) as opened_by, f.laboratory_id, f.kind, f.missing, f.missing_day, f.missing_from,
      u.serial, f.appliance_name as name,
      (select count(*)::int from action_subject s where s.action = a.id) as subjects`,
    from: sql`action a`,
    beside: sql`left join signer p on p.id = a.opened_by
      join lateral (select s.appliance, s.appliance_name, s.laboratory_id, s.kind, s.missing, s.missing_day, s.missing_from from action_subject s where s.action = a.id
        order by s.id limit 1) f on true
      left join appliance u on u.id = f.appliance`,
    where: sql<boolean>`a.company_id = ${caller.companyId} and not exists (
      select from action_subject hidden where hidden.action = a.id and not ${seesSubject(caller, 'hidden')})`,
    present: ({
      created_at,
      laboratory_id,
      serial,
      name,
      opened_by,
      discarded,
      missing,
      missing_day,
      missing_from,
      ...row
    }: Row): ListedAction => ({
      ...row,
      missing: missingOfSubject({ missing, missing_day, missing_from }),
      createdAt: created_at,
      labId: laboratory_id,
      serialNumber: serial,
      applianceName: name,
      openedBy: opened_by,
      discarded_kg: discarded,
    }),
  });
