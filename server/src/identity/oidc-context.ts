import type { IncomingMessage } from 'node:http';
import { type Account, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { plainAddress } from '#core/network.ts';
import type { LiveSession } from './sessions.ts';

type SessionAccount = Account & { session: LiveSession };

/** A user as oidc-provider wants to see it, carrying the session that the request acts in. */
export const accountOf = (session: LiveSession): SessionAccount => ({
  accountId: session.userId,
  claims: () => ({ sub: session.userId }),
  session,
});

/** The session of a request whose account has been found. */
export const sessionOf = (ctx: KoaContextWithOIDC): LiveSession =>
  (ctx.oidc.entities.Account as SessionAccount).session;

/** The address that a request came from, as Fastify knows it (behind a trusted proxy, the address the proxy names). */
export const requestAddress = (req: IncomingMessage & { ip?: string }): string =>
  plainAddress(req.ip ?? req.socket.remoteAddress ?? '');

/** The same of a request to the provider. */
export const addressOf = (ctx: KoaContextWithOIDC): string => requestAddress(ctx.req);

const refusals = {
  limited: [429, 'too_many_requests', 'too many failed attempts'],
  busy: [503, 'temporarily_unavailable', 'too many sign-ins at this moment'],
} as const;

/** A refusal for now: says nothing of the account, only when to come back. */
export function later(ctx: KoaContextWithOIDC, why: keyof typeof refusals, retryAfter_ms: number): Error {
  ctx.set('Retry-After', String(Math.ceil(retryAfter_ms / 1000)));
  const [status, code, error_description] = refusals[why];
  return Object.assign(new errors.OIDCProviderError(status, code), { error_description, expose: true });
}
