/**
 * Loaded into a portal under load with `--expose-gc --import`: answers `{ type: 'memory' }` on the channel with what its memory
 * holds once nothing dead is in it.
 */

/** Bytes: the heap after a collection, and all that the process has of the machine. */
export type Memory = { heap: number; rss: number };

declare const gc: () => void;

process.on('message', (question: { type?: string }) => {
  if (question.type !== 'memory') return;
  gc();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed, rss } satisfies Memory);
});
// Listening must not be what keeps the portal alive.
process.channel?.unref();
