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

/** Exchanges e-mail and password for tokens (S7.38). @throws {TokenRefused} when they are refused */
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

async function grant(form: Record<string, string>): Promise<Tokens> {
  const request = { method: 'POST', body: new URLSearchParams(form) };
  const response = await portalFetch(config().tokenUrl, request).catch((cause: unknown) => {
    throw new PortalUnreachable(`${form.grant_type}: no answer`, { cause });
  });
  if (response.status >= 400 && response.status < 500) {
    throw new TokenRefused(`${form.grant_type}: ${response.status}`, response.status);
  }
  if (!response.ok) throw new Error(`${form.grant_type}: ${response.status}`);
  const reply = (await response.json()) as { access_token: string; refresh_token?: string };
  return { accessToken: reply.access_token, refreshToken: reply.refresh_token ?? '' };
}
