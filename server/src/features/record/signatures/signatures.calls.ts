import { savePlan } from '@brina/contract/calls/record/plans';
import {
  grantSigning,
  listSigners,
  setSigningPin,
  signingWays,
  signRecords,
} from '@brina/contract/calls/record/signatures';
import type { Input } from '@brina/contract/wire/call';
import { isGuessablePin } from '@brina/domain/haccp/signing';
import { isOpenTo } from '#core/access/rights.ts';
import type { Db } from '#core/db/database.ts';
import { handle, handlePrepared } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { append } from '#features/record/ledger/append.ts';
import { lockedBook } from '#features/record/ledger/book-rows.ts';
import { newestEntries } from '#features/record/ledger/entries.queries.ts';
import { hashPassword } from '#identity/passwords.ts';
import { giveGrant, keepPin, proveSigner, requirePassword } from './grants.ts';
import { peopleWithPin } from './people.ts';
import { signedBy, signerDetail } from './signed-by.ts';
import { signerOf } from './signers.ts';
import { writeSignature } from './write.ts';

const ways = handle(signingWays, async ({ db, caller }) => {
  const pin = await db
    .selectFrom('signing_pin')
    .select('created_at')
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  return { pinSince: pin?.created_at ?? null };
});

const signers = handle(listSigners, async ({ db, caller }) =>
  caller.companyId === null ? [] : (await peopleWithPin(db, caller.companyId)).filter(({ id }) => id !== caller.userId),
);

const setPin = handlePrepared(
  setSigningPin,
  async ({ database, clock, caller, body }) => {
    if (isGuessablePin(body.pin)) refuse('pin_guessable', 422);
    await requirePassword({ db: database, clock }, caller.userId, body.password, 'password_wrong');
    return hashPassword(body.pin);
  },
  async ({ db, caller, clock, prepared, audit }) => {
    await keepPin(db, caller.userId, prepared, clock.now());
    await audit('user.signingPin', caller.userId);
    return { code: '200' } as const;
  },
);

const grant = handlePrepared(
  grantSigning,
  ({ database, clock, caller, body }) => proveSigner({ db: database, clock }, caller, body),
  ({ db, caller, clock, prepared }) => giveGrant(db, caller, prepared, clock.now()),
);

const sign = handle(signRecords, async ({ db, caller, body, clock, audit }) => {
  const company = caller.companyId ?? refuse('company_missing', 422);
  const { what, meaning } = body;
  const now = clock.now();
  const signing = { call: signRecords, input: { body }, grant: body.grant, records: what.length };
  const { way, by } = await signedBy(db, caller, signing, now);
  if (what.some(({ kind }) => kind === 'plan')) {
    // Who may not decide on a plan does not approve its limits either, and nobody does at somebody else's session.
    if (!isOpenTo(savePlan, by)) refuse('access_denied', 403);
    if (by.userId !== caller.userId) refuse('signing_refused', 403);
  }
  const { signer, name, entries } = await signerOf(db, by, company, now);
  // Until it is signed nothing else enters the book: what is newest stays so.
  const book = (await lockedBook(db, company)) ?? refuse('not_found', 404);
  await requireNewest(db, book.id, what);
  await append(db, entries);
  const signed = await writeSignature(db, { company, signer, way, meaning, what }, now);
  await audit('record.sign', company, { count: what.length, ...signerDetail(caller, by) });
  return { ...signed, meaning, by: name, role: signer.role, at: now };
});

/** Each of them is the newest of its record in the book, as it was looked at. */
async function requireNewest(db: Db, book: string, what: Input<typeof signRecords>['body']['what']): Promise<void> {
  const newest = await newestEntries(
    db,
    book,
    what.map(({ id }) => id),
  );
  for (const { kind, id, revision, hash } of what) {
    const entry = newest.get(id);
    if (entry?.kind !== kind) refuse('not_found', 404);
    if (entry.rev !== revision || entry.hash !== hash) refuse('signature_stale', 409);
  }
}

export const signatureHandlers = [ways, signers, setPin, grant, sign];
