/** How long a command of a person may reach the unit; what is asked there or planned by the hour has a time of its own. */
export const commandLife_s = 60;

/** States of a command as a row: it is re-sent until a result or its expiry, and never runs later (docs/DEVICE-PROTOCOL.md). */
export const commandStates = ['sent', 'accepted', 'done', 'rejected', 'expired'] as const;
type CommandState = (typeof commandStates)[number];

/** Those of a command whose unit has still to say what became of it. */
export const openCommandStates = ['sent', 'accepted'] as const satisfies readonly CommandState[];

/** Whether the unit has still to say what became of it. */
export const isOpenState = (state: CommandState): state is (typeof openCommandStates)[number] =>
  openCommandStates.some((open) => open === state);
