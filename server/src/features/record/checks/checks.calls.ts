import { checkProbe, listProbeChecks, type ProbeCheck } from '@brina/contract/calls/record/checks';
import { judgeCheck } from '@brina/domain/haccp/checks/probe-check';
import { minute_ms } from '@brina/domain/language/durations';
import { roleContains } from '@brina/domain/people/roles';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { viewOf } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { openByItself } from '#features/record/actions/open.ts';
import { append } from '#features/record/ledger/append.ts';
import { recordWork } from '#features/record/maintenance/record-work.ts';
import { signerOf } from '#features/record/signatures/signers.ts';
import { putInDoubt } from './doubts.queries.ts';

/** A clock of a phone may be wrong by this much. */
const clockOff_ms = 5 * minute_ms;
const listed_max = 200;

/** What is kept of a check besides what has a column of its own. */
type Kept = Omit<ProbeCheck, 'id' | 'by' | 'role' | 'enteredAt' | 'hash'>;

const record = handle(checkProbe, async ({ db, caller, params, body, clock, audit }) => {
  const { setting, ...said } = body;
  const now = clock.now();
  if (said.at > now + clockOff_ms) refuse('reading_in_future', 422);
  const unit = await heldUnit(db, params.serial);
  const at = Math.min(said.at, now);
  const finding = judgeCheck(setting, said.before_C, said.after_C);
  const kept: Kept = { ...said, at, setting, source: 'MANUAL', ...finding };
  const { signer, entries } = await signerOf(db, caller, unit.company_id, now);
  const id = newId(now);
  await db
    .insertInto('probe_check')
    .values({
      id,
      company_id: unit.company_id,
      appliance: unit.appliance,
      laboratory_id: unit.laboratory_id,
      needle: said.needle,
      at: timestamp(at),
      found_good: finding.foundGood,
      left_good: finding.leftGood,
      signer: signer.id,
      user_id: caller.userId,
      created_at: timestamp(now),
      content: jsonb(kept),
    })
    .execute();
  const isWrong = !finding.foundGood || !finding.leftGood;
  // Before the book is locked: who writes a revision locks its batch, and then the book.
  if (isWrong) await putInDoubt(db, { id, appliance: unit.appliance, needle: said.needle }, now);
  // What is wrong still is no calibration.
  const work = { serial: params.serial, kind: 'probeCheck', at, note: said.note } as const;
  if (finding.leftGood) await recordWork(db, caller, work, now);
  await audit('appliance.probeCheck', params.serial);
  const content = {
    v: 1,
    serialNumber: params.serial,
    applianceName: unit.appliance_name,
    from: at,
    ...kept,
    person: signer,
  };
  await append(db, [...entries, { company: unit.company_id, kind: 'check', id, rev: 1, at: now, content }]);
  if (isWrong) await openByItself(db, { ...unit, kind: 'check', id, company: unit.company_id }, now);
  const [check] = await checksOf(db, caller, params.serial, id);
  return check ?? refuse('not_found', 404);
});

const list = handle(listProbeChecks, ({ db, caller, params }) => checksOf(db, caller, params.serial));

/** A unit as its holder has it; who may look at it the scope has seen to. */
async function heldUnit(db: Db, serial: string) {
  const unit = await db
    .selectFrom('appliance as a')
    .innerJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'a.id').on('t.to_at', 'is', null))
    .select(['a.id as appliance', 'a.name as appliance_name', 'a.laboratory_id', 't.company_id'])
    .where('a.serial', '=', serial)
    .executeTakeFirst();
  return unit ?? refuse('not_found', 404);
}

/** Checks of the time in which the caller might look at the unit, latest first; of a service partner those of its own people. */
async function checksOf(db: Db, caller: Caller, serial: string, id?: string): Promise<ProbeCheck[]> {
  const isService = roleContains(caller.role, 'SERVICE');
  const rows = await db
    .selectFrom('probe_check as k')
    .innerJoin('appliance as a', 'a.id', 'k.appliance')
    .innerJoin('signer as p', 'p.id', 'k.signer')
    .innerJoin('app_user as u', 'u.id', 'k.user_id')
    .innerJoin('ledger_entry as e', (join) => join.on('e.id', '=', sql<string>`k.id::text`).on('e.kind', '=', 'check'))
    .select(['k.id', 'k.created_at as enteredAt', 'p.role', 'e.hash'])
    .select([sql<string>`coalesce(p.name, p.initials)`.as('by'), sql<Kept>`k.content`.as('content')])
    .where('a.serial', '=', serial)
    .where(({ eb, lit }) => (id === undefined ? lit(true) : eb('k.id', '=', id)))
    .where(
      isService
        ? sql<boolean>`(k.user_id = ${caller.userId} or u.company_id = ${caller.companyId})`
        : sql<boolean>`k.company_id = ${caller.companyId}`,
    )
    .where(sql<boolean>`exists (
      select from ${viewOf(caller)} v
      where v.appliance = a.id and v.from_at <= k.created_at and (v.to_at is null or k.created_at < v.to_at))`)
    .orderBy('k.at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(listed_max)
    .execute();
  return rows.map(({ content, hash, ...row }) => ({
    ...content,
    ...row,
    hash: Buffer.from(hash).toString('hex'),
  }));
}

export const checkHandlers = [record, list];
