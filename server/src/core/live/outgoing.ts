import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/**
 * What sockets gather in one turn of the event loop, written at its end: one write a socket, and one buffer for neighbours that gathered
 * the same, as the sessions of one user do.
 */
export class TurnOfWrites {
  #gathered: Outgoing[] = [];

  add(one: Outgoing): void {
    if (this.#gathered.push(one) === 1) setImmediate(() => this.#write());
  }

  #write(): void {
    const gathered = this.#gathered;
    this.#gathered = [];
    let last: readonly Buffer[] = [];
    let joined: Buffer = Buffer.alloc(0);
    for (const one of gathered) {
      const frames = one.take();
      if (frames.length === 0) continue;
      if (!isSame(frames, last)) joined = joinedOf(frames);
      last = frames;
      one.write(joined);
    }
  }
}

const isSame = (a: readonly Buffer[], b: readonly Buffer[]): boolean =>
  a.length === b.length && a.every((frame, i) => frame === b[i]);

const joinedOf = (frames: readonly Buffer[]): Buffer =>
  frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames);

/**
 * The sending side of a websocket. Messages go past `ws`, as frames made already, and wait for the end of the turn; everything else goes by
 * `ws`, after what waits: all arrives in the order in which it was sent. Only for sockets without compression, where `ws` itself writes at once.
 */
export class Outgoing {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #turn: TurnOfWrites;
  #frames: Buffer[] = [];
  #gathered_bytes = 0;

  /**
   * @param socket what `ws` was opened on
   * @param unread_max who asks for answers and leaves this much unread is dropped
   */
  constructor(ws: WebSocket, socket: Duplex, turn: TurnOfWrites, unread_max: number) {
    this.#ws = ws;
    this.#socket = socket;
    this.#turn = turn;
    ws.on('ping', (data) => {
      if (this.unread_bytes > unread_max) return this.terminate();
      this.flush();
      if (this.#isOpen) ws.pong(data);
    });
  }

  /** What the other side has not taken yet. */
  get unread_bytes(): number {
    return this.#gathered_bytes + this.#socket.writableLength;
  }

  /** Sends a websocket frame at the end of this turn. */
  gather(frame: Buffer): void {
    if (this.#frames.length === 0) this.#turn.add(this);
    this.#frames.push(frame);
    this.#gathered_bytes += frame.length;
  }

  /** Sends a text at once. */
  send(text: string): void {
    this.flush();
    if (this.#isOpen) this.#ws.send(text);
  }

  /** Asks the other side whether it is there. */
  ping(): void {
    this.flush();
    if (this.#isOpen) this.#ws.ping();
  }

  close(code: number): void {
    this.flush();
    this.#ws.close(code);
  }

  /** Ends the connection without a word; what waits is lost with it. */
  terminate(): void {
    this.#ws.terminate();
  }

  /** Writes what waits now. */
  flush(): void {
    const frames = this.take();
    if (frames.length > 0) this.write(joinedOf(frames));
  }

  /** Takes out what waits, to write it. */
  take(): readonly Buffer[] {
    const frames = this.#frames;
    this.#frames = [];
    this.#gathered_bytes = 0;
    return frames;
  }

  /** Writes whole frames. Nothing may follow the word that this side closes (RFC 6455, 5.5.1). */
  write(frames: Buffer): void {
    if (this.#isOpen) this.#socket.write(frames);
  }

  get #isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }
}
