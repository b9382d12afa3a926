/** The user behind the tokens, at sign-in and after. */
import { getUserInfo, type UserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { PortalBusy, PortalUnreachable, TokenRefused, type Tokens } from './tokens.ts';
import { send, sendAs } from './transport.ts';

/** What can go wrong when signing in (S8.2, S8.3); the sign-in page words each. */
export type SignInFault = 'sign_in_failed' | 'user_info_failed' | 'too_many_requests' | 'busy' | 'unreachable';

/** Why signing in failed. */
export class SignInFailed extends Error {
  readonly code: SignInFault;
  constructor(code: SignInFault, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** The user that the session's token stands for. */
export async function fetchUser(): Promise<UserInfo> {
  return send(getUserInfo, {});
}

/** The user that the session's token stands for, if the account may work (S4.3). */
export async function activeUser(): Promise<UserInfo> {
  const user = await fetchUser();
  if (user.status !== 'ACTIVE' || !user.tos)
    throw new Error(`The account is ${user.status}, terms accepted: ${user.tos}.`);
  return user;
}

/** The user that has just proved its password, ACTIVE or INACTIVE (S4.26). @throws {SignInFailed} */
export async function ownUser({ accessToken }: Tokens): Promise<UserInfo> {
  try {
    const user = await sendAs(accessToken, getUserInfo, {});
    if (user.status !== 'ACTIVE' && user.status !== 'INACTIVE') throw new Error(`The account is ${user.status}.`);
    return user;
  } catch (cause) {
    throw new SignInFailed('user_info_failed', { cause });
  }
}

/** Saves that the user accepts the terms in force (S4.3). @throws {SignInFailed} */
export async function acceptTerms({ accessToken }: Tokens): Promise<UserInfo> {
  try {
    return await sendAs(accessToken, updateUserInfo, { body: { tos: true } });
  } catch (cause) {
    throw new SignInFailed('user_info_failed', { cause });
  }
}

/** What went wrong when a password was to be exchanged for tokens. */
export function faultOf(cause: unknown): SignInFault {
  if (cause instanceof PortalUnreachable) return 'unreachable';
  if (cause instanceof PortalBusy) return 'busy';
  if (!(cause instanceof TokenRefused)) return 'user_info_failed';
  return cause.status === 429 ? 'too_many_requests' : 'sign_in_failed';
}
