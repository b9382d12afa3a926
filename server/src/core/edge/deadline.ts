import type { Clock } from '../clock.ts';

/** What `promise` resolves with, or `undefined` when that takes longer than `limit_ms`; rejects as `promise` does. */
export async function within<T>(clock: Clock, limit_ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  using _limit = clock.after(limit_ms, () => resolve(undefined));
  return await Promise.race([promise, late]);
}
