import type { IdKind } from '@brina/contract/wire/ids';
import { isPresetId } from '@brina/domain/recipes/recipe';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../db/any-of.ts';
import type { Db } from '../db/database.ts';
import type { Caller } from './caller.ts';
import { isStaff, sharedWith, viewOf } from './views.ts';

/**
 * Ownership, one function per kind of thing: of some ids, those this caller may touch. The router runs it before any
 * handler, for every id of the request (docs/SECURITY.md); an id that is foreign answers exactly like one that does not exist.
 */
type Scope = (db: Db, caller: Caller, ids: readonly string[]) => Promise<{ id: string }[]>;

const existingAppliances = (db: Db, ids: readonly string[]): ReturnType<Scope> =>
  db.selectFrom('appliance').select('serial as id').where('serial', '=', anyOf(ids)).execute();

/** What the maker's staff alone may touch: all that there is. */
const staffOnly =
  (existing: (db: Db, ids: readonly string[]) => ReturnType<Scope>): Scope =>
  async (db, caller, ids) =>
    isStaff(caller) ? existing(db, ids) : [];

/** What a company did with an appliance, or was told of it, while it holds it. */
const ofHolder =
  (table: 'command' | 'notice'): Scope =>
  (db, caller, ids) =>
    db
      .selectFrom(table)
      .innerJoin('tenure as t', 't.appliance', `${table}.appliance`)
      .select(`${table}.id`)
      .where(`${table}.id`, '=', anyOf(ids))
      .where(`${table}.company_id`, '=', caller.companyId)
      .where('t.company_id', '=', caller.companyId)
      .where('t.to_at', 'is', null)
      .where(sharedWith(caller, 't.appliance'))
      .execute();

