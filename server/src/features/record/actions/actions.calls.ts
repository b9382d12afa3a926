import {
  type Action,
  type ActionInput,
  filterActions,
  getAction,
  type NamedSubject,
  openAction,
  saveAction,
  verifyAction,
} from '@brina/contract/calls/record/actions';
import type { Call } from '@brina/contract/wire/call';
import { actionFault, isOpen, mayBecome } from '@brina/domain/haccp/actions/action';
import { isCalendarDay, spanOfDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { newestContents } from '#features/record/ledger/entries.queries.ts';
import { missingOf } from '#features/record/missing/missing.queries.ts';
import type { SigningWay } from '#features/record/signatures/grants.ts';
import { signedBy, signerDetail } from '#features/record/signatures/signed-by.ts';
import { signerOf } from '#features/record/signatures/signers.ts';
import { writeSignature } from '#features/record/signatures/write.ts';
import { pageOfActions, presentAction } from './actions.queries.ts';
import { aboutOf, asksOf, costBy, factsOf, peopleOf } from './facts.queries.ts';
import { placesOf } from './open.ts';
import { endReminders } from './reminders.ts';
import { foodsOf } from './told.queries.ts';
import { type ActionContent, insertAction, type Subject, subjectsOf, writeAction } from './write.ts';

const get = handle(getAction, async ({ db, caller, params: { actionId: id }, query, clock }) => {
  const { company } = await db
    .selectFrom('action')
    .select('company_id as company')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...(await shown(db, caller, id, query.revision)), ...(await asksOf(db, company, id, clock.now())) };
});

const list = handle(filterActions, ({ db, caller, body }) => pageOfActions(db, caller, { body }));

const open = handle(openAction, async ({ db, caller, body, clock, audit }) => {
  const company = caller.companyId ?? refuse('company_missing', 422);
  const { subjects: named, grant, ...input } = body;
  if (!mayBecome('open', input.state)) refuse('action_closed', 409);
  const now = clock.now();
  const id = newId(now);
  await oneAtATime(db, company);
  const { way, person } = await provedBy(db, caller, { call: openAction, input: { body }, grant }, now);
  const subjects = await placed(db, person, company, named, now);
  const content = await checked(db, { id, company, subjects, input }, now);
  const by = await doerOf(db, person, company, now);
  await insertAction(db, { id, company, subjects, by }, now);
  await audit('record.action', company, { action: id, ...signerDetail(caller, person) });
  const what = await writeAction(db, { id, company, revision: 1, subjects, content, by }, now);
  if (way) await writeSignature(db, { company, ...by, way, meaning: 'ACTION_TAKEN', what: [what] }, now);
  return shown(db, caller, id);
});

const saveIn = ({ bus }: Parts) =>
  handle(saveAction, async ({ db, caller, params, headers, body, clock, audit, afterCommit }) => {
    const { actionId: id } = params;
    await oneAtATime(db, caller.companyId ?? refuse('not_found', 404));
    const { company, revision, state } = await taken(db, id, headers['if-match']);
    if (!mayBecome(state, body.state)) refuse('action_closed', 409);
    const { grant, ...input } = body;
    const now = clock.now();
    const { way, person } = await provedBy(db, caller, { call: saveAction, input: { params, body }, grant }, now);
    const subjects = await subjectsOf(db, id);
    const content = await checked(db, { id, company, subjects, input }, now);
    if (!isOpen(input.state)) {
      const reminded = await endReminders(db, id, now);
      afterCommit(() => {
        for (const frame of reminded.flatMap((unit) => unit.frames()))
          bus.publish('live', { serial: frame.serialNumber, frame });
      });
    }
    const by = await doerOf(db, person, company, now);
    await audit('record.action', company, { action: id, ...signerDetail(caller, person) });
    const what = await writeAction(db, { id, company, revision: revision + 1, subjects, content, by }, now);
    if (way) await writeSignature(db, { company, ...by, way, meaning: 'ACTION_TAKEN', what: [what] }, now);
    return shown(db, caller, id);
  });

