import type { Call } from '@brina/contract/wire/call';
import { recordMaintenance } from '@brina/contract/calls/record/maintenance';
import { kitchenMaintenance, type MaintenanceKind, maintenanceKinds } from '@brina/domain/appliance/maintenance';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { roleContains } from '@brina/domain/people/roles';
import type { Caller } from './caller.ts';

/** What of a caller decides which calls are open to it. */
type Asking = Pick<Caller, 'role' | 'member' | 'status'>;

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

/** The kinds of maintenance a caller may record: a kitchen what it does itself, a service partner all (S1.7). */
export const recordableBy = (caller: Asking): readonly MaintenanceKind[] => {
  if (!isOpenTo(recordMaintenance, caller)) return [];
  return roleContains(caller.role, 'SERVICE') ? maintenanceKinds : kitchenMaintenance;
};

/** Whether a caller reads the measurements of an appliance as its technician: not as the kitchen that works with it. */
export const diagnoses = (caller: Asking): boolean => caller.role !== 'USER' && isOpenTo(getTelemetry, caller);
