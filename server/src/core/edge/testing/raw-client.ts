import { connect as connectTcp, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import mqtt, { type IConnectPacket, type Packet } from 'mqtt-packet';
import { Arrivals } from '../../testing/arrivals.ts';

/** The reply of a server has the shape that its command names. */
export type PacketOf<C extends Packet['cmd']> = Extract<Packet, { cmd: C }>;

export type RawConnectOptions = {
  port: number;
  host?: string;
  /** Where it comes from; absent: whatever the machine takes. */
  localAddress?: string;
  /** What its bytes go through on their way to the network. */
  through?(socket: Socket): Duplex;
  /** What the client trusts. */
  caPem: string;
  /** Its own certificate (with chain) and key; absent: it shows none. */
  identity?: { certificatePem: string; keyPem: string };
  /** Called with each packet as it arrives, before anything that waits for it. */
  onPacket?: (packet: Packet) => void;
  protocolVersion?: 4 | 5;
};

/**
 * The transport of a test's own device: MQTT packets over TLS, and nothing done by itself. It sends what it is told, right or
 * wrong, keeps what it receives, never pings, acknowledges or reconnects.
 */
export class RawClient {
  readonly received: Packet[] = [];
  readonly protocolVersion: 4 | 5;
  /** Resolves when the connection has ended, however that came. */
  readonly closed: Promise<void>;
  isClosed = false;
  readonly socket: TLSSocket;
  readonly #arrivals = new Arrivals();
  #seen = 0;

  constructor(socket: TLSSocket, { protocolVersion = 5, onPacket }: RawConnectOptions) {
    this.socket = socket;
    this.protocolVersion = protocolVersion;
    const parser = mqtt.parser({ protocolVersion });
    parser.on('packet', (packet) => {
      this.received.push(packet);
      onPacket?.(packet);
      this.#arrivals.note();
    });
    socket.on('data', (bytes) => parser.parse(bytes));
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.isClosed = true;
        this.#arrivals.note();
        resolve();
      });
    });
  }

  /** Sends a packet; returns false when more than the socket buffers is waiting. */
  send(packet: Packet): boolean {
    return this.sendBytes(mqtt.generate(packet, { protocolVersion: this.protocolVersion }));
  }

  sendBytes(bytes: Uint8Array): boolean {
    return this.socket.write(bytes);
  }

  /** Sends CONNECT and resolves with the CONNACK. */
  async connect(clientId: string, options: Partial<Omit<IConnectPacket, 'cmd'>> = {}): Promise<PacketOf<'connack'>> {
    const { protocolVersion } = this;
    this.send({ cmd: 'connect', protocolId: 'MQTT', protocolVersion, clean: true, keepalive: 0, clientId, ...options });
    return this.next('connack');
  }

  publish(topic: string, payload: unknown, messageId: number, qos: 0 | 1 = 1): boolean {
    const isAsItIs = typeof payload === 'string' || Buffer.isBuffer(payload);
    const content = isAsItIs ? payload : JSON.stringify(payload);
    return this.send({ cmd: 'publish', topic, payload: content, qos, messageId, dup: false, retain: false });
  }

  /** Sends SUBSCRIBE and resolves with the SUBACK. */
  async subscribe(topic: string, qos: 0 | 1 = 1): Promise<PacketOf<'suback'>> {
    this.send({ cmd: 'subscribe', messageId: 65_000, subscriptions: [{ topic, qos }] });
    return this.next('suback');
  }

  /** The next packet of this kind that was not asked for before; those of other kinds in between are passed over. */
  next<C extends Packet['cmd']>(cmd: C): Promise<PacketOf<C>> {
    return this.#unlessClosed(cmd, () => {
      while (this.#seen < this.received.length) {
        const packet = this.received[this.#seen++];
        if (packet?.cmd === cmd) return packet as PacketOf<C>;
      }
      return undefined;
    });
  }

  /** Resolves when so many packets of this kind have come since the connection began. */
  async counted(cmd: Packet['cmd'], count: number): Promise<void> {
    await this.#unlessClosed(`${cmd} number ${count}`, () => this.count(cmd) >= count);
  }

  /** Resolves when the server has read all that was sent before: it answers pings in their turn. */
  async caughtUp(): Promise<void> {
    this.send({ cmd: 'pingreq' });
    await this.next('pingresp');
  }

  count(cmd: Packet['cmd']): number {
    return this.received.filter((packet) => packet.cmd === cmd).length;
  }

  /** Drops the connection without a word, as a pulled plug does. */
  cut(): void {
    this.socket.destroy();
  }

  [Symbol.dispose](): void {
    this.cut();
  }

  #unlessClosed<T>(what: string, pick: () => T) {
    return this.#arrivals.first(what, () => {
      const found = pick();
      if (!found && this.isClosed) throw new Error(`the connection closed before a ${what}`);
      return found;
    });
  }
}

/**
 * Opens the connection and its TLS; resolves when the server has let the client in, and rejects when it refuses either. In TLS 1.3
 * the client's own handshake is over before the server has seen its certificate; the session that it may resume comes after that.
 */
export async function connectRaw(options: RawConnectOptions): Promise<RawClient> {
  const { port, host = '127.0.0.1', localAddress, through, caPem, identity } = options;
  const where = { port, host, ...(localAddress && { localAddress }) };
  const socket = connectTls({
    ...(through ? { host, socket: through(connectTcp(where)) } : where),
    ca: caPem,
    ...(identity && { cert: identity.certificatePem, key: identity.keyPem }),
  });
  await new Promise((resolve, reject) => {
    // OpenSSL tells it amid its reading, in which nothing can be written.
    socket.once('session', () => setImmediate(resolve)).once('error', reject);
    socket.once('close', () => reject(new Error('the server closed the connection')));
  });
  return new RawClient(socket, options);
}
