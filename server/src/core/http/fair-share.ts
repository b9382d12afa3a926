import type { SayLimited } from '../limit-log.ts';
import { Refusal } from './refusal.ts';

/** Calls of one user that are carried out at a time. */
const running_max = 4;
/** Calls of one user that wait for these: browsers that open a dozen pages at once ask for this much, and no more. */
const waiting_max = 200;
/** When who asked for too much may come again. */
const retryAfter_s = 2;

type Share = { running: number; waiting: (() => void)[] };

/** Lets each user have a few calls carried out at a time and some more wait, so that one who asks for much keeps only itself waiting. */
export class FairShare {
  readonly #limited: SayLimited;
  readonly #shares = new Map<string, Share>();

  constructor(limited: SayLimited) {
    this.#limited = limited;
  }

  /**
   * Carries something out in a user's share.
   * @throws Refusal `too_many_at_once` when already too much waits
   */
  async carryOut<T>({ user, network }: { user: string; network: string }, work: () => Promise<T>): Promise<T> {
    const share = this.#shares.get(user) ?? { running: 0, waiting: [] };
    this.#shares.set(user, share);
    if (share.running >= running_max) {
      if (share.waiting.length >= waiting_max) {
        this.#limited('calls_user', { network, user });
        throw new Refusal('too_many_at_once', 429, { data: { seconds: retryAfter_s } });
      }
      // Whoever leaves hands its place on: nobody comes in between.
      await new Promise<void>((enter) => share.waiting.push(enter));
    } else share.running += 1;
    try {
      return await work();
    } finally {
      const next = share.waiting.shift();
      if (next) next();
      else if (--share.running === 0) this.#shares.delete(user);
    }
  }
}
