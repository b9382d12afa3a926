import { minute_ms } from '@brina/domain/language/durations';
import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import type { EntryParts } from './enter.ts';

/** Form fields of the grant besides the client's. */
export const genericGrantFields = ['scope', 'resource'] as const;
type Fields = { [F in (typeof genericGrantFields)[number]]?: string };

/** How long one token is handed out: little beside the hour that it lives. */
const handedOut_ms = minute_ms;

type Made = { at: number; reply: Promise<{ access_token: string; expires_in: number; token_type: string }> };

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
  let made: Made | undefined;

  async function sign(client: TokenEndpointGrantContext<Fields>['oidc']['client']): Made['reply'] {
    const token = new provider.ClientCredentials({ client, scope: undefined });
    token.resourceServer = new provider.ResourceServer(resource, resourceServer);
    return { access_token: await token.save(), expires_in: token.expiration, token_type: token.tokenType };
  }

  return async (ctx: TokenEndpointGrantContext<Fields>): Promise<void> => {
    const { client, params } = ctx.oidc;
    if (params.resource !== undefined && params.resource !== resource) throw new errors.InvalidTarget();
    const now = clock.now();
    // One that was made while the clock was ahead may live too short.
    if (!made || now < made.at || now - made.at >= handedOut_ms) made = { at: now, reply: sign(client) };
    const { at, reply } = made;
    try {
      const { expires_in, ...rest } = await reply;
      ctx.body = { ...rest, expires_in: expires_in - Math.floor((now - at) / 1000) };
    } catch (error) {
      made = undefined;
      throw error;
    }
  };
}
