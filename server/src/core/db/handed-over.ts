import { setImmediate as turn } from 'node:timers/promises';

/**
 * Waits one turn of the event loop: by then the statements begun so far are with the database, or next behind those that it has,
 * while this thread prepares more of the same transaction. It never rejects: a statement's failure is told by the statement.
 */
export const handedOver = async (): Promise<void> => {
  await turn();
};
