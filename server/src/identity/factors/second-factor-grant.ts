import { createHash } from 'node:crypto';
import type { FactorProof } from '@brina/contract/calls/people/security';
import { challengeLife_ms, secondFactorGrantType } from '@brina/domain/people/factors';
import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import { isSameSecret } from '#core/same-secret.ts';
import { deviceName } from '../device-name.ts';
import { type EntryParts, enter, type Proved } from '../enter.ts';
import { addressOf, later } from '../oidc-context.ts';
import type { SecondProof } from '../sessions.ts';
import { openChallenge } from './challenges.ts';
import { askFactor, type FactorParts, proveFactor, type Shown } from './prove-factor.ts';

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
 * What a sign-in has proved its second factor by; when `undefined`, it was answered and counted. A wrong proof answers `invalid_grant` with
 * `tries_left`; at 0 the sign-in begins anew.
 * @throws OIDCProviderError after too many
 */
export async function provedFactor<F extends object>(
  parts: EntryParts & FactorParts,
  ctx: TokenEndpointGrantContext<F>,
  shown: Omit<Shown, 'address' | 'device'>,
): Promise<SecondProof | undefined> {
  const proved = await proveFactor(parts, {
    ...shown,
    address: addressOf(ctx),
    device: deviceName(ctx.get('user-agent')),
  });
  if (proved.outcome === 'proved') return proved.by;
  parts.counted(`factor_${proved.outcome}`);
  if (proved.outcome === 'limited') throw later(ctx, 'limited', proved.retryAfter_ms);
  refuse(ctx, proved.left);
  return undefined;
}

/**
 * The second step of a sign-in (docs/decisions/025-second-factor.md), which who has no second factor never meets: proves it and begins the
 * session, as the password grant does without one.
 */
export function secondFactorGrant(parts: EntryParts & FactorParts) {
  const { db, clock, factorKey, counted } = parts;
  /** Begins anew: what the sign-in began with counts no more. */
  const refuseWhole = (ctx: TokenEndpointGrantContext<Fields>): void => {
    counted('refused');
    refuse(ctx, 0);
  };
  return async (ctx: TokenEndpointGrantContext<Fields>): Promise<void> => {
    const { params } = ctx.oidc;
    const proof = proofIn(params);
    if (!params.mfa_token || !proof) throw new errors.InvalidRequest('mfa_token and one proof are required');
    const challenge = openChallenge(factorKey, 'signIn', params.mfa_token, clock.now());
    if (!challenge) return refuseWhole(ctx);
    const { userId } = challenge;
    const second = await provedFactor(parts, ctx, { userId, challenge, proof });
    if (!second) return;
    const user = await db.read((tx) =>
      tx.selectFrom('app_user').where('id', '=', userId).select('password_hash').executeTakeFirst(),
    );
    // A password that was changed meanwhile was not the one that was proved.
    if (!user || !isSameSecret(digestOf(user.password_hash), challenge.passwordDigest ?? '')) return refuseWhole(ctx);
    await enter(parts, ctx, { userId, passwordHash: user.password_hash, second });
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

function refuse(ctx: Pick<TokenEndpointGrantContext<object>, 'status' | 'body'>, left: number): void {
  ctx.status = 400;
  ctx.body = { error: 'invalid_grant', error_description: 'the second factor was not proved', tries_left: left };
}
