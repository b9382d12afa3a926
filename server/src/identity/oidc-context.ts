import type { IncomingMessage } from 'node:http';
import type { Account, KoaContextWithOIDC } from 'oidc-provider';
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

/** The caller's address, as Fastify knows it (behind a trusted proxy, the address the proxy names). */
export const addressOf = (ctx: KoaContextWithOIDC): string =>
  (ctx.req as IncomingMessage & { ip?: string }).ip ?? ctx.ip;
