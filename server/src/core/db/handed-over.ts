import { setImmediate as turn } from 'node:timers/promises';

/**
 * Resolves when the statements that were begun so far have gone to the database, or wait there behind the one before: it works on
 * them while this thread prepares the next ones of the same transaction. Their failure is told by themselves.
 */
export const handedOver = async (): Promise<void> => {
  await turn();
};
