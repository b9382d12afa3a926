import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `holds` returns something truthy and returns it; fails with `what` when that takes longer than `limit_ms`. */
export async function until<T>(
  what: string,
  holds: () => T | Promise<T>,
  limit_ms = 20_000,
): Promise<Exclude<T, undefined | false | null | 0 | ''>> {
  const deadline = performance.now() + limit_ms;
  for (;;) {
    const value = await holds();
    if (value) return value as Exclude<T, undefined | false | null | 0 | ''>;
    if (performance.now() > deadline) throw new Error(`not within ${limit_ms} ms: ${what}`);
    await pause(5);
  }
}
