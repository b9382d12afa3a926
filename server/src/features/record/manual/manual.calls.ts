import {
  addManualReading,
  endManual,
  getManual,
  listManual,
  type ManualRecord,
  manualPage_rows,
  startManual,
} from '@brina/contract/calls/record/manual';
import type { Input } from '@brina/contract/wire/call';
import { callsForAction } from '@brina/domain/haccp/actions/action';
import { clockOff_ms } from '@brina/domain/haccp/by-hand';
import { cookedBefore_max_h, isCookedFor } from '@brina/domain/haccp/cooked';
import { handReadings_max } from '@brina/domain/haccp/manual';
import type { Verdict } from '@brina/domain/haccp/verdicts';
import { day_ms } from '@brina/domain/language/durations';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { openByItself } from '#features/record/actions/open.ts';
import { append } from '#features/record/ledger/append.ts';
import { type NamedSigner, type Signer, signerOf } from '#features/record/signatures/signers.ts';
import {
  countManual,
  judged,
  type Kept,
  type KeptReading,
  type LockedManual,
  lockedManual,
  manualRecords,
} from './manual.queries.ts';

/** What was read longer ago nobody recorded: it is remembered. */
const late_max_ms = day_ms;

type Reading = Input<typeof addManualReading>['body'];

/** A reading as it is kept; refuses what is not read yet, and what was read before the record began (`after`; null: it begins with it). */
function keptReading(
  { value_C, at, instrument, where }: Reading,
  { person, after, now }: { person: Signer; after: number | null; now: number },
): KeptReading {
  if (at > now + clockOff_ms) refuse('reading_in_future', 422);
  if (at < now - late_max_ms) refuse('time_not_of_record', 422);
  const moment = Math.min(at, now);
  if (after !== null && moment <= after) refuse('reading_out_of_order', 422);
  return { value_C, at: moment, instrument, where, enteredAt: now, person };
}

const start = handle(startManual, async ({ db, caller, body, clock, audit }) => {
  const company = caller.companyId ?? refuse('company_missing', 422);
  const { labId, process, product, lot, load_kg, cookedAt, reading } = body;
  const now = clock.now();
  if (cookedAt !== null && !isCookedFor(cookedAt, reading.at))
    refuse('cooked_at_range', 422, { hours: cookedBefore_max_h });
  const by = await signerOf(db, caller, company, now);
  const first = keptReading(reading, { person: by.signer, after: null, now });
  const [id, content] = [newId(now), { cookedAt, readings: [first], judged: null } satisfies Kept];
  const food = { kind: process, product, lot, load_kg };
  await db
    .insertInto('manual_record')
    .values({
      id,
      company_id: company,
      laboratory_id: labId,
      ...food,
      started_at: timestamp(first.at),
      revision: 1,
      content: jsonb(content),
      signer: by.signer.id,
      user_id: caller.userId,
      created_at: timestamp(now),
    })
    .execute();
  await audit('record.manual', company);
  const row = { id, company_id: company, laboratory_id: labId, ...food, ended_at: null, verdict: null, revision: 1 };
  await enter(db, { ...row, content }, by, now);
  return oneOf(db, caller, id);
});

const read = handle(addManualReading, async ({ db, caller, params, body, clock, audit }) => {
  const row = await openRecord(db, caller, params.manualId);
  const { readings } = row.content;
  if (readings.length >= handReadings_max) refuse('readings_full', 409, { max: handReadings_max });
  const now = clock.now();
  const by = await signerOf(db, caller, row.company_id, now);
  const reading = keptReading(body, { person: by.signer, after: readings[0]?.at ?? null, now });
  // Two people measure, and whoever enters it later may have measured before.
  const inOrder = [...readings, reading].sort((a, b) => a.at - b.at);
  const read = { ...row, content: { ...row.content, readings: inOrder } };
  // That it took too long no reading mends: somebody is called while the food is there.
  const { verdict, said } = await judged(db, read);
  if (verdict === 'FAIL') await callFor(db, row, { verdict, reasons: said.reasons }, now);
  await save(db, read, by, now);
  await audit('record.manual', row.company_id);
  return oneOf(db, caller, row.id);
});