const scopes: Record<IdKind, Scope> = {
  appliance: (db, caller, ids) =>
    db
      .selectFrom('appliance as a')
      .innerJoin(viewOf(caller).as('v'), 'v.appliance', 'a.id')
      .select('a.serial as id')
      .where('a.serial', '=', anyOf(ids))
      .where('v.to_at', 'is', null)
      .execute(),
  applianceRecord: (db, caller, ids) =>
    db
      .selectFrom('appliance as a')
      .innerJoin(viewOf(caller).as('v'), 'v.appliance', 'a.id')
      .select('a.serial as id')
      .distinct()
      .where('a.serial', '=', anyOf(ids))
      .execute(),
  companyAppliance: (db, caller, ids) =>
    db
      .selectFrom('appliance as a')
      .innerJoin('tenure as t', 't.appliance', 'a.id')
      .select('a.serial as id')
      .where('a.serial', '=', anyOf(ids))
      .where('t.company_id', '=', caller.companyId)
      .where('t.to_at', 'is', null)
      .execute(),
  laboratory: (db, caller, ids) =>
    db
      .selectFrom('laboratory as l')
      .select('l.id')
      .where('l.id', '=', anyOf(ids))
      .where('l.company_id', '=', caller.companyId)
      .where(seesLaboratory(caller, 'l.id'))
      .execute(),
  command: ofHolder('command'),
  notice: ofHolder('notice'),
  batch: (db, caller, ids) =>
    db
      .selectFrom('batch as b')
      .innerJoin('tenure as t', 't.appliance', 'b.appliance')
      .select('b.id')
      .where('b.id', '=', anyOf(ids))
      .where('t.company_id', '=', caller.companyId)
      .whereRef('t.from_at', '<=', 'b.started_at')
      .where(({ eb, or, ref }) => or([eb('t.to_at', 'is', null), eb('b.started_at', '<', ref('t.to_at'))]))
      .where(sharedWith(caller, 't.appliance'))
      .execute(),
  holdDay: (db, caller, ids) => ofCompanyThen('hold_day')(db, caller, ids),
  member: async (db, caller, ids) => {
    const { rows } = await sql<{ id: string }>`
      select asked.id from unnest(${ids}::text[]) asked(id)
      where exists (
        select from membership m join app_user u on u.id = m.user_id
        where lower(u.email) = lower(asked.id) and m.company_id = ${caller.companyId})`.execute(db);
    return rows;
  },
  membership: (db, caller, ids) =>
    db
      .selectFrom('membership')
      .select('id')
      .where('id', '=', anyOf(ids))
      .where('user_id', '=', caller.userId)
      .execute(),
  session: (db, caller, ids) =>
    db
      .selectFrom('session')
      .select('id')
      .where('id', '=', anyOf(ids))
      .where('user_id', '=', caller.userId)
      .where('ended_at', 'is', null)
      .execute(),
  factor: (db, caller, ids) =>
    db.selectFrom('factor').select('id').where('id', '=', anyOf(ids)).where('user_id', '=', caller.userId).execute(),
  recipe: async (db, caller, ids) => {
    // The maker's cycles are everybody's, and their ids are numbers.
    const presets = ids.filter(isPresetId);
    const own = ids.filter((id) => id.includes('-'));
    const found = own.length === 0 ? [] : await ownRecipes(db, caller, own);
    return [...presets.map((id) => ({ id })), ...found];
  },
  schedule: (db, caller, ids) =>
    db
      .selectFrom('scheduled_start as s')
      .innerJoin('tenure as t', 't.appliance', 's.appliance')
      .select('s.id')
      .where('s.id', '=', anyOf(ids))
      .where('s.company_id', '=', caller.companyId)
      .where('t.company_id', '=', caller.companyId)
      .where('t.to_at', 'is', null)
      .where(sharedWith(caller, 't.appliance'))
      .execute(),
  action: (db, caller, ids) =>
    db
      .selectFrom('action as a')
      .select('a.id')
      .where('a.id', '=', anyOf(ids))
      .where('a.company_id', '=', caller.companyId)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('action_subject as s')
              .select('s.id')
              .whereRef('s.action', '=', 'a.id')
              .where(sql<boolean>`not ${seesSubject(caller, 's')}`),
          ),
        ),
      )
      .execute(),
  inspectionLink: (db, caller, ids) =>
    db
      .selectFrom('inspection_link as k')
      .select('k.id')
      .where('k.id', '=', anyOf(ids))
      .where('k.company_id', '=', caller.companyId)
      .$if(caller.member !== null, (query) => query.where('k.user_id', '=', caller.userId))
      .execute(),
  poster: (db, caller, ids) =>
    db
      .selectFrom('kitchen_poster as p')
      .innerJoin('laboratory as l', 'l.id', 'p.laboratory_id')
      .select('p.id')
      .where('p.id', '=', anyOf(ids))
      .where('p.company_id', '=', caller.companyId)
      .where('p.ended_at', 'is', null)
      .where(seesLaboratory(caller, 'l.id'))
      .execute(),
  haccpReport: (db, caller, ids) =>
    db.selectFrom('haccp_report').select('id').where('id', '=', anyOf(ids)).where(asksFor(caller)).execute(),
  subscription: (db, caller, ids) =>
    db
      .selectFrom('mail_subscription as s')
      .select('s.id')
      .where('s.id', '=', anyOf(ids))
      .where('s.user_id', 'is not', null)
      .where('s.company_id', '=', caller.companyId)
      .$if(caller.member !== null, (query) => query.where('s.membership_id', '=', caller.member?.id ?? ''))
      .execute(),
  legalHold: (db, caller, ids) =>
    db
      .selectFrom('legal_hold')
      .select('id')
      .where('id', '=', anyOf(ids))
      .where('company_id', '=', caller.companyId)
      .execute(),
  manual: (db, caller, ids) =>
    db
      .selectFrom('manual_record as m')
      .select('m.id')
      .where('m.id', '=', anyOf(ids))
      .where('m.company_id', '=', caller.companyId)
      .where(seesLaboratory(caller, 'm.laboratory_id'))
      .execute(),
  record: async (db, caller, ids) => {
    const kinds = [scopes.batch, scopes.holdDay, ofCompanyThen('probe_check'), scopes.action, scopes.laboratory];
    const found = await Promise.all(kinds.map((scope) => scope(db, caller, ids)));
    return found.flat();
  },
  user: staffOnly((db, ids) =>
    db.selectFrom('app_user').select('id').where('id', '=', anyOf(ids)).where('erased_at', 'is', null).execute(),
  ),
  anyAppliance: staffOnly((db, ids) => existingAppliances(db, ids)),
  publicAppliance: (db, _caller, ids) => existingAppliances(db, ids),
  news: staffOnly((db, ids) => db.selectFrom('news').select('id').where('id', '=', anyOf(ids)).execute()),
};

