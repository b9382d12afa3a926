import { Duplex } from 'node:stream';
import { type Clock, systemClock, type Timer } from '../clock.ts';
import { StatementTimeout } from './database-errors.ts';
import { joinBytes } from './join-bytes.ts';

/** One that it works on, and one that is there when it has answered. */
const withWorker_max = 2;

/**
 * The socket that `pg` believes it has: what it writes goes to the worker, what the worker answers comes back. The
 * embedded database thus speaks through the same client as PostgreSQL, with the same parameters, types and errors.
 *
 * At most two messages are with the worker, so that it need not wait for us between them, and everything written meanwhile becomes the
 * next one. A message goes when all that follows from the last answer has been written: `begin` and the first statements travel
 * together, since waking the worker takes as long as a statement. What lies ready runs even if a message before it fails: so a
 * `commit` is written only when all before it is answered. An answer that is late destroys the wire, for the worker cannot be
 * interrupted otherwise.
 */
export class PgliteWire extends Duplex {
  /** How long the worker may take for a message that goes now, from when it can begin with it. */
  limit_ms: number;
  readonly #post: (message: Uint8Array<ArrayBuffer>) => void;
  readonly #clock: Pick<Clock, 'after'>;
  #written: Uint8Array[] = [];
  #isFlushDue = false;
  /** Of the messages that the worker has not answered, oldest first: how long it may take. */
  readonly #limits: number[] = [];
  #watchdog: Timer | undefined;

  constructor(
    post: (message: Uint8Array<ArrayBuffer>) => void,
    limit_ms: number,
    clock: Pick<Clock, 'after'> = systemClock,
  ) {
    super();
    this.#post = post;
    this.limit_ms = limit_ms;
    this.#clock = clock;
  }

  /** Takes what the worker answered to the oldest message it has. */
  answer(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.destroyed) return;
    this.#watchdog?.[Symbol.dispose]();
    this.#watchdog = undefined;
    this.#limits.shift();
    this.#watchOldest();
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#flush();
  }

  // What pg calls on a socket.
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#written.push(chunk);
    this.#flushSoon();
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    for (const { chunk } of chunks) this.#written.push(chunk);
    this.#flushSoon();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#watchdog?.[Symbol.dispose]();
    this.#watchdog = undefined;
    this.#written = [];
    done(error);
  }

  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    const flush = (): void => {
      this.#isFlushDue = false;
      this.#flush();
    };
    // A tick that is asked for amid microtasks comes after the last of them.
    queueMicrotask(() => process.nextTick(flush));
  }

  #flush(): void {
    if (this.#limits.length === withWorker_max || this.#written.length === 0) return;
    const message = joinBytes(this.#written);
    this.#written = [];
    this.#limits.push(this.limit_ms);
    if (this.#limits.length === 1) this.#watchOldest();
    this.#post(message);
  }

  #watchOldest(): void {
    const [limit_ms] = this.#limits;
    if (limit_ms === undefined) return;
    const watchdog = this.#clock.after(limit_ms, () => {
      // When this thread itself was busy, the answer is waiting to be read: that comes before immediates.
      setImmediate(() => {
        if (this.#watchdog === watchdog) this.destroy(new StatementTimeout(limit_ms));
      });
    });
    this.#watchdog = watchdog;
  }
}
