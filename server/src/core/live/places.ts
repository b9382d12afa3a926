import { crowded } from '@brina/contract/live-address';
import { KeyedQueue } from '../keyed-queue.ts';
import type { Limit, SayLimited } from '../limit-log.ts';

/** How many live connections there may be, of whom. */
export type PlaceLimits = {
  connections: number;
  /** Of a network, where it is not that of a proxy, which speaks for many. */
  perNetwork: number;
  /** Connections that have not said yet who they are; they are short of it for a moment only. */
  unconnected: number;
  unconnectedPerNetwork: number;
  /** Pages of one sign-in, that is of one browser; the newest are looked at. */
  perSession: number;
  /** Devices may share an account. */
  perUser: number;
};

/** Who holds a place, and how it loses it: told why, or without a word. `isSilent`: it was asked whether it lives, and has not answered. */
type Holder = { readonly isSilent: boolean; fail(message: string): void; drop(): void };
type Who = { userId: string; sessionId: string };

/**
 * The places for live connections: nobody takes those of others, whoever has many loses the ones that matter least. Who has not said
 * who it is makes room for who comes; the oldest page of a sign-in makes room for its newest, and of a user who is silent, as after a cut
 * that nobody heard of. Beyond what a network or a user may have, and where everybody has a name, who comes has to come again.
 */
export class Places<H extends Holder> {
  readonly #limits: PlaceLimits;
  readonly #limited: SayLimited;
  /** Each with its network. */
  readonly #holders = new Map<H, string>();
  /** Who has not said who it is, and everybody, by network; who has, by session and by user. */
  readonly #unconnected = new KeyedQueue<H>();
  readonly #networks = new KeyedQueue<H>();
  readonly #sessions = new KeyedQueue<H>();
  readonly #users = new KeyedQueue<H>();

  constructor(limits: PlaceLimits, limited: SayLimited) {
    this.#limits = limits;
    this.#limited = limited;
  }

  get size(): number {
    return this.#holders.size;
  }

  all(): Iterable<H> {
    return this.#holders.keys();
  }

  /** Makes room for one more connection from a network, be it that one without a name has to go; false where there is none. */
  makeRoom(network: string): boolean {
    const { connections, perNetwork, unconnected, unconnectedPerNetwork } = this.#limits;
    if (this.#networks.sizeOf(network) >= perNetwork) return this.#refuse('live_sockets_network', network);
    if (this.#unconnected.sizeOf(network) >= unconnectedPerNetwork)
      this.drop(this.#unconnected.first(network), 'live_handshakes_network');
    if (this.#unconnected.size >= unconnected) this.drop(this.#unconnected.first(), 'live_handshakes');
    if (this.#holders.size < connections) return true;
    return this.drop(this.#unconnected.first(), 'live_sockets') || this.#refuse('live_sockets', network);
  }

  /** @param isCounted false: the network is a proxy's own, which speaks for many */
  open(holder: H, network: string, isCounted: boolean): void {
    this.#holders.set(holder, network);
    this.#unconnected.add(holder, isCounted ? network : undefined);
    if (isCounted) this.#networks.add(holder, network);
  }

  /**
   * Gives a holder a place of a user's and a session's.
   * @returns why not
   */
  admit(holder: H, who: Who): string | undefined {
    const network = this.#holders.get(holder);
    if (network === undefined) return undefined;
    this.#unconnected.delete(holder);
    if (this.#sessions.sizeOf(who.sessionId) >= this.#limits.perSession) {
      this.#limited('live_sockets_session', { network, user: who.userId });
      this.#giveWay(who.sessionId);
    }
    if (this.#users.sizeOf(who.userId) >= this.#limits.perUser) {
      this.#limited('live_sockets_user', { network, user: who.userId });
      if (!this.#dropSilent(who.userId) && !this.#giveWay(who.sessionId)) return crowded.user;
    }
    this.#sessions.add(holder, who.sessionId);
    this.#users.add(holder, who.userId);
    return undefined;
  }

  leave(holder: H): void {
    this.#holders.delete(holder);
    for (const queue of [this.#unconnected, this.#networks, this.#sessions, this.#users]) queue.delete(holder);
  }

  /** Whether a sign-in had a page that makes room for its next one. */
  #giveWay(sessionId: string): boolean {
    const oldest = this.#sessions.first(sessionId);
    if (!oldest) return false;
    oldest.fail(crowded.gaveWay);
    this.leave(oldest);
    return true;
  }

  /** Whether there was one of a user that is silent. */
  #dropSilent(userId: string): boolean {
    for (const holder of this.#users.of(userId)) {
      if (!holder.isSilent) continue;
      holder.drop();
      this.leave(holder);
      return true;
    }
    return false;
  }

  #refuse(limit: Limit, network: string): false {
    this.#limited(limit, { network });
    return false;
  }

  /** Whether there was one to drop; whom the limit kept out is who is dropped. */
  drop(holder: H | undefined, limit: Limit): boolean {
    const network = holder && this.#holders.get(holder);
    if (!holder || network === undefined) return false;
    this.#limited(limit, { network });
    holder.drop();
    this.leave(holder);
    return true;
  }
}
