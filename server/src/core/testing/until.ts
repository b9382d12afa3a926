import { systemClock } from '../clock.ts';

/**
 * Waits until `holds` returns something truthy and returns it; fails with `what` when that takes longer than `limit_ms`. It asks
 * again and again: for what a program of its own does. What happens in this process is awaited (`arrivals.ts`).
 */
export async function until<T>(
  what: string,
  holds: () => T | Promise<T>,
  limit_ms = 60_000,
): Promise<Exclude<T, undefined | false | null | 0 | ''>> {
  const deadline_ms = systemClock.monotonic() + limit_ms;
  for (;;) {
    const value = await holds();
    if (value) return value as Exclude<T, undefined | false | null | 0 | ''>;
    if (systemClock.monotonic() > deadline_ms) throw new Error(`not within ${limit_ms} ms: ${what}`);
    await systemClock.sleep(5);
  }
}
