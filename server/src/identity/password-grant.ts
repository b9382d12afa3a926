import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import type { Accounts } from './accounts.ts';
import { type EntryParts, enter } from './enter.ts';
import { type FactorParts, typedProof } from './factors/prove-factor.ts';
import { provedFactor, secondFactorReply } from './factors/second-factor-grant.ts';
import { addressOf, later } from './oidc-context.ts';

/** Form fields of the grant besides the client's (S7.38). `code`: of the second factor, where the account has one. */
export const passwordGrantFields = ['username', 'password', 'code', 'scope', 'resource', 'remember_me'] as const;
type Fields = { [F in (typeof passwordGrantFields)[number]]?: string };

/**
 * The password grant (S7.2): proves the user, begins a session, and replies with its first tokens. Who has a second factor sends its code
 * along (S7.38), or is asked for it first.
 */
export function passwordGrant(parts: EntryParts & FactorParts & { accounts: Accounts }) {
  const { accounts, resource, counted } = parts;
  return async (ctx: TokenEndpointGrantContext<Fields>): Promise<void> => {
    const { params } = ctx.oidc;
    const address = addressOf(ctx);
    if (!params.username || !params.password) throw new errors.InvalidRequest('username and password are required');
    if (params.resource !== undefined && params.resource !== resource) throw new errors.InvalidTarget();

    const signIn = await accounts.signIn({ email: params.username, password: params.password, address });
    if (signIn.outcome === 'refused') {
      counted(signIn.isLocked ? 'locked' : 'refused');
      throw new errors.InvalidGrant('not signed in');
    }
    if (signIn.outcome !== 'signedIn') {
      counted(signIn.outcome);
      throw signIn.outcome === 'limited' ? later(ctx, 'limited', signIn.retryAfter_ms) : later(ctx, 'busy', 3_000);
    }

    const asked = await secondFactorReply(parts, signIn);
    if (!asked) return enter(parts, ctx, { ...signIn, second: 'none' });
    if (params.code === undefined) {
      counted('factor_asked');
      ctx.status = 400;
      ctx.body = asked;
      return;
    }
    const { userId } = signIn;
    const second = await provedFactor(parts, ctx, { userId, proof: typedProof(params.code) });
    if (second) await enter(parts, ctx, { ...signIn, second });
  };
}
