import type Provider from 'oidc-provider';
import { errors, type ResourceServer, type TokenEndpointGrantContext } from 'oidc-provider';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import type { SignInOutcome } from '#core/metrics.ts';
import type { Accounts, SignIn } from './accounts.ts';
import { deviceName } from './device-name.ts';
import { type FactorParts, proveFactor, typedProof } from './factors/prove-factor.ts';
import { refuseFactor, secondFactorReply } from './factors/second-factor-grant.ts';
import { accountOf, addressOf } from './oidc-context.ts';
import { beginSession } from './sessions.ts';

/** Form fields of the grant besides the client's (S7.38). `code`: of the second factor, where the account has one. */
export const passwordGrantFields = ['username', 'password', 'code', 'scope', 'resource', 'remember_me'] as const;
type Fields = { [F in (typeof passwordGrantFields)[number]]?: string };

/** What a sign-in needs once it is proved who it is. */
export type EntryParts = {
  provider: Provider;
  db: Database;
  clock: Clock;
  /** Absolute URI of what the tokens are for. */
  resource: string;
  resourceServer: ResourceServer;
  /** Seconds after which a session ends that is not used; null: it lasts. */
  sessionIdle_s: number | null;
  /** Told what became of each sign-in, for the metrics endpoint. */
  counted(outcome: SignInOutcome): void;
};

/**
 * The password grant (S7.2): proves the user, begins a session, and replies with its first tokens. Who has a second factor sends its code
 * along (S7.38), or is asked for it first.
 */
export function passwordGrant(parts: EntryParts & FactorParts & { accounts: Accounts }) {
  const { accounts, resource, counted } = parts;
  const enter = entry(parts);
  return async (ctx: TokenEndpointGrantContext<Fields>): Promise<void> => {
    const { params } = ctx.oidc;
    const address = addressOf(ctx);
    if (!params.username || !params.password) throw new errors.InvalidRequest('username and password are required');
    if (params.resource !== undefined && params.resource !== resource) throw new errors.InvalidTarget();

    const signIn = await accounts.signIn({ email: params.username, password: params.password, address });
    counted(outcomeOf(signIn));
    if (signIn.outcome === 'refused') throw new errors.InvalidGrant('not signed in');
    if (signIn.outcome === 'limited') throw later(ctx, 429, signIn.retryAfter_ms, 'too many failed attempts');
    if (signIn.outcome === 'busy') throw later(ctx, 503, 3_000, 'too many sign-ins at this moment');

    const asked = await secondFactorReply(parts, signIn);
    if (!asked) return enter(ctx, signIn);
    if (params.code === undefined) {
      ctx.status = 400;
      ctx.body = asked;
      return;
    }
    const { userId } = signIn;
    const proved = await proveFactor(parts, { userId, proof: typedProof(params.code), address });
    if (proved.outcome === 'limited') throw later(ctx, 429, proved.retryAfter_ms, 'too many failed attempts');
    if (proved.outcome === 'wrong') return refuseFactor(ctx, proved.left);
    await enter(ctx, signIn);
  };
}

/** Begins the session of who has proved itself, and replies with its first tokens. */
export function entry({ provider, db, clock, resource, resourceServer, sessionIdle_s }: EntryParts) {
  return async (
    ctx: TokenEndpointGrantContext<Pick<Fields, 'scope' | 'remember_me'>>,
    { userId, passwordHash }: { userId: string; passwordHash: string },
  ): Promise<void> => {
    const { client, params } = ctx.oidc;
    const session = await db.write((tx) =>
      beginSession(tx, {
        userId,
        passwordHash,
        rememberMe: params.remember_me === 'true',
        address: addressOf(ctx),
        device: deviceName(ctx.get('user-agent')),
        idle_s: sessionIdle_s,
        now: clock.now(),
      }),
    );
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
  };
}

function outcomeOf(signIn: SignIn): SignInOutcome {
  if (signIn.outcome === 'signedIn') return 'signed_in';
  return signIn.outcome === 'refused' && signIn.isLocked ? 'locked' : signIn.outcome;
}

/** What was asked for and exists; a renewal may then name the same scopes again. */
function grantedScope(asked: string | undefined, { scope }: ResourceServer): string {
  const known = (asked ?? '').split(' ').filter((one) => one === 'openid' || one === 'offline_access');
  return [...new Set([...known, scope])].join(' ');
}

/** A refusal for now: says nothing of the account, only when to come back. */
export function later<F extends object>(
  ctx: TokenEndpointGrantContext<F>,
  status: 429 | 503,
  retryAfter_ms: number,
  description: string,
) {
  ctx.set('Retry-After', String(Math.ceil(retryAfter_ms / 1000)));
  const error = new errors.OIDCProviderError(status, status === 429 ? 'too_many_requests' : 'temporarily_unavailable');
  return Object.assign(error, { error_description: description, expose: true });
}
