import { minute_ms } from '@brina/domain/language/durations';
import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import type { EntryParts } from './enter.ts';

/** Form fields of the grant besides the client's. */
export const genericGrantFields = ['scope', 'resource'] as const;
type Fields = { [F in (typeof genericGrantFields)[number]]?: string };

/** How long one token is handed out: little beside the hour that it lives. */
const handedOut_ms = minute_ms;

type Made = { token: string; at: number; expires_in: number; token_type: string };

/**
 * The grant of the generic client (S7.38), whose secret every browser is told. Its token proves nobody, so it is the same for everybody:
 * one is signed a minute, however many ask.
 */
export function genericGrant({
  provider,
  clock,
  resource,
  resourceServer,
}: Pick<EntryParts, 'provider' | 'clock' | 'resource' | 'resourceServer'>) {
  let made: Promise<Made> | undefined;
  let madeAt = 0;

  const make = async (client: TokenEndpointGrantContext<Fields>['oidc']['client'], at: number): Promise<Made> => {
    const token = new provider.ClientCredentials({ client, scope: undefined });
    token.resourceServer = new provider.ResourceServer(resource, resourceServer);
    return { token: await token.save(), at, expires_in: token.expiration, token_type: token.tokenType };
  };

  return async (ctx: TokenEndpointGrantContext<Fields>): Promise<void> => {
    const { client, params } = ctx.oidc;
    if (params.resource !== undefined && params.resource !== resource) throw new errors.InvalidTarget();
    const now = clock.now();
    // One that was made while the clock was ahead may live too short.
    if (!made || now < madeAt || now - madeAt >= handedOut_ms) {
      madeAt = now;
      made = make(client, now);
      made.catch(() => {
        made = undefined;
      });
    }
    const { token, at, expires_in, token_type } = await made;
    ctx.body = { access_token: token, expires_in: expires_in - Math.floor((now - at) / 1000), token_type };
  };
}
