import { beginConfirmation, confirm } from '@brina/contract/calls/people/security';
import { minute_ms } from '@brina/domain/language/durations';
import type { Parts } from '#core/feature.ts';
import { type Handled, handlePrepared } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { openChallenge } from '#identity/factors/challenges.ts';
import { confirmSession } from '#identity/factors/confirmation.ts';
import { askFactor, proveFactor } from '#identity/factors/prove-factor.ts';
import { proveOwnPassword } from '#identity/own-password.ts';
import { deviceOf } from '#identity/sessions.ts';

const refuseForNow = (retryAfter_ms: number): never =>
  refuse('too_many_requests', 429, { minutes: Math.ceil(retryAfter_ms / minute_ms) });

/** The proof that dangerous acts ask for: the password, and the second factor of who has one. */
export const confirmationHandlers = (parts: Parts): Handled[] => [
  handlePrepared(
    beginConfirmation,
    ({ caller: { userId, sessionId } }) => askFactor(parts, { use: 'confirm', userId, sessionId }),
    async ({ prepared }) => ({ factor: prepared ?? null }),
  ),
  handlePrepared(
    confirm,
    async ({ database, clock, caller, body, address }) => {
      const { userId, sessionId } = caller;
      const own = await proveOwnPassword({ db: database, clock }, { userId, password: body.password });
      if (own.outcome === 'limited') refuseForNow(own.retryAfter_ms);
      if (own.outcome === 'wrong') refuse('password_wrong', 422);
      if (!caller.hasFactor) return;
      if (!body.factor) refuse('factor_code_wrong', 422);
      const challenge = openChallenge(parts.factorKey, 'confirm', body.factor.challenge, clock.now());
      if (challenge?.sessionId !== sessionId) refuse('challenge_over', 422);
      const device = await database.read((db) => deviceOf(db, sessionId));
      const proved = await proveFactor(parts, { userId, challenge, proof: body.factor.proof, address, device });
      if (proved.outcome === 'limited') refuseForNow(proved.retryAfter_ms);
      if (proved.outcome === 'wrong') refuse(proved.left > 0 ? 'factor_code_wrong' : 'challenge_over', 422);
    },
    async ({ db, caller, clock, audit }) => {
      await confirmSession(db, caller.sessionId, clock.now());
      await audit('session.confirm', caller.sessionId);
      return { code: '200' } as const;
    },
  ),
];
