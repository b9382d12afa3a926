import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type Clock, systemClock } from '../clock.ts';
import { decodeFrames, encodeFrame, type Frame, FrameFault } from './frames.ts';
import { Outgoing, type TurnOfWrites } from './outgoing.ts';
import { type MessageHead, messageHead, type SharedBody } from './shared-body.ts';

/** Who connected: their one destination, and when their token ends (epoch ms). */
export type Admitted = { userId: string; sessionId: string; destination: string; expires_ms: number };

/** What a session needs of the server that holds it. */
export type StompHost = {
  clock: Clock;
  /** By which the other side lives. */
  socketClock: Clock;
  /** Admits by the CONNECT frame's headers, or says why not. */
  admit(headers: Readonly<Record<string, string>>): Promise<Admitted | string>;
  /** Gives a session its place among those of its user, or says why not. */
  place(session: StompSession, admitted: Admitted): string | undefined;
  /** Drops a session that says too much. */
  tooMuch(session: StompSession): void;
  /** A client listens; its receipt goes out when this is done: from then on nothing is missed. */
  subscribed(session: StompSession): Promise<void>;
  /** A client that was admitted is gone. */
  left(session: StompSession): void;
  limits: StompLimits;
  /** What all sessions of the server gather in a turn. */
  turn: TurnOfWrites;
};

export type StompLimits = {
  /** Frames a client may send within ten seconds; it has nothing to say but CONNECT and SUBSCRIBE. */
  framesPer10s: number;
  /** Messages, pings and pongs, whatever is in them, and the bytes of all that comes: each costs a moment, also before a CONNECT. */
  signsPer10s: number;
  signedPer10s_bytes: number;
  subscriptions: number;
  /** A reader this far behind is dropped: it reconnects and refetches. */
  unread_bytes: number;
  /** From the websocket's opening to a CONNECT. */
  connect_ms: number;
  /** Who has said nothing for so long is asked, and dropped when nothing has come after as long again. */
  ping_ms: number;
};

const heartbeat_ms = 10_000;
/** A promised heart-beat may be this much late. */
const heartbeatPatience = 2.5;
const window_ms = 10_000;
/** Who has not answered for so long whether it lives gives its place to who needs one. */
const answer_ms = 5_000;
/** How long a client may take to answer that its connection closes. */
const closing_ms = 1000;

/** One client, from the opening of its websocket on. Times of its own run on the monotonic clock: a corrected wall clock drops nobody. */
export class StompSession {
  readonly #ws: WebSocket;
  readonly #host: StompHost;
  readonly #out: Outgoing;
  /** By their ids. */
  readonly #subscriptions = new Map<string, MessageHead>();
  readonly #openedAt: number;
  #admitted: Admitted | undefined;
  #isOver = false;
  #heardAt: number;
  /** When the other side was heard of last, a pong counted, and when it was asked since; by the machine's clock. */
  #livedAt: number;
  #askedAt: number | undefined;
  #beatenAt: number;
  /** How often the client wants a heart-beat and promises one; 0 not at all. */
  #beatEvery_ms = 0;
  #hearEvery_ms = 0;
  #frames: { since: number; count: number };
  /** By the machine's clock. */
  #signs: { since: number; count: number; bytes: number };
  /** Frames are taken one after the other: admission is asynchronous and a SUBSCRIBE may follow at once. */
  #taking: Promise<void> = Promise.resolve();

