import { recordMaintenance } from '@brina/contract/calls/record/maintenance';
import { kitchenMaintenance, type MaintenanceKind, maintenanceKinds } from '@brina/domain/appliance/maintenance';
import { roleContains } from '@brina/domain/people/roles';
import { type Asking, isOpenTo } from '#core/access/rights.ts';

/** The kinds of maintenance a caller may record: a kitchen what it does itself, a service partner all (S1.7). */
export const recordableBy = (caller: Asking): readonly MaintenanceKind[] => {
  if (!isOpenTo(recordMaintenance, caller)) return [];
  return roleContains(caller.role, 'SERVICE') ? maintenanceKinds : kitchenMaintenance;
};
