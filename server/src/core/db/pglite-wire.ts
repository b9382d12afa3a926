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
 * Two messages are with the worker at a time, so that it need not wait for us between them, and everything written meanwhile becomes
 * the next one. A message goes when all that follows from the last answer has been written: a commit, the next `begin` and its first
 * statements travel together, since waking the worker takes as long as a statement. An answer that is late destroys the wire, for the
 * worker cannot be interrupted otherwise.
 */
export class PgliteWire extends Duplex {
  /** How long the worker may take for one message, from when it can begin with it. */
  limit_ms: number;
  readonly #post: (message: Uint8Array<ArrayBuffer>) => void;
  readonly #clock: Pick<Clock, 'after'>;
  #written: Uint8Array[] = [];
  #isFlushDue = false;
  /** How many messages the worker has not answered. */
  #withWorker = 0;
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

  /** Takes what the worker answered to the last message. */
  answer(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.destroyed) return;
    this.#watchdog?.[Symbol.dispose]();
    this.#watchdog = undefined;
    this.#withWorker -= 1;
    if (this.#withWorker > 0) this.#watch(this.limit_ms);
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
    if (this.#withWorker === withWorker_max || this.#written.length === 0) return;
    const message = joinBytes(this.#written);
    this.#written = [];
    this.#withWorker += 1;
    if (this.#withWorker === 1) this.#watch(this.limit_ms);
    this.#post(message);
  }

  #watch(limit_ms: number): void {
    const watchdog = this.#clock.after(limit_ms, () => {
      // When this thread itself was busy, the answer is waiting to be read: that comes before immediates.
      setImmediate(() => {
        if (this.#watchdog === watchdog) this.destroy(new StatementTimeout(limit_ms));
      });
    });
    this.#watchdog = watchdog;
  }
}
