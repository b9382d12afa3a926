import { liftHold, listHolds, setHold } from '@brina/contract/calls/record/keeping';
import type { Input } from '@brina/contract/wire/call';
import { recordsKept_years, recordsKeptFrom } from '@brina/domain/haccp/keeping/floors';
import { holdLiftWait_ms } from '@brina/domain/haccp/keeping/legal-hold';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { append } from '#features/record/ledger/append.ts';
import { lockedBook } from '#features/record/ledger/book-rows.ts';
import { spendOwnGrant } from '#features/record/signatures/grants.ts';
import { signerOf } from '#features/record/signatures/signers.ts';
import { holdsOf } from './holds.queries.ts';
import { longerKitchens } from './longer.queries.ts';

type Scope = Input<typeof setHold>['body']['scope'];

const list = handle(listHolds, async ({ db, caller, clock }) => {
  const now = clock.now();
  const longer = caller.companyId === null ? [] : await longerKitchens(db, caller.companyId);
  const holds = await holdsOf(db, caller.companyId, now);
  return { years: recordsKept_years, keptFrom: recordsKeptFrom(now), longer, holds };
});

const set = handle(setHold, async ({ db, caller, clock, body, audit }) => {
  const company = caller.companyId ?? refuse('company_missing', 422);
  const { scope, reason, grant } = body;
  const now = clock.now();
  await spendOwnGrant(db, caller, grant, now);
  // As whoever removes does: until it is set nothing that it covers goes.
  await lockedBook(db, company);
  const { signer, entries } = await signerOf(db, caller, company, now);
  const id = newId(now);
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('legal_hold')
    .values({
      id,
      company_id: company,
      ...(await columnsOf(db, scope)),
      reason,
      set_by: signer.id,
      set_at: timestamp(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) refuse('hold_active', 409);
  await audit('record.hold', company, { kind: scope.kind });
  const content = { v: 1, scope, reason, person: signer, at: now };
  await append(db, [...entries, { company, kind: 'hold', id, rev: 1, at: now, content }]);
  return oneHold(db, caller, id, now);
});

async function columnsOf(db: Db, scope: Scope) {
  const none = { scope: scope.kind, laboratory_id: null, laboratory_name: null, lot: null };
  if (scope.kind === 'company') return none;
  if (scope.kind === 'lot') return { ...none, lot: scope.lot };
  const { name } = await db
    .selectFrom('laboratory')
    .select('name')
    .where('id', '=', scope.labId)
    .executeTakeFirstOrThrow();
  return { ...none, laboratory_id: scope.labId, laboratory_name: name };
}

const lift = handle(liftHold, async ({ db, caller, clock, params, body, audit }) => {
  const company = caller.companyId ?? refuse('not_found', 404);
  const { reason, grant } = body;
  const now = clock.now();
  await spendOwnGrant(db, caller, grant, now);
  const { signer, entries } = await signerOf(db, caller, company, now);
  const id = params.holdId;
  const endsAt = now + holdLiftWait_ms;
  const { numUpdatedRows } = await db
    .updateTable('legal_hold')
    .set({ lifted_by: signer.id, lifted_at: timestamp(now), lift_reason: reason, ends_at: timestamp(endsAt) })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('hold_lifted', 409);
  await audit('record.liftHold', company);
  const content = { v: 1, lifted: true, reason, endsAt, person: signer, at: now };
  await append(db, [...entries, { company, kind: 'hold', id, rev: 2, at: now, content }]);
  return oneHold(db, caller, id, now);
});

async function oneHold(db: Db, caller: Caller, id: string, now: number) {
  const [hold] = await holdsOf(db, caller.companyId, now, id);
  return hold ?? refuse('not_found', 404);
}

export const keepingHandlers = [list, set, lift];
