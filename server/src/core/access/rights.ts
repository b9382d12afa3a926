import type { Call } from '@brina/contract/wire/call';
import type { Caller } from './caller.ts';

/** What of a caller decides which calls are open to it. */
export type Asking = Pick<Caller, 'role' | 'member' | 'status' | 'tos' | 'lacksFactor'>;

/**
 * Why a call is not open to a caller, by its row in the contract (S6.1, S6.2); `undefined` where it is. The router refuses by it, and
 * every `may` that travels with data is told by it: there is no second rule.
 */
export function refusalOf(
  call: Call,
  asking: Asking,
): 'access_denied' | 'terms_not_accepted' | 'second_factor_needed' | undefined {
  const { roles, members, unconfirmed, beforeTerms, withoutFactor } = call;
  const { role, member, status, tos, lacksFactor } = asking;
  // Somebody may have registered with another's address: until it is confirmed, almost nothing is open (S4.3).
  if (status !== 'ACTIVE' && !unconfirmed) return 'access_denied';
  if (Array.isArray(roles)) {
    // Within a membership USER is narrowed to what the call opens to it (S6.2).
    const isOpen = roles.includes(role) && (member === null || (members?.includes(member.role) ?? false));
    if (!isOpen) return 'access_denied';
  }
  // Who has not agreed to the terms reads and changes nothing by them (S4.3).
  if (roles === 'none' || roles === 'generic') return undefined;
  if (!tos && !beforeTerms) return 'terms_not_accepted';
  return lacksFactor && !withoutFactor ? 'second_factor_needed' : undefined;
}

/** Whether a call is open to a caller at all. */
export const isOpenTo = (call: Call, asking: Asking): boolean => refusalOf(call, asking) === undefined;

/** Whether somebody has an account that works: its address is confirmed, the terms are accepted (S4.3), and the second factor is there that its role needs. */
export const mayWork = ({ status, tos, lacksFactor }: Pick<Asking, 'status' | 'tos' | 'lacksFactor'>): boolean =>
  status === 'ACTIVE' && tos && !lacksFactor;

/** The rights that calls are: each is true where its call is open to the caller. */
export const rightsOf = <Right extends string>(
  caller: Asking,
  calls: Readonly<Record<Right, Call>>,
): Record<Right, boolean> =>
  Object.fromEntries(Object.entries<Call>(calls).map(([right, call]) => [right, isOpenTo(call, caller)])) as Record<
    Right,
    boolean
  >;
