import type Provider from 'oidc-provider';
import { errors, type ResourceServer, type TokenEndpointGrantContext } from 'oidc-provider';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import type { SignInOutcome } from '#core/metrics.ts';
import { deviceName } from './device-name.ts';
import { accountOf, addressOf } from './oidc-context.ts';
import { announceEnded, beginSession, endOldest, type SecondProof } from './sessions.ts';

/** What a sign-in needs once it is proved who it is. */
export type EntryParts = {
  provider: Provider;
  db: Database;
  bus: Bus;
  clock: Clock;
  /** Absolute URI of what the tokens are for. */
  resource: string;
  resourceServer: ResourceServer;
  /** Seconds after which a session ends that is not used; null: it lasts. */
  sessionIdle_s: number | null;
  /** Told what became of each sign-in, for the metrics endpoint. */
  counted(outcome: SignInOutcome): void;
};

/** A person whose password was proved; it may be changed before the session begins. */
export type Proved = { userId: string; passwordHash: string };
/** With what it has shown besides; its factors may change as well. */
export type ProvedWhole = Proved & { second: SecondProof };

/** Begins the session of who has proved itself, and replies with its first tokens. */
export async function enter(
  { provider, db, bus, clock, resource, resourceServer, sessionIdle_s, counted }: EntryParts,
  ctx: TokenEndpointGrantContext<{ scope?: string; remember_me?: string }>,
  { userId, passwordHash, second }: ProvedWhole,
): Promise<void> {
  const { client, params } = ctx.oidc;
  const now = clock.now();
  const origin = { address: addressOf(ctx), device: deviceName(ctx.get('user-agent')) };
  const { session, ended } = await db.write(async (tx) => ({
    session: await beginSession(tx, {
      userId,
      passwordHash,
      second,
      rememberMe: params.remember_me === 'true',
      ...origin,
      idle_s: sessionIdle_s,
      now,
    }),
    ended: await endOldest(tx, { userId, ...origin, now }),
  }));
  announceEnded(bus, ended);
  counted(session ? 'signed_in' : 'refused');
  if (!session) throw new errors.InvalidGrant('not signed in');
  ctx.oidc.entity('Account', accountOf(session));

  // The grant is the session: it has its id, and revoking it ends it.
  const scope = grantedScope(params.scope, resourceServer);
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.userId });
  grant.jti = session.id;
  grant.addOIDCScope(scope);
  grant.addResourceScope(resource, resourceServer.scope);
  const grantId = await grant.save();

  const common = { client, accountId: session.userId, grantId, gty: 'password', sid: session.id };
  const access = new provider.AccessToken({ ...common, scope: resourceServer.scope });
  access.resourceServer = new provider.ResourceServer(resource, resourceServer);
  const refresh = new provider.RefreshToken({ ...common, scope, resource, rotations: 0 });
  ctx.body = {
    access_token: await access.save(),
    expires_in: access.expiration,
    token_type: access.tokenType,
    scope: access.scope,
    refresh_token: await refresh.save(),
  };
}

/** What was asked for and exists; a renewal may then name the same scopes again. */
function grantedScope(asked: string | undefined, { scope }: ResourceServer): string {
  const known = (asked ?? '').split(' ').filter((one) => one === 'openid' || one === 'offline_access');
  return [...new Set([...known, scope])].join(' ');
}
