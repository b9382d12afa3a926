import { crowded } from '@brina/contract/live-address';
import type { SayLimited } from '../limit-log.ts';

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

/** Who holds a place, and how it loses it: told why, or without a word. */
type Holder = { fail(message: string): void; drop(): void };
type Who = { userId: string; sessionId: string };

/** Sets by a key, each oldest first; none is kept empty. */
class Groups<T> {
  readonly #groups = new Map<string, Set<T>>();

  add(key: string, one: T): void {
    this.#groups.set(key, (this.#groups.get(key) ?? new Set()).add(one));
  }

  remove(key: string, one: T): void {
    const group = this.#groups.get(key);
    group?.delete(one);
    if (group?.size === 0) this.#groups.delete(key);
  }

  size(key: string): number {
    return this.#groups.get(key)?.size ?? 0;
  }

  oldest(key: string): T | undefined {
    return oldestOf(this.#groups.get(key));
  }
}

const oldestOf = <T>(group: Set<T> | undefined): T | undefined => group?.values().next().value;

/**
 * The places for live connections: nobody takes those of others, whoever has many loses the ones that matter least. Who has not said
 * who it is makes room for who comes; the oldest page of a sign-in makes room for its newest.
 */
export class Places<H extends Holder> {
  readonly #limits: PlaceLimits;
  readonly #limited: SayLimited;
  readonly #holders = new Map<H, { network: string; who?: Who }>();
  readonly #unconnected = new Set<H>();
  readonly #networks = new Groups<H>();
  readonly #unconnectedOf = new Groups<H>();
  readonly #sessions = new Groups<H>();
  readonly #users = new Groups<H>();

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

  /** Whether somebody of a network may open one more connection; of those without a name the oldest makes room. */
  hasRoomFor(network: string): boolean {
    const { connections, perNetwork, unconnected, unconnectedPerNetwork } = this.#limits;
    if (this.#networks.size(network) >= perNetwork) return this.#refuse('live_sockets_network', network);
    if (this.#unconnectedOf.size(network) >= unconnectedPerNetwork)
      this.#drop(this.#unconnectedOf.oldest(network), 'live_handshakes_network', network);
    if (this.#unconnected.size >= unconnected) this.#drop(oldestOf(this.#unconnected), 'live_handshakes', network);
    if (this.#holders.size < connections) return true;
    const nameless = oldestOf(this.#unconnected);
    if (!nameless) return this.#refuse('live_sockets', network);
    this.#drop(nameless, 'live_sockets', network);
    return true;
  }

  /** @param isCounted false: the network is a proxy's own, which speaks for many */
  open(holder: H, network: string, isCounted: boolean): void {
    this.#holders.set(holder, { network });
    this.#unconnected.add(holder);
    if (!isCounted) return;
    this.#networks.add(network, holder);
    this.#unconnectedOf.add(network, holder);
  }

  /**
   * Gives a holder a place of a user's and a session's.
   * @returns why not
   */
  admit(holder: H, who: Who): string | undefined {
    const held = this.#holders.get(holder);
    if (!held) return undefined;
    this.#nowConnected(holder);
    const { network } = held;
    if (this.#sessions.size(who.sessionId) >= this.#limits.perSession) {
      this.#limited('live_sockets_session', { network, user: who.userId });
      const oldest = this.#sessions.oldest(who.sessionId);
      oldest?.fail(crowded.gaveWay);
      if (oldest) this.leave(oldest);
    }
    if (this.#users.size(who.userId) >= this.#limits.perUser) {
      this.#limited('live_sockets_user', { network, user: who.userId });
      return crowded.user;
    }
    held.who = who;
    this.#sessions.add(who.sessionId, holder);
    this.#users.add(who.userId, holder);
    return undefined;
  }

  leave(holder: H): void {
    const held = this.#holders.get(holder);
    if (!held) return;
    this.#nowConnected(holder);
    this.#holders.delete(holder);
    this.#networks.remove(held.network, holder);
    if (!held.who) return;
    this.#sessions.remove(held.who.sessionId, holder);
    this.#users.remove(held.who.userId, holder);
  }

  #nowConnected(holder: H): void {
    this.#unconnected.delete(holder);
    this.#unconnectedOf.remove(this.#holders.get(holder)?.network ?? '', holder);
  }

  #refuse(limit: 'live_sockets' | 'live_sockets_network', network: string): false {
    this.#limited(limit, { network });
    return false;
  }

  #drop(holder: H | undefined, limit: Parameters<SayLimited>[0], network: string): void {
    if (!holder) return;
    this.#limited(limit, { network });
    holder.drop();
    this.leave(holder);
  }
}
