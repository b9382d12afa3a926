import type { Socket } from 'node:net';
import type { Clock, Timer } from '../clock.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import { endOf, networkOf } from '../network.ts';
import { hello_bytes, helloStart_bytes } from './client-hello.ts';
import type { EdgeLimits } from './limits.ts';

/**
 * What becomes of a newcomer that does not get in: others need its place (`crowded` before its handshake, `handshakes` amid it or as it
 * waited for one), it said no ClientHello in time, what it said is none, its handshake took too long, or failed.
 */
export type NotIn = 'crowded' | 'handshakes' | 'hello_late' | 'no_hello' | 'handshake_late' | 'failed';

/** `step`: absent when it has left. */
type Newcomer = { socket: Socket; end: string; network: string; step: Step | undefined; timer: Timer };

/** Newcomers that are equally far, by network. */
type Step = KeyedQueue<Newcomer>;

type Parts = {
  limits: Pick<
    EdgeLimits,
    | 'newcomers'
    | 'newcomersPerNetwork'
    | 'hello_ms'
    | 'turn_ms'
    | 'handshakes'
    | 'handshakesPerNetwork'
    | 'handshake_ms'
  >;
  clock: Clock;
  /** Begins the handshake; the socket is paused, with the ClientHello in its buffer. */
  begin(socket: Socket): void;
  /** Told of each that does not get in, with its socket about to be destroyed; one that leaves before its handshake is nobody. */
  notIn(why: NotIn, network: string): void;
};

/**
 * Connections until their TLS handshake is over. Anyone may open one, so none gets more than it has shown to be worth: who says nothing
 * has a socket and not for long, who has said a whole ClientHello waits for its turn, and only then the handshake takes memory and
 * processor. Of one network only so many shake hands at once: a kitchen whose units all come back together is served in turn, and a
 * network full of liars makes nobody else wait. Where all places are taken, who comes takes that of the one that came first: an honest
 * unit speaks at once, and needs a place for moments. A place that is free is had by the network that has waited longest for one.
 */
export class Newcomers {
  readonly #parts: Parts;
  readonly #silent: Step = new KeyedQueue();
  readonly #waiting: Step = new KeyedQueue();
  readonly #shaking: Step = new KeyedQueue();
  readonly #byEnd = new Map<string, Newcomer>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  take(socket: Socket): void {
    const { limits, clock } = this.#parts;
    const end = endOf(socket);
    const network = networkOf(socket.remoteAddress ?? '');
    if (!this.#makeRoom(network)) {
      this.#parts.notIn('crowded', network);
      socket.destroy();
      return;
    }
    const timer = clock.after(limits.hello_ms, () => void this.#sendAway(newcomer, 'hello_late'));
    const newcomer: Newcomer = { socket, end, network, step: undefined, timer };
    this.#byEnd.set(end, newcomer);
    this.#move(newcomer, this.#silent);
    socket.on('close', () => this.#closed(newcomer));
    this.#listen(newcomer);
  }

  /** The handshake of the connection from this {@link endOf} is over; false when it was too late. */
  finished(end: string): boolean {
    const newcomer = this.#byEnd.get(end);
    if (!newcomer) return false;
    this.#leave(newcomer);
    this.#beginWaiting();
    return true;
  }

  /** Destroys all sockets. */
  close(): void {
    for (const newcomer of this.#byEnd.values()) {
      this.#leave(newcomer);
      newcomer.socket.destroy();
    }
  }

  /** Whether there is room for one more of this network to begin, be it that a silent one has to go. */
  #makeRoom(network: string): boolean {
    const { newcomers, newcomersPerNetwork } = this.#parts.limits;
    if (this.#silent.sizeOf(network) + this.#waiting.sizeOf(network) >= newcomersPerNetwork) {
      return this.#sendAway(this.#silent.first(network), 'crowded');
    }
    if (this.#silent.size + this.#waiting.size < newcomers) return true;
    return this.#sendAway(this.#silent.first() ?? this.#waiting.first(), 'crowded');
  }

  /** Reads until there is a whole ClientHello, and puts it back for who shakes hands. */
  #listen(newcomer: Newcomer): void {
    const { socket } = newcomer;
    const chunks: Buffer[] = [];
    let length = 0;
    let needed = helloStart_bytes;
    const read = (chunk: Buffer): void => {
      chunks.push(chunk);
      length += chunk.length;
      if (length < needed) return;
      const bytes = Buffer.concat(chunks);
      const whole = hello_bytes(bytes);
      if (whole === undefined) return void this.#sendAway(newcomer, 'no_hello');
      needed = whole;
      if (length < needed) return;
      socket.off('data', read);
      socket.pause();
      socket.unshift(bytes);
      this.#hasSpoken(newcomer);
    };
    socket.on('data', read);
  }

  #hasSpoken(newcomer: Newcomer): void {
    const { limits, clock } = this.#parts;
    const { network } = newcomer;
    newcomer.timer[Symbol.dispose]();
    newcomer.timer = clock.after(limits.turn_ms, () => void this.#sendAway(newcomer, 'handshakes'));
    this.#move(newcomer, this.#waiting);
    if (!this.#mayBegin(network)) return;
    if (this.#shaking.size >= limits.handshakes) this.#sendAway(this.#shaking.first(), 'handshakes');
    this.#begin(network);
  }

  #mayBegin(network: string): boolean {
    return this.#shaking.sizeOf(network) < this.#parts.limits.handshakesPerNetwork;
  }

  /** Gives the places that are free to who waits. Few networks are passed over, since those have all the handshakes they may. */
  #beginWaiting(): void {
    for (const network of this.#waiting.keys())
      while (this.#shaking.size < this.#parts.limits.handshakes && this.#mayBegin(network) && this.#begin(network));
  }

  /** Begins the handshake that has waited longest of this network; false when nobody waits. */
  #begin(network: string): boolean {
    const { limits, clock, begin } = this.#parts;
    const next = this.#waiting.first(network);
    if (!next) return false;
    next.timer[Symbol.dispose]();
    next.timer = clock.after(limits.handshake_ms, () => {
      this.#sendAway(next, 'handshake_late');
      this.#beginWaiting();
    });
    this.#move(next, this.#shaking);
    begin(next.socket);
    return true;
  }

  #move(newcomer: Newcomer, step: Step): void {
    newcomer.step?.delete(newcomer);
    step.add(newcomer, newcomer.network);
    newcomer.step = step;
  }

  /** Whether there was one to send away. */
  #sendAway(newcomer: Newcomer | undefined, why: NotIn): boolean {
    if (!newcomer?.step) return false;
    this.#leave(newcomer);
    this.#parts.notIn(why, newcomer.network);
    newcomer.socket.destroy();
    return true;
  }

  #closed(newcomer: Newcomer): void {
    // Who was sent away has left already, and its place has been given.
    if (!newcomer.step) return;
    const wasShaking = newcomer.step === this.#shaking;
    this.#leave(newcomer);
    if (!wasShaking) return;
    this.#parts.notIn('failed', newcomer.network);
    this.#beginWaiting();
  }

  #leave(newcomer: Newcomer): void {
    newcomer.timer[Symbol.dispose]();
    newcomer.step?.delete(newcomer);
    newcomer.step = undefined;
    // A new connection may come from where one did whose close was not heard of yet.
    if (this.#byEnd.get(newcomer.end) === newcomer) this.#byEnd.delete(newcomer.end);
  }
}