/** Records of a unit that say themselves whose they are: its holder's of their time. */
const ofCompanyThen =
  (table: 'hold_day' | 'probe_check'): Scope =>
  (db, caller, ids) =>
    db
      .selectFrom(table)
      .select(`${table}.id`)
      .where(`${table}.id`, '=', anyOf(ids))
      .where(`${table}.company_id`, '=', caller.companyId)
      .where(sharedWith(caller, `${table}.appliance`))
      .execute();

/** Custom cycles of the caller's company; for who serves units and for staff, those of the present holders of the units it sees. */
const ownRecipes: Scope = (db, caller, ids) =>
  db
    .selectFrom('recipe as r')
    .select('r.id')
    .where('r.id', '=', anyOf(ids))
    .where(
      caller.role === 'USER'
        ? sql<boolean>`r.company_id = ${caller.companyId}`
        : sql<boolean>`exists (
            select from tenure held join ${viewOf(caller)} v on v.appliance = held.appliance
            where held.company_id = r.company_id and held.to_at is null and v.to_at is null)`,
    )
    .execute();

/**
 * SQL condition that the caller sees a laboratory of its company: all of them, or for a KITCHEN_MANAGER those in which a
 * shared appliance stands.
 * @param laboratory column with the laboratory's id
 */
export const seesLaboratory = (caller: Pick<Caller, 'member'>, laboratory: string): RawBuilder<boolean> =>
  caller.member?.role === 'KITCHEN_MANAGER'
    ? sql<boolean>`exists (
        select from appliance inside
        where inside.laboratory_id = ${sql.ref(laboratory)} and ${sharedWith(caller, 'inside.id')})`
    : sql<boolean>`true`;

/**
 * SQL condition that a caller sees what an action is about: a record of a unit that is shared with it, or what a whole kitchen lacks.
 * @param s alias of the subject of the action
 */
export const seesSubject = (caller: Pick<Caller, 'member'>, s: string): RawBuilder<boolean> =>
  sql<boolean>`(case when ${sql.ref(`${s}.appliance`)} is null then ${seesLaboratory(caller, `${s}.laboratory_id`)}
    else ${sharedWith(caller, `${s}.appliance`)} end)`;

/**
 * SQL condition on `haccp_report` that it is the caller's: its company's, for who is invited one that it has asked for within the invitation,
 * as long as all is shared that it was made of.
 */
export const asksFor = ({ companyId, member }: Pick<Caller, 'companyId' | 'member'>): RawBuilder<boolean> =>
  member === null
    ? sql<boolean>`haccp_report.company_id = ${companyId}`
    : sql<boolean>`(haccp_report.membership_id = ${member.id} and not exists (
        select from unnest(haccp_report.units) as made(appliance) where not ${sharedWith({ member }, 'made.appliance')}))`;

/** Whether the caller may touch all of these ids of one kind. */
export async function ownsAll(db: Db, caller: Caller, kind: IdKind, ids: readonly string[]): Promise<boolean> {
  const owned = await scopes[kind](db, caller, ids);
  return new Set(ids).size === new Set(owned.map(({ id }) => id)).size;
}
