import { minute_ms, second_ms } from '@brina/domain/language/durations';

/** What came late is mostly in the rollups within seconds; while a backlog drains it waits as long as that takes. */
const first_ms = 3 * second_ms;
const longest_ms = minute_ms;

/** By query: how many answers it had when the first one came of which something was arriving. */
const firstArriving = new WeakMap<object, number>();

/**
 * When to ask again for what is still arriving: after each answer in a row that says so twice as long as before, up to a minute. It
 * begins anew once nothing arrives any more, and says the same until the next answer.
 */
export function askAgainIn_ms(
  query: { readonly state: { readonly dataUpdateCount: number } },
  isArriving: boolean,
): number | false {
  if (!isArriving) {
    firstArriving.delete(query);
    return false;
  }
  const { dataUpdateCount } = query.state;
  const first = firstArriving.get(query) ?? dataUpdateCount;
  firstArriving.set(query, first);
  return Math.min(longest_ms, first_ms * 2 ** (dataUpdateCount - first));
}
