import { systemClock } from '../clock.ts';

/** What `promise` resolves with, or `undefined` when that takes longer than `limit_ms`; rejects as `promise` does. */
export async function within<T>(limit_ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = systemClock.after(limit_ms, () => resolve(undefined));
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer[Symbol.dispose]();
  }
}
