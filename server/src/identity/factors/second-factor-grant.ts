import { createHash, timingSafeEqual } from 'node:crypto';
import { challengeLife_ms } from '@brina/domain/people/factors';
import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import { addressOf } from '../oidc-context.ts';
import { openChallenge } from './challenges.ts';
import { askFactor, type FactorParts, type FactorProof, proveFactor } from './prove-factor.ts';

/**
 * The second step of a sign-in, an extension of the password grant (docs/decisions/025-second-factor.md). Who has no second factor never
 * meets it.
 */
export const secondFactorGrantType = 'urn:brina:second-factor';

/** Form fields of the grant besides the client's: the challenge, one of the three proofs, and those of the password grant. */
export const secondFactorGrantFields = [
  'mfa_token',
  'code',
  'recovery_code',
  'assertion',
  'scope',
  'resource',
  'remember_me',
] as const;
type Fields = { [F in (typeof secondFactorGrantFields)[number]]?: string };

/** A password that was proved. */
type Proved = { userId: string; passwordHash: string };

const digestOf = (passwordHash: string): string => createHash('sha256').update(passwordHash).digest('base64url');

/**
 * What the password grant answers to a right password of who has a second factor: `mfa_required` with the challenge, in the form of
 * RFC 6749, 5.2. `undefined` for who has none.
 */
export async function secondFactorReply(parts: FactorParts, { userId, passwordHash }: Proved) {
  const asked = await askFactor(parts, { use: 'signIn', userId, passwordDigest: digestOf(passwordHash) });
  if (!asked) return undefined;
  return {
    error: 'mfa_required',
    error_description: `the password is right; go on with ${secondFactorGrantType}`,
    mfa_token: asked.challenge,
    expires_in: challengeLife_ms / 1000,
    kinds: asked.kinds,
    passkey: asked.passkey,
  };
}

/**
 * Proves the second factor of a sign-in and hands on to `enter` who it is, as the password grant does without one. A wrong proof
 * answers `invalid_grant` with `tries_left`; at 0 the sign-in begins anew.
 */
export function secondFactorGrant(
  parts: FactorParts,
  enter: (ctx: TokenEndpointGrantContext<Fields>, proved: Proved) => Promise<void>,
  later: (ctx: TokenEndpointGrantContext<Fields>, retryAfter_ms: number) => Error,
) {
  const { db, clock, factorKey } = parts;
  return async (ctx: TokenEndpointGrantContext<Fields>): Promise<void> => {
    const { params } = ctx.oidc;
    const proof = proofIn(params);
    if (!params.mfa_token || !proof) throw new errors.InvalidRequest('mfa_token and one proof are required');
    const challenge = openChallenge(factorKey, 'signIn', params.mfa_token, clock.now());
    if (!challenge) return refuseFactor(ctx, 0);
    const { userId } = challenge;
    const proved = await proveFactor(parts, { userId, challenge, proof, address: addressOf(ctx) });
    if (proved.outcome === 'limited') throw later(ctx, proved.retryAfter_ms);
    if (proved.outcome === 'wrong') return refuseFactor(ctx, proved.left);
    const user = await db.read((tx) =>
      tx.selectFrom('app_user').where('id', '=', userId).select('password_hash').executeTakeFirst(),
    );
    // A password that was changed meanwhile was not the one that was proved.
    if (!user || !isSame(digestOf(user.password_hash), challenge.passwordDigest ?? '')) return refuseFactor(ctx, 0);
    await enter(ctx, { userId, passwordHash: user.password_hash });
  };
}

function proofIn({ code, recovery_code, assertion }: Fields): FactorProof | undefined {
  if ([code, recovery_code, assertion].filter((one) => one !== undefined).length !== 1) return undefined;
  if (code !== undefined) return { kind: 'totp', code };
  if (recovery_code !== undefined) return { kind: 'recovery', code: recovery_code };
  try {
    return { kind: 'passkey', assertion: JSON.parse(assertion ?? '') };
  } catch {
    return undefined;
  }
}

/** Refuses a second factor: `invalid_grant` with `tries_left`. */
export function refuseFactor(ctx: Pick<TokenEndpointGrantContext<object>, 'status' | 'body'>, left: number): void {
  ctx.status = 400;
  ctx.body = { error: 'invalid_grant', error_description: 'the second factor was not proved', tries_left: left };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
