import { refuse } from './refusal.ts';

/** Copies of data that are made at once, of all people: each reads all that is about somebody, and holds a handle meanwhile. */
const copies_max = 2;
/** When who gets none may come again. */
const comeAgain_s = 5;

/**
 * Makes few copies of people's data at once, and of a person one.
 * @throws Refusal `too_many_at_once`
 */
export function fewCopies(): <T>(userId: string, make: () => Promise<T>) => Promise<T> {
  const copying = new Set<string>();
  return async (userId, make) => {
    if (copying.has(userId) || copying.size >= copies_max) refuse('too_many_at_once', 429, { seconds: comeAgain_s });
    copying.add(userId);
    try {
      return await make();
    } finally {
      copying.delete(userId);
    }
  };
}
