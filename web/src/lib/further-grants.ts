/** Grants that no first page needs: it does not load them. */
import type { FactorProof } from '@brina/contract/calls/people/security';
import { second_ms } from '@brina/domain/language/durations';
import { secondFactorGrantType } from '@brina/domain/people/factors';
import type { StoreApi } from 'zustand';
import { now } from './clock.ts';
import { config } from './config.ts';
import { claimsOf, isInside, type Live } from './session-tokens.ts';
import { grant, TokenRefused, type Tokens } from './tokens.ts';

/** The second factor was not proved. `left`: how often it may be tried again before the sign-in begins anew. */
export class FactorRefused extends Error {
  readonly left: number;
  constructor(left: number) {
    super(`not proved, ${left} tries left`);
    this.left = left;
  }
}

/**
 * Finishes a sign-in that a second factor was asked for.
 * @throws {FactorRefused}
 */
export async function grantSecondFactor(
  token: string,
  proof: FactorProof,
  { rememberMe }: { rememberMe: boolean },
): Promise<Tokens> {
  try {
    return await grant({
      grant_type: secondFactorGrantType,
      mfa_token: token,
      ...(proof.kind === 'passkey'
        ? { assertion: JSON.stringify(proof.assertion) }
        : { [proof.kind === 'totp' ? 'code' : 'recovery_code']: proof.code }),
      client_id: config().clientId,
      scope: 'openid offline_access',
      remember_me: String(rememberMe),
    });
  } catch (cause) {
    if (cause instanceof TokenRefused && cause.refusal.tries_left !== undefined)
      throw new FactorRefused(cause.refusal.tries_left);
    throw cause;
  }
}

/** Fetches a token without a user (S4.8). @throws {TokenRefused} when it is refused */
async function grantGeneric(): Promise<string> {
  const { genericClientId, genericClientSecret, resource } = config();
  const { accessToken } = await grant({
    grant_type: 'client_credentials',
    client_id: genericClientId,
    client_secret: genericClientSecret,
    resource,
  });
  return accessToken;
}

/**
 * The session's token without a user, for calls that are open to everybody who has one (S3.4): the one that is held, or another when that
 * has ended.
 */
export async function heldGeneric(live: StoreApi<Live>): Promise<string> {
  const { genericToken: held } = live.getState();
  if (held !== null && !hasEnded(held)) return held;
  const genericToken = await grantGeneric();
  if (isInside(live.getState().status)) live.setState({ genericToken });
  return genericToken;
}

/** Whether a token is past its `exp`, in seconds (RFC 7519, 4.1.4). */
function hasEnded(token: string): boolean {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' && exp * second_ms <= now();
}
