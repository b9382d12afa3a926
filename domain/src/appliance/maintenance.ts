/** What people do to an appliance. A kitchen cleans and checks probes; a service partner also serves and repairs (S1.7). */
export const maintenanceKinds = ['cleaning', 'probeCheck', 'service', 'repair'] as const;
export type MaintenanceKind = (typeof maintenanceKinds)[number];

/** The kinds a kitchen may record; the others need a service partner. */
export const kitchenMaintenance = ['cleaning', 'probeCheck'] as const satisfies readonly MaintenanceKind[];
