/**
 * Why a command can be refused: who refuses, and whether every command may meet the reason (`any`) or only
 * those whose row names it. The words stand in `refusals.messages.ts`.
 */
export const refusals = {
  appliance_offline: { by: 'server', any: true },
  expired: { by: 'unit', any: true },
  not_compatible: { by: 'server', any: true },
  bad_argument: { by: 'both', any: true },
  out_of_range: { by: 'both', any: true },
  inconsistent: { by: 'both', any: true },
  switched_off: { by: 'unit', any: true },
  panel_locked: { by: 'unit', any: true },
  updating: { by: 'unit', any: true },
  cycle_running: { by: 'unit', any: false },
  not_running: { by: 'unit', any: false },
  already_so: { by: 'unit', any: false },
  slot_taken: { by: 'unit', any: false },
  standby_needed: { by: 'both', any: false },
  door_open: { by: 'unit', any: false },
  alarm_blocks: { by: 'unit', any: false },
  defrosting: { by: 'unit', any: false },
  probe_missing: { by: 'unit', any: false },
  cell_too_hot: { by: 'unit', any: false },
  no_water: { by: 'unit', any: false },
  panel_needed: { by: 'unit', any: false },
  panel_refused: { by: 'unit', any: false },
  newer_command: { by: 'both', any: true },
  no_right: { by: 'server', any: true },
  no_consent: { by: 'server', any: true },
  ready_too_soon: { by: 'both', any: false },
  ready_too_late: { by: 'both', any: false },
  clock_wrong: { by: 'unit', any: false },
} as const satisfies Readonly<Record<string, { by: 'unit' | 'server' | 'both'; any: boolean }>>;

/** Code of a reason of refusal. */
export type RefusalCode = keyof typeof refusals;

/** Whether a received text is a reason this version knows. */
export const isRefusal = (code: string): code is RefusalCode => Object.hasOwn(refusals, code);
