import { config } from './config.ts';
import { portalFetch } from './fetch.ts';

/** The reply of the token endpoint, as far as the app uses it. */
export type Tokens = { accessToken: string; refreshToken: string };

/** The token endpoint has refused: wrong password, used or expired refresh token. Trying again is of no use. */
export class TokenRefused extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** What the portal asks somebody for after a right password. `passkey`: what the browser asks the passkey by. */
export type AskedFactor = { kinds: readonly ProofKind[]; passkey: Record<string, unknown> | null };
export type ProofKind = 'totp' | 'passkey' | 'recovery';
/** What somebody shows as its second factor. */
export type FactorProof =
  | { kind: 'totp' | 'recovery'; code: string }
  | { kind: 'passkey'; assertion: Record<string, unknown> };

/** The password is right, and the account has a second factor. */
export class SecondFactorAsked extends Error {
  readonly asked: AskedFactor & { token: string };
  constructor(asked: AskedFactor & { token: string }) {
    super('a second factor is asked for');
    this.asked = asked;
  }
}

/** The second factor was not proved. `left`: how often it may be tried again before the sign-in begins anew. */
export class FactorRefused extends Error {
  readonly left: number;
  constructor(left: number) {
    super(`not proved, ${left} tries left`);
    this.left = left;
  }
}

/**
 * Exchanges e-mail and password for tokens (S7.38).
 * @throws {TokenRefused} when they are refused
 * @throws {SecondFactorAsked} when they are right and not enough
 */
export const grantPassword = (credentials: { email: string; password: string; rememberMe: boolean }): Promise<Tokens> =>
  grant({
    grant_type: 'password',
    username: credentials.email,
    password: credentials.password,
    client_id: config().clientId,
    scope: 'openid offline_access',
    remember_me: String(credentials.rememberMe),
  });

/**
 * Finishes a sign-in that a second factor was asked for.
 * @throws {FactorRefused}
 */
export const grantSecondFactor = (token: string, proof: FactorProof, { rememberMe }: { rememberMe: boolean }) =>
  grant({
    grant_type: 'urn:brina:second-factor',
    mfa_token: token,
    ...(proof.kind === 'passkey'
      ? { assertion: JSON.stringify(proof.assertion) }
      : { [proof.kind === 'totp' ? 'code' : 'recovery_code']: proof.code }),
    client_id: config().clientId,
    scope: 'openid offline_access',
    remember_me: String(rememberMe),
  });

/** Exchanges a refresh token for new tokens; the old one is used up. @throws {TokenRefused} when it is refused */
export const grantRefresh = (refreshToken: string): Promise<Tokens> =>
  grant({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: config().clientId,
    resource: config().resource,
  });

/** Fetches a token without a user (S4.8). @throws {TokenRefused} when it is refused */
export async function grantGeneric(): Promise<string> {
  const { genericClientId, genericClientSecret, resource } = config();
  const { accessToken } = await grant({
    grant_type: 'client_credentials',
    client_id: genericClientId,
    client_secret: genericClientSecret,
    resource,
  });
  return accessToken;
}

/** The portal has not answered at all: that says nothing about the session. */
export class PortalUnreachable extends Error {}

/** What the token endpoint refuses with. */
type Refusal = { error?: string; mfa_token?: string; tries_left?: number } & Partial<AskedFactor>;

async function grant(form: Record<string, string> & { grant_type: string }): Promise<Tokens> {
  const request = { method: 'POST', body: new URLSearchParams(form) };
  const response = await portalFetch(config().tokenUrl, request).catch((cause: unknown) => {
    throw new PortalUnreachable(`${form.grant_type}: no answer`, { cause });
  });
  if (response.status >= 400 && response.status < 500) {
    const refusal = (await response.json().catch(() => ({}))) as Refusal;
    if (refusal.error === 'mfa_required' && refusal.mfa_token !== undefined)
      throw new SecondFactorAsked({
        token: refusal.mfa_token,
        kinds: refusal.kinds ?? [],
        passkey: refusal.passkey ?? null,
      });
    if (refusal.tries_left !== undefined) throw new FactorRefused(refusal.tries_left);
    throw new TokenRefused(`${form.grant_type}: ${response.status}`, response.status);
  }
  if (!response.ok) throw new Error(`${form.grant_type}: ${response.status}`);
  const reply = (await response.json()) as { access_token: string; refresh_token?: string };
  return { accessToken: reply.access_token, refreshToken: reply.refresh_token ?? '' };
}
