import { setImmediate as turn } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { minute_ms } from '@brina/domain/language/durations';
import type { Packet } from 'mqtt-packet';
import type { Clock, Timer } from '../clock.ts';
import { type EdgeLimits, TokenBucket } from './limits.ts';
import { encodePacket, type IncomingPacket, PacketReader } from './packets.ts';
import { PacketFault, type Refusal } from './refusals.ts';

/** What becomes of a connection at its end by the peer or by a rule; `lost`: the peer or the network closed it. */
export type SocketEnd = { cause: Refusal | 'lost'; detail: string };

/** Who reads a {@link PacketSocket}. */
export type PacketOwner = {
  /**
   * Takes a packet, or returns false: not now. Then this packet waits and nothing more is read from the socket until
   * {@link PacketSocket.resume}. Throws {@link PacketFault} to end the connection.
   */
  take(packet: IncomingPacket): boolean;
  /** Called once; the socket is still open for a last packet unless it was lost. */
  ended(end: SocketEnd): void;
};

/** After the last packet: how long the peer may take to close, before the socket is destroyed. */
const LINGER_MS = 1_000;

/** A TLS socket that carries MQTT packets: reads them at its owner's pace, writes them together, notices silence. */
export class PacketSocket {
  readonly #socket: TLSSocket;
  readonly #owner: PacketOwner;
  readonly #limits: EdgeLimits;
  readonly #clock: Clock;
  readonly #reader: PacketReader;
  readonly #bucket: TokenBucket;
  #parked: IncomingPacket | undefined;
  #throttle: Timer | undefined;
  #inLoop = false;
  #silence: Timer | undefined;
  #heard = false;
  #outgoing: Buffer[] = [];
  #ending = false;
  #closed = false;
  protocolVersion: 4 | 5 = 4;

  constructor(socket: TLSSocket, owner: PacketOwner, limits: EdgeLimits, clock: Clock) {
    this.#socket = socket;
    this.#owner = owner;
    this.#limits = limits;
    this.#clock = clock;
    this.#reader = new PacketReader(limits.connect_bytes);
    this.#bucket = new TokenBucket(limits.packets_per_s, limits.packetsBurst, clock);
    socket.setNoDelay(true);
    // Finds peers that vanished while nothing is sent to them and, over the window, nothing is read from them.
    socket.setKeepAlive(true, minute_ms);
    socket.on('data', this.#receive);
    // The reason is of no use: 'close' follows.
    socket.on('error', () => {});
    socket.on('close', () => this.#end('lost', 'the connection was lost'));
  }

  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? '';
  }

  /** From the next packet on, packets of this length are read, in bytes behind the fixed header. */
  allow(length_bytes: number): void {
    this.#reader.allow(length_bytes);
  }

  /** Goes on with the packet that its owner left, and then with the socket. */
  resume(): void {
    if (this.#parked && !this.#inLoop) this.#read();
  }

  /** Sends a packet. All packets of one turn leave as one TLS record: the acknowledgements of a batch come together. */
  send(packet: Packet): void {
    if (this.#closed) return;
    if (this.#outgoing.length === 0) process.nextTick(() => this.#flush());
    this.#outgoing.push(encodePacket(packet, this.protocolVersion));
  }

  /** Ends the connection as `silent` when nothing is heard for so long. The time in which we do not read never counts. */
  watchSilence(limit_ms: number): void {
    this.#silence = this.#clock.after(limit_ms, () => this.#judgeSilence());
  }

  /** Sends what is waiting and closes; what still comes is thrown away. */
  close(): void {
    if (this.#closed) return;
    this.#flush();
    this.#closed = true;
    this.#parked = undefined;
    this.#silence?.[Symbol.dispose]();
    this.#throttle?.[Symbol.dispose]();
    this.#socket.off('data', this.#receive);
    // Unread bytes would make the kernel reset the connection, and the peer lose the reason we just sent.
    this.#socket.resume();
    this.#socket.end();
    const linger = this.#clock.after(LINGER_MS, () => void this.#socket.destroy());
    this.#socket.once('close', () => linger[Symbol.dispose]());
  }

  readonly #receive = (chunk: Buffer): void => {
    this.#heard = true;
    this.#silence?.restart();
    this.#reader.push(chunk);
    if (!this.#parked) this.#read();
  };

  #read(): void {
    this.#inLoop = true;
    try {
      while (!this.#closed && this.#throttle === undefined) {
        if (!this.#parked) {
          this.#parked = this.#reader.next();
          if (!this.#parked) return this.#listen();
          const wait_ms = this.#bucket.take();
          if (wait_ms > 0) return this.#pauseFor(wait_ms);
        }
        if (!this.#owner.take(this.#parked)) return void this.#socket.pause();
        this.#parked = undefined;
      }
    } catch (fault) {
      if (!(fault instanceof PacketFault)) throw fault;
      this.#end(fault.refusal, fault.message);
    } finally {
      this.#inLoop = false;
    }
  }

  #listen(): void {
    if (!this.#socket.isPaused()) return;
    this.#silence?.restart();
    this.#socket.resume();
  }

  #pauseFor(wait_ms: number): void {
    this.#socket.pause();
    this.#throttle = this.#clock.after(wait_ms, () => {
      this.#throttle = undefined;
      this.#read();
    });
  }

  async #judgeSilence(): Promise<void> {
    this.#heard = false;
    // When our own process was held up, this timer runs before the sockets are read: they are read first, then judged.
    await turn();
    if (this.#closed) return;
    if (this.#heard || this.#socket.isPaused()) this.#silence?.restart();
    else this.#end('silent', 'nothing was heard for one and a half keep-alive times');
  }

  #flush(): void {
    if (this.#closed || this.#outgoing.length === 0) return;
    this.#socket.write(Buffer.concat(this.#outgoing));
    this.#outgoing = [];
    if (this.#socket.writableLength > this.#limits.writeBacklog_bytes) {
      this.#end('slow_reader', `${this.#socket.writableLength} bytes were not taken`);
    }
  }

  #end(cause: SocketEnd['cause'], detail: string): void {
    if (this.#ending || this.#closed) return;
    this.#ending = true;
    this.#owner.ended({ cause, detail });
    this.close();
  }
}
