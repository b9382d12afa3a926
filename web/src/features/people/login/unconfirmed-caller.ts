import type { BrowserCall, Input, Reply } from '@brina/contract/wire/call';
import { CallFailed } from '@brina/contract/wire/client';
import { grantPassword } from '../../../lib/tokens.ts';
import { sendAs } from '../../../lib/transport.ts';

/**
 * Makes calls as a user whose e-mail address is not confirmed yet, by the personal token that the kept credentials give (S4.27). It
 * is no session: nothing is stored and nobody is signed in.
 * @returns the calling function; it rejects with TokenRefused or CallFailed
 */
export function unconfirmedCaller({ email, password }: { email: string; password: string }) {
  let granted: string | undefined;
  return async <C extends BrowserCall>(call: C, input: Input<C>): Promise<Reply<C>> => {
    granted ??= (await grantPassword({ email, password, rememberMe: false })).accessToken;
    try {
      return await sendAs(granted, call, input);
    } catch (cause) {
      // An hour over the mail: the next try asks for another token.
      if (cause instanceof CallFailed && cause.status === 401) granted = undefined;
      throw cause;
    }
  };
}
