import type { AskedFactor as Asked } from '@brina/contract/calls/people/security';
import { config } from './config.ts';
import { portalFetch } from './fetch.ts';

/** The reply of the token endpoint, as far as the app uses it. */
export type Tokens = { accessToken: string; refreshToken: string };

/** The token endpoint has refused: wrong password, used or expired refresh token. Trying again is of no use. */
export class TokenRefused extends Error {
  readonly status: number;
  readonly refusal: Refusal;
  constructor(message: string, status: number, refusal: Refusal = {}) {
    super(message);
    this.status = status;
    this.refusal = refusal;
  }
}

/** What the token endpoint says with a refusal; after a right password, what else it asks for (`further-grants.ts`). */
export type Refusal = { error?: string; mfa_token?: string; tries_left?: number } & Partial<AskedFactor>;
/** What the portal asks somebody for after a right password. */
export type AskedFactor = Omit<Asked, 'challenge'>;

/**
 * Exchanges e-mail and password for tokens (S7.38).
 * @throws {TokenRefused} when they are refused, or right and not enough: then with `mfa_required`
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

/** Exchanges a refresh token for new tokens; the old one is used up. @throws {TokenRefused} when it is refused */
export const grantRefresh = (refreshToken: string): Promise<Tokens> =>
  grant({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: config().clientId,
    resource: config().resource,
  });

/** The portal has not answered at all: that says nothing about the session. */
export class PortalUnreachable extends Error {}

/** The portal checks as many passwords as it can at this moment, or is starting: a moment later it takes one more. */
export class PortalBusy extends Error {}

/** Asks the token endpoint. @throws {TokenRefused} @throws {PortalBusy} @throws {PortalUnreachable} */
export async function grant(form: Record<string, string> & { grant_type: string }): Promise<Tokens> {
  const request = { method: 'POST', body: new URLSearchParams(form) };
  const unanswered = (cause: unknown): never => {
    throw new PortalUnreachable(`${form.grant_type}: no answer`, { cause });
  };
  const response = await portalFetch(config().tokenUrl, request).catch(unanswered);
  if (response.status >= 400 && response.status < 500) {
    const refusal = (await response.json().catch(() => ({}))) as Refusal;
    throw new TokenRefused(`${form.grant_type}: ${response.status}`, response.status, refusal);
  }
  if (response.status === 503) throw new PortalBusy(`${form.grant_type}: 503`);
  if (!response.ok) throw new Error(`${form.grant_type}: ${response.status}`);
  // The line may be cut, or the page left, within the answer: that says nothing about the session either.
  const reply = (await response.json().catch(unanswered)) as { access_token: string; refresh_token?: string };
  return { accessToken: reply.access_token, refreshToken: reply.refresh_token ?? '' };
}
