import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginTotp,
  listFactors,
  newRecoveryCodes,
  removeFactor,
  renameFactor,
} from '@brina/contract/calls/people/security';
import { fullName } from '@brina/domain/language/names';
import { factors_max, plainTotpCode } from '@brina/domain/people/factors';
import { needsSecondFactor } from '@brina/domain/people/roles';
import type { Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, type HandlerContext, handle, handlePrepared } from '#core/http/handle.ts';
import { refuse, refuseBroken } from '#core/http/refusal.ts';
import { queueMail } from '#core/mail/mail.ts';
import { readerOf } from '#core/mail/reader.ts';
import { factorMail } from '#features/people/account/account.mail.ts';
import { type Challenge, openChallenge, sealChallenge, spendChallenge } from '#identity/factors/challenges.ts';
import {
  addFactor,
  type Factor,
  factorSecrets,
  factorsOf,
  type NewFactor,
  removeFactor as removeOne,
  renameFactor as renameOne,
} from '#identity/factors/factors.ts';
import { madePasskey, passkeyToMake, relyingPartyOf } from '#identity/factors/passkeys.ts';
import { recoveryCodesLeft, renewRecoveryCodes } from '#identity/factors/recovery-codes.ts';
import { newTotpSecret, stepOfCode, totpUri } from '#identity/factors/totp.ts';
import { announceEnded, deviceOf, endSessions } from '#identity/sessions.ts';
import { qrCode } from './qr-code.ts';

/** The second factors of who asks: what there is, a new one, and what becomes of them. */
export const factorHandlers = (parts: Parts): Handled[] => [
  listOf(parts),
  ...settingUp(parts),
  ...adding(parts),
  ...changing(parts),
];

/** Whether an account of this role has to have a factor. */
async function isDemanded(db: Db, userId: string, { demandsFactor }: Parts): Promise<boolean> {
  const { role } = await db.selectFrom('app_user').where('id', '=', userId).select('role').executeTakeFirstOrThrow();
  return demandsFactor && needsSecondFactor(role as Parameters<typeof needsSecondFactor>[0]);
}

const listOf = (parts: Parts): Handled =>
  handle(listFactors, async ({ db, caller: { userId } }) => ({
    factors: await factorsOf(db, userId),
    recoveryCodesLeft: await recoveryCodesLeft(db, userId),
    passkeysOf: relyingPartyOf(parts.address())?.id ?? null,
    demanded: await isDemanded(db, userId, parts),
  }));

/** What is to be set up travels sealed with the browser: nothing is kept of what nobody finishes. */
const settingUp = ({ factorKey, address }: Parts): Handled[] => [
  handle(beginTotp, async ({ caller: { userId, email }, clock }) => {
    const secret = newTotpSecret();
    const uri = totpUri(secret, { issuer: 'Brina', account: email });
    const setUp = sealChallenge(factorKey, 'setUp', { userId, secret, now: clock.now() });
    return { secret, uri, qr: qrCode(uri), setUp };
  }),
  handlePrepared(
    beginPasskey,
    async ({ database, caller: { userId, email }, clock }) => {
      const party = relyingPartyOf(address()) ?? refuse('not_found', 404);
      const { before, name } = await database.read(async (db) => {
        const person = await db
          .selectFrom('app_user')
          .where('id', '=', userId)
          .select(['first_name', 'last_name'])
          .executeTakeFirstOrThrow();
        const factors = await factorSecrets(db, factorKey, userId);
        return {
          before: factors.flatMap((factor) => (factor.kind === 'passkey' ? [factor.passkey] : [])),
          name: fullName('en', { first: person.first_name, last: person.last_name }),
        };
      });
      const options = await passkeyToMake(party, { userId, email, name, before });
      const setUp = sealChallenge(factorKey, 'setUp', { userId, passkey: options.challenge, now: clock.now() });
      return { options, setUp };
    },
    async ({ prepared }) => prepared,
  ),
];