  /** @param socket what `ws` was opened on */
  constructor(ws: WebSocket, socket: Duplex, host: StompHost) {
    this.#ws = ws;
    this.#out = new Outgoing(ws, socket, host.turn, host.limits.unread_bytes);
    this.#host = host;
    const now = host.clock.monotonic();
    this.#openedAt = this.#heardAt = this.#beatenAt = now;
    this.#frames = { since: now, count: 0 };
    this.#livedAt = host.socketClock.monotonic();
    this.#signs = { since: this.#livedAt, count: 0, bytes: 0 };
    ws.on('error', ({ code }: Error & { code?: string }) => {
      if (code === 'WS_ERR_TOO_MANY_BUFFERED_PARTS') host.tooMuch(this);
      else ws.terminate();
    });
    // Also of what never becomes whole, and before it is read.
    socket.prependListener('data', ({ length }: Buffer) => this.#says(0, length));
    for (const sign of ['message', 'ping', 'pong'])
      ws.on(sign, () => {
        this.#livedAt = host.socketClock.monotonic();
        this.#askedAt = undefined;
        this.#says(1, 0);
      });
    ws.on('message', (data) => this.#read(data as Buffer));
  }

  /** The admitted client. */
  get client(): Admitted {
    if (!this.#admitted) throw new Error('nobody was admitted to this session');
    return this.#admitted;
  }

  /** Whether it was asked a while ago whether it is there, and has not been heard of since. */
  get isSilent(): boolean {
    return this.#askedAt !== undefined && this.#host.socketClock.monotonic() - this.#askedAt >= answer_ms;
  }

  /** Sends a message to its subscriptions, with all others of this turn; a reader that is too slow is dropped. */
  send(body: SharedBody): void {
    if (this.#isOver) return;
    if (this.#out.unread_bytes > this.#host.limits.unread_bytes) {
      this.#isOver = true;
      return this.#out.terminate();
    }
    for (const head of this.#subscriptions.values()) this.#out.gather(body.frameFor(head));
  }

  /** Writes what was sent in this turn now: what changes from here on is after it. */
  flush(): void {
    this.#out.flush();
  }

  /** Tells the client why, and closes. */
  fail(message: string, receipt?: string): void {
    if (this.#isOver) return;
    this.#write('ERROR', { headers: { message, ...(receipt !== undefined && { 'receipt-id': receipt }) } });
    this.#close(1008);
  }

  /** Closes because the portal ends. */
  leave(): void {
    this.#close(1001);
  }

  /** Ends without a word. */
  drop(): void {
    this.#isOver = true;
    this.#out.terminate();
  }

  #close(code: number): void {
    this.#isOver = true;
    this.#out.close(code);
    const closing = systemClock.after(closing_ms, () => this.#out.terminate());
    this.#ws.once('close', () => closing[Symbol.dispose]());
  }

  #says(signs: number, bytes: number): void {
    const now = this.#host.socketClock.monotonic();
    if (now - this.#signs.since > window_ms) this.#signs = { since: now, count: 0, bytes: 0 };
    this.#signs.count += signs;
    this.#signs.bytes += bytes;
    const { signsPer10s, signedPer10s_bytes } = this.#host.limits;
    if (this.#signs.count > signsPer10s || this.#signs.bytes > signedPer10s_bytes) this.#host.tooMuch(this);
  }

  /** Asks who is silent whether it is there, and drops who does not answer. */
  #watchLife(): void {
    const { socketClock, limits } = this.#host;
    const now = socketClock.monotonic();
    if (this.#askedAt !== undefined && now - this.#askedAt > limits.ping_ms) return this.drop();
    if (this.#askedAt !== undefined || now - this.#livedAt < limits.ping_ms) return;
    this.#askedAt = now;
    this.#out.ping();
  }

  /** Looks for what has run out: the time to connect, the token, the client's heart-beat; and beats its own. */
  watch(): void {
    const now = this.#host.clock.monotonic();
    this.#watchLife();
    if (!this.#admitted) {
      if (now - this.#openedAt > this.#host.limits.connect_ms) this.fail('no CONNECT in time');
      return;
    }
    if (this.#host.clock.now() >= this.#admitted.expires_ms) return this.fail('the token has expired');
    if (this.#hearEvery_ms > 0 && now - this.#heardAt > this.#hearEvery_ms * heartbeatPatience)
      return this.#out.terminate();
    if (this.#beatEvery_ms === 0 || now - this.#beatenAt < this.#beatEvery_ms - 1000) return;
    this.#beatenAt = now;
    if (!this.#isOver) this.#out.send('\n');
  }

  /** The socket is closed. */
  ended(): void {
    this.#isOver = true;
    if (this.#admitted) this.#host.left(this);
  }

  #write(command: string, { headers }: { headers: Record<string, string> }): void {
    if (!this.#isOver) this.#out.send(encodeFrame({ command, headers, body: '' }));
  }

  #read(data: Buffer): void {
    if (this.#isOver) return;
    this.#heardAt = this.#host.clock.monotonic();
    try {
      for (const frame of decodeFrames(data)) {
        this.#count();
        this.#taking = this.#taking.then(() => this.#take(frame)).catch(() => this.fail('not possible now'));
      }
    } catch (error) {
      this.fail(error instanceof FrameFault ? error.message : 'no STOMP');
    }
  }

  #count(): void {
    if (this.#heardAt - this.#frames.since > window_ms) this.#frames = { since: this.#heardAt, count: 0 };
    if (++this.#frames.count > this.#host.limits.framesPer10s) throw new FrameFault('too many frames');
  }

  async #take(frame: Frame): Promise<void> {
    if (this.#isOver) return;
    const { receipt } = frame.headers;
    if (!this.#admitted) {
      if (frame.command !== 'CONNECT' && frame.command !== 'STOMP') return this.fail('connect first', receipt);
      return this.#connect(frame.headers);
    }
    switch (frame.command) {
      case 'SUBSCRIBE':
        if (!(await this.#subscribe(frame.headers))) return;
        break;
      case 'UNSUBSCRIBE':
        this.#subscriptions.delete(frame.headers['id'] ?? '');
        break;
      case 'DISCONNECT':
        break;
      default:
        return this.fail(`${frame.command} is not allowed`, receipt);
    }
    if (receipt !== undefined) this.#write('RECEIPT', { headers: { 'receipt-id': receipt } });
    if (frame.command === 'DISCONNECT') this.#out.close(1000);
  }

  async #connect(headers: Frame['headers']): Promise<void> {
    const offered = (headers['accept-version'] ?? '').split(',');
    const version = ['1.2', '1.1'].find((one) => offered.includes(one));
    if (!version) return this.fail('versions 1.1 and 1.2 are spoken here');
    const admitted = await this.#host.admit(headers);
    if (this.#isOver) return;
    if (typeof admitted === 'string') return this.fail(admitted);
    const full = this.#host.place(this, admitted);
    if (full !== undefined) return this.fail(full);
    this.#admitted = admitted;
    const [promised = 0, wanted = 0] = (headers['heart-beat'] ?? '').split(',').map(Number);
    if (promised > 0) this.#hearEvery_ms = Math.max(promised, heartbeat_ms);
    if (wanted > 0) this.#beatEvery_ms = Math.max(wanted, heartbeat_ms);
    this.#write('CONNECTED', { headers: { version, 'heart-beat': `${heartbeat_ms},${heartbeat_ms}` } });
  }

  async #subscribe({ id, destination, receipt }: Frame['headers']): Promise<boolean> {
    if (!id || destination !== this.client.destination) this.fail('subscription not allowed', receipt);
    else if (this.#subscriptions.size >= this.#host.limits.subscriptions) this.fail('too many subscriptions', receipt);
    else {
      this.#subscriptions.set(id, messageHead(destination, id));
      await this.#host.subscribed(this);
    }
    return !this.#isOver;
  }
}
