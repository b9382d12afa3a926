import { isDeepStrictEqual } from 'node:util';
import type { Bus } from '../bus/bus.ts';
import type { Caller } from './caller.ts';

/** Sessions whose callers are remembered; of more, those that asked last. */
export const guesses_max = 10_000;

/**
 * The callers that sessions had last. A guess is never trusted: it lets a read go to the database together with the question who the
 * caller is, and what comes back counts only if the answer is exactly the guess (`isSame`).
 */
export class Guesses {
  readonly #callers = new Map<string, Caller>();

  /** The caller that the session had last, if it is remembered. */
  of(sessionId: string): Caller | undefined {
    const caller = this.#callers.get(sessionId);
    if (caller) this.#put(caller);
    return caller;
  }

  /** Remembers a caller as the database has just told it. Nobody changes it any more: requests at the same time share it. */
  keep(caller: Caller): void {
    if (caller.member) Object.freeze(caller.member);
    this.#put(Object.freeze(caller));
    for (const sessionId of this.#callers.keys()) {
      if (this.#callers.size <= guesses_max) return;
      this.#callers.delete(sessionId);
    }
  }

  /** Forgets the caller of a session that is over. */
  drop(sessionId: string): void {
    this.#callers.delete(sessionId);
  }

  /** Forgets sessions as soon as they are ended, so that nothing of a person stays in memory for them. */
  follow(bus: Pick<Bus, 'subscribe'>): Disposable {
    return bus.subscribe('access.changed', ({ endedSessions = [] }) => {
      for (const sessionId of endedSessions) this.drop(sessionId);
    });
  }

  get size(): number {
    return this.#callers.size;
  }

  /** As the latest: a map keeps the order in which it was filled. */
  #put(caller: Caller): void {
    this.#callers.delete(caller.sessionId);
    this.#callers.set(caller.sessionId, caller);
  }
}

/** Whether two callers are the same in everything. */
export const isSame = (one: Caller, other: Caller): boolean => isDeepStrictEqual(one, other);
