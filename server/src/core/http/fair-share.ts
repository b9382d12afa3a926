import type { Limited, SayLimited } from '../limit-log.ts';
import { NoTurn, Turns } from '../turns.ts';
import { Refusal } from './refusal.ts';

/**
 * Calls of one user that are carried out at a time: as many as keep the embedded database's thread busy while this one prepares the next.
 * What one user asks delays others hardly, however much it is: at the database users take turns.
 */
const running_max = 16;
/** Calls of one user that wait for these: browsers that open a dozen pages at once ask for this much, and no more. */
const waiting_max = 200;
/** When who asked for too much may come again. */
const retryAfter_s = 2;

/**
 * Lets each user, and each site of whom no user is known, have a few calls carried out at a time and some more wait, so that one who asks for
 * much keeps only itself waiting.
 */
export class FairShare {
  readonly #limited: SayLimited;
  readonly #turnsOf = new Map<string, Turns>();

  constructor(limited: SayLimited) {
    this.#limited = limited;
  }

  /**
   * Carries something out in the share of a name, which is a user's id or a site.
   * @throws Refusal `too_many_at_once` when already too much waits
   */
  async carryOut<T>({ name, ...whom }: Limited & { name: string }, work: () => Promise<T>): Promise<T> {
    const turns = this.#turnsOf.get(name) ?? new Turns({ parallel: running_max, waiting_max });
    this.#turnsOf.set(name, turns);
    try {
      return await turns.run(work);
    } catch (error) {
      if (!(error instanceof NoTurn)) throw error;
      this.#limited('calls_user', whom);
      throw new Refusal('too_many_at_once', 429, { data: { seconds: retryAfter_s } });
    } finally {
      if (turns.isIdle) this.#turnsOf.delete(name);
    }
  }
}
