/**
 * Resolves when the statements that were begun so far have gone to the database: it works on them while this thread prepares the next
 * ones of the same transaction. Their failure is told by themselves.
 */
export const handedOver = (): Promise<void> =>
  // In the first tick they have been written, and go out at its end (pglite-wire.ts).
  new Promise((resolve) => process.nextTick(() => process.nextTick(resolve)));
