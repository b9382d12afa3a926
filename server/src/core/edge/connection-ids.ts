import type { Clock } from '../clock.ts';

/**
 * Names of connections: later ones compare greater as text, also those made while the clock is set back, or after a start at which it is
 * right again.
 * @param latest a name that they come after
 */
export function connectionIds(clock: Pick<Clock, 'now'>, latest?: string): () => string {
  const [, ms = '0', nth = '0'] = /^(\d{15})-(\d{9})$/.exec(latest ?? '') ?? [];
  let last_ms = Number(ms);
  let made = Number(nth);
  return () => {
    last_ms = Math.max(last_ms, clock.now());
    made += 1;
    return `${String(last_ms).padStart(15, '0')}-${String(made).padStart(9, '0')}`;
  };
}

/** When a connection was opened, by its name; epoch milliseconds. */
export const openedAt = (connection: string): number => Number(connection.slice(0, connection.indexOf('-')));