const verify = handle(verifyAction, async ({ db, caller, params, headers, body, clock, audit }) => {
  const { actionId: id } = params;
  const { company, revision, state } = await taken(db, id, headers['if-match']);
  if (state !== 'done') refuse('action_closed', 409);
  const done = await db
    .selectFrom('action_revision')
    .select(['user_id', sql<ActionContent>`content`.as('content')])
    .where('action', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  const now = clock.now();
  const signing = { call: verifyAction, input: { params, body }, grant: body.grant };
  const { way, person } = await provedBy(db, caller, signing, now);
  // Whoever signs is who verifies, at whatever tablet.
  const samePerson = done.user_id === person.userId;
  if (samePerson && (await peopleOf(db, company)) > 1) refuse('verify_own_action', 409);
  const by = await doerOf(db, person, company, now);
  const content: ActionContent = { ...done.content, state: 'verified', ...(samePerson && { samePerson }) };
  await audit('record.verifyAction', company, { action: id, ...signerDetail(caller, person) });
  const subjects = await subjectsOf(db, id);
  const what = await writeAction(db, { id, company, revision: revision + 1, subjects, content, by }, now);
  if (way) await writeSignature(db, { company, ...by, way, meaning: 'VERIFIED', what: [what] }, now);
  return shown(db, caller, id);
});

/** Who does something, and how it has proved who it is; where nobody signs, the caller. */
async function provedBy(
  db: Db,
  caller: Caller,
  { grant, ...asked }: { call: Call; input: object; grant: string | undefined },
  now: number,
): Promise<{ person: Caller; way?: SigningWay }> {
  if (grant === undefined) return { person: caller };
  const { by, way } = await signedBy(db, caller, { ...asked, grant }, now);
  return { person: by, way };
}

const doerOf = async (db: Db, person: Caller, company: string, now: number) => ({
  ...(await signerOf(db, person, company, now)),
  userId: person.userId,
});

const shown = async (db: Db, caller: Caller, id: string, revision?: number): Promise<Action> =>
  (await presentAction(db, caller, { id, revision })) ?? refuse('not_found', 404);

/** An action that nobody else changes meanwhile; refuses where somebody has, since it was looked at. */
async function taken(db: Db, id: string, looked: string) {
  const action = await db
    .selectFrom('action')
    .select(['company_id as company', 'revision', sql<Action['state']>`state`.as('state')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!action) return refuse('not_found', 404);
  if (action.revision !== Number(looked.slice(1, -1))) refuse('action_changed', 412);
  return action;
}

/** Two actions about the same food see what the other one says of it. To be called before anything else is locked. */
const oneAtATime = (db: Db, company: string) =>
  db.selectFrom('company').select('id').where('id', '=', company).forNoKeyUpdate().execute();

/** What somebody says of an action, as it is kept; refused where a field breaks its rule. */
async function checked(
  db: Db,
  { id, company, subjects, input }: { id: string; company: string; subjects: readonly Subject[]; input: ActionInput },
  now: number,
): Promise<ActionContent> {
  const about = await aboutOf(db, company, subjects);
  const { foods } = await foodsOf(db, company, { action: id, subjects, load_kg: about.load_kg });
  const facts = await factsOf(db, { action: id, subjects, cause: input.cause, about, foods }, now);
  const fault = actionFault(input, facts);
  if (fault) refuse(fault, 422);
  const cost = await costBy(db, company, subjects, input);
  return {
    ...input,
    at: Math.min(input.at, now),
    reason: isOpen(input.state) && input.state !== 'reopened' ? '' : input.reason,
    cost,
  };
}

/** Records with the units and the kitchens that they are of, as these are called in the records. */
async function placed(
  db: Db,
  caller: Caller,
  company: string,
  named: readonly NamedSubject[],
  now: number,
): Promise<Subject[]> {
  const records = named.filter((one) => one.kind !== 'missing');
  const missing = await missingSubjects(
    db,
    caller,
    named.filter((one) => one.kind === 'missing'),
    now,
  );
  return [...(await recordSubjects(db, company, records)), ...missing];
}

/** What the caller's book lacks, as it is called there. What is not missing there, or waits for its unit, is nothing to be done about. */
async function missingSubjects(
  db: Db,
  caller: Caller,
  named: readonly Extract<NamedSubject, { kind: 'missing' }>[],
  now: number,
): Promise<Subject[]> {
  const found: Subject[] = [];
  for (const [day, some] of Map.groupBy(named, (one) => one.day)) {
    if (!isCalendarDay(day)) refuse('not_found', 404);
    const all = await missingOf(db, caller, { from: day, to: day, laboratory: null, appliance: null }, now);
    for (const { missing: id } of some) {
      const one = all.find((lack) => lack.id === id && lack.state !== 'waiting') ?? refuse('not_found', 404);
      const { kind, at, unit, laboratory, labId, timeZone, appliance } = one;
      found.push({
        kind: 'missing',
        id,
        appliance,
        appliance_name: unit?.name ?? laboratory ?? '',
        laboratory_id: labId,
        excursion: null,
        missing: { kind, day, at, from: at ?? spanOfDay(day, timeZone).from },
      });
    }
  }
  return found;
}

async function recordSubjects(
  db: Db,
  company: string,
  named: readonly Exclude<NamedSubject, { kind: 'missing' }>[],
): Promise<Subject[]> {
  const ids = named.map(({ id }) => id);
  const contents = await newestContents(db, company, ids);
  const places = new Map<string, Pick<Subject, 'appliance' | 'laboratory_id'>>();
  for (const { kind, id } of named)
    if (kind === 'batch') for (const place of await placesOf(db, id)) places.set(id, place);
  const days = await db
    .selectFrom('hold_day')
    .select(['id', 'appliance', 'laboratory_id'])
    .where('id', '=', anyOf(named.flatMap(({ kind, id }) => (kind === 'day' ? [id] : []))))
    .execute();
  const checks = await db
    .selectFrom('probe_check')
    .select(['id', 'appliance', 'laboratory_id'])
    .where('id', '=', anyOf(named.flatMap(({ kind, id }) => (kind === 'check' ? [id] : []))))
    .execute();
  for (const record of [...days, ...checks]) places.set(record.id, record);
  return named.map(({ kind, id, excursion }) => {
    const { appliance, laboratory_id } = places.get(id) ?? refuse('not_found', 404);
    const name = contents.get(id)?.['applianceName'];
    const appliance_name = typeof name === 'string' ? name : '';
    return { kind, id, appliance, laboratory_id, appliance_name, excursion, missing: null };
  });
}

export const actionHandlers = (parts: Parts) => [get, open, saveIn(parts), verify, list];