const adding = ({ bus, factorKey, address: base, links }: Parts): Handled[] => {
  const begun = (setUp: string, userId: string, now: number): Challenge => {
    const challenge = openChallenge(factorKey, 'setUp', setUp, now);
    return challenge?.userId === userId ? challenge : refuse('challenge_over', 422);
  };

  /**
   * Adds what was proved, once: who asks again after a lost reply would have two devices of one secret. The first one ends the sessions
   * that began without, and comes with recovery codes.
   */
  const add = async (
    { db, caller: { userId, sessionId }, address, clock, audit, afterCommit }: HandlerContext,
    factor: NewFactor,
    setUp: Challenge,
  ): Promise<{ factor: Factor; recoveryCodes: string[] }> => {
    const now = clock.now();
    const user = await lockedUser(db, userId);
    const before = await factorsOf(db, userId);
    if (!(await spendChallenge(db, setUp, now))) refuse('challenge_over', 422);
    if (before.length >= factors_max) refuse('factors_too_many', 409, { max: factors_max });
    const added = await addFactor(db, factorKey, { userId, now, ...factor }).catch(
      refuseBroken('factor_credential_id_key', 'passkey_unproved', 409),
    );
    const isFirst = before.length === 0;
    const recoveryCodes = isFirst ? await renewRecoveryCodes(db, userId, now) : [];
    const ended = isFirst ? await endSessions(db, { userId, except: sessionId }, now) : [];
    const { name, kind } = factor;
    const done = { at: now, device: await deviceOf(db, sessionId), address };
    const reader = readerOf(user);
    await queueMail(
      db,
      factorMail({ ...reader, change: 'added', factor: name, url: links.account(reader), done }),
      now,
    );
    await audit('factor.add', userId, { kind, endedSessions: ended.length });
    afterCommit(() => announceEnded(bus, ended));
    return { factor: added, recoveryCodes };
  };

  return [
    handle(addTotp, async ({ body: { setUp, code, name }, ...context }) => {
      const now = context.clock.now();
      const challenge = begun(setUp, context.caller.userId, now);
      const { secret } = challenge;
      if (secret === undefined) refuse('challenge_over', 422);
      const usedStep = stepOfCode(secret, plainTotpCode(code), now) ?? refuse('factor_code_wrong', 422);
      return add(context, { kind: 'totp', name, secret, usedStep }, challenge);
    }),
    handlePrepared(
      addPasskey,
      async ({ body: { setUp, attestation }, caller, clock }) => {
        const challenge = begun(setUp, caller.userId, clock.now());
        const party = relyingPartyOf(base());
        if (challenge.passkey === undefined || !party) refuse('challenge_over', 422);
        const made = await madePasskey(party, { challenge: challenge.passkey, response: attestation });
        return { challenge, passkey: made ?? refuse('passkey_unproved', 422) };
      },
      async ({ body: { name }, prepared: { challenge, passkey }, ...context }) =>
        add(context, { kind: 'passkey', name, passkey }, challenge),
    ),
  ];
};

/** Whose factors change, as letters name it. Two changes at once come one after the other. */
const lockedUser = (db: Db, userId: string) =>
  db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['email', 'language', 'first_name', 'last_name'])
    .forUpdate()
    .executeTakeFirstOrThrow();

const changing = (parts: Parts): Handled[] => [
  handle(renameFactor, async ({ db, caller, params, body, audit }) => {
    await renameOne(db, params.id, body.name);
    await audit('factor.rename', caller.userId);
    return { code: '200' } as const;
  }),
  handle(removeFactor, async ({ db, caller: { userId, sessionId }, params, address, clock, audit }) => {
    const user = await lockedUser(db, userId);
    const factors = await factorsOf(db, userId);
    const going = factors.find(({ id }) => id === params.id) ?? refuse('not_found', 404);
    if (factors.length === 1 && (await isDemanded(db, userId, parts))) refuse('factor_demanded', 409);
    await removeOne(db, userId, going.id);
    const done = { at: clock.now(), device: await deviceOf(db, sessionId), address };
    const reader = readerOf(user);
    const url = parts.links.account(reader);
    await queueMail(db, factorMail({ ...reader, change: 'removed', factor: going.name, url, done }), done.at);
    await audit('factor.remove', userId, { kind: going.kind });
    return { code: '200' } as const;
  }),
  handle(newRecoveryCodes, async ({ db, caller: { userId, sessionId }, address, clock, audit }) => {
    const user = await lockedUser(db, userId);
    if ((await factorsOf(db, userId)).length === 0) refuse('factor_missing', 409);
    const recoveryCodes = await renewRecoveryCodes(db, userId, clock.now());
    const done = { at: clock.now(), device: await deviceOf(db, sessionId), address };
    const reader = readerOf(user);
    const url = parts.links.account(reader);
    await queueMail(db, factorMail({ ...reader, change: 'newCodes', url, done }), done.at);
    await audit('factor.newCodes', userId);
    return { recoveryCodes };
  }),
];