const end = handle(endManual, async ({ db, caller, params, clock, audit }) => {
  const row = await openRecord(db, caller, params.manualId);
  const now = clock.now();
  const by = await signerOf(db, caller, row.company_id, now);
  const { verdict, said } = await judged(db, row);
  await callFor(db, row, { verdict, reasons: said.reasons }, now);
  await save(db, { ...row, verdict, ended_at: now, content: { ...row.content, judged: said } }, by, now);
  await audit('record.manual', row.company_id);
  return oneOf(db, caller, row.id);
});

const list = handle(listManual, async ({ db, caller, query }) => {
  const { labId, page = 0, ...narrowed } = query;
  const scope = { laboratories: labId === undefined ? null : [labId], ...narrowed };
  const window = { limit: manualPage_rows, offset: page * manualPage_rows };
  return { items: await manualRecords(db, caller, scope, window), total: await countManual(db, caller, scope) };
});

const get = handle(getManual, ({ db, caller, params }) => oneOf(db, caller, params.manualId));

/** Opens the action of a record whose verdict calls for one; it is called by its food, for it has no unit. */
async function callFor(
  db: Db,
  { id, company_id: company, laboratory_id, product }: LockedManual,
  { verdict, reasons }: { verdict: Verdict; reasons: readonly string[] },
  now: number,
): Promise<void> {
  if (!callsForAction('manual', verdict, reasons)) return;
  await openByItself(db, { kind: 'manual', id, company, laboratory_id, appliance: null, appliance_name: product }, now);
}

/** Whose it is the scope has seen to. */
async function openRecord(db: Db, { companyId }: Caller, id: string): Promise<LockedManual> {
  const row = (await lockedManual(db, companyId ?? '', id)) ?? refuse('not_found', 404);
  return row.ended_at === null ? row : refuse('manual_ended', 409);
}

type Revised = Pick<
  LockedManual,
  | 'id'
  | 'company_id'
  | 'laboratory_id'
  | 'kind'
  | 'product'
  | 'lot'
  | 'load_kg'
  | 'ended_at'
  | 'verdict'
  | 'revision'
  | 'content'
>;

/** Keeps what a record says from now on, and enters it into the book; what it said before stays there. */
async function save(db: Db, row: Revised, by: NamedSigner, now: number): Promise<void> {
  const revision = row.revision + 1;
  await db
    .updateTable('manual_record')
    .set({
      revision,
      content: jsonb(row.content),
      verdict: row.verdict,
      ended_at: row.ended_at === null ? null : timestamp(row.ended_at),
    })
    .where('id', '=', row.id)
    .execute();
  await enter(db, { ...row, revision }, by, now);
}

/** Comes last in the transaction: the book is locked from then on. */
async function enter(db: Db, row: Revised, { signer, entries }: NamedSigner, now: number): Promise<void> {
  const { id, company_id: company, laboratory_id: laboratory, kind, product, lot, load_kg, revision, content } = row;
  const { cookedAt, readings, judged } = content;
  const ended = judged && { at: row.ended_at, verdict: row.verdict, ...judged };
  await append(db, [
    ...entries,
    {
      company,
      kind: 'manual',
      id,
      isNew: revision === 1,
      rev: revision,
      at: now,
      content: { v: 1, laboratory, process: kind, product, lot, load_kg, cookedAt, readings, ended, person: signer },
    },
  ]);
}

async function oneOf(db: Db, caller: Caller, id: string): Promise<ManualRecord> {
  const [record] = await manualRecords(db, caller, { ids: [id] }, { limit: 1, offset: 0 });
  return record ?? refuse('not_found', 404);
}

export const manualHandlers = [start, read, end, list, get];
