import type { Call } from '@brina/contract/wire/call';
import type { Caller } from './caller.ts';

/** What of a caller decides which calls are open to it. */
export type Asking = Pick<Caller, 'role' | 'member' | 'status'>;

/**
 * Whether a call is open to a caller at all, by its row in the contract (S6.1, S6.2). The router refuses by it, and every `may` that
 * travels with data is told by it: there is no second rule.
 */
export function isOpenTo({ roles, members, unconfirmed }: Call, { role, member, status }: Asking): boolean {
  // Somebody may have registered with another's address: until it is confirmed, almost nothing is open (S4.3).
  if (status !== 'ACTIVE' && !unconfirmed) return false;
  if (!Array.isArray(roles)) return true;
  // Within a membership USER is narrowed to what the call opens to it (S6.2).
  return roles.includes(role) && (member === null || (members?.includes(member.role) ?? false));
}

/** The rights that calls are: each is true where its call is open to the caller. */
export const rightsOf = <Right extends string>(
  caller: Asking,
  calls: Readonly<Record<Right, Call>>,
): Record<Right, boolean> =>
  Object.fromEntries(Object.entries<Call>(calls).map(([right, call]) => [right, isOpenTo(call, caller)])) as Record<
    Right,
    boolean
  >;
