import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import mqtt, { type IConnectPacket, type Packet } from 'mqtt-packet';

export type MqttVersion = 4 | 5;
export type PacketOf<C extends Packet['cmd']> = Extract<Packet, { cmd: C }>;

/**
 * One MQTT connection over TLS in which nothing happens by itself but the PUBACK of what arrives: it sends what a check says,
 * right or wrong, and keeps what comes back.
 */
export class MqttConnection {
  readonly version: MqttVersion;
  readonly received: Packet[] = [];
  /** Why the socket ended, when it was not a plain end. */
  fault: NodeJS.ErrnoException | undefined;
  isClosed = false;
  readonly #socket: TLSSocket;
  /** Longest wait for something that an edge does at once, or after a commit. */
  readonly #wait_ms: number;
  #changed = Promise.withResolvers<void>();

  private constructor(socket: TLSSocket, version: MqttVersion, wait_ms: number) {
    this.#socket = socket;
    this.#wait_ms = wait_ms;
    this.version = version;
    const parser = mqtt.parser({ protocolVersion: version });
    parser.on('packet', (packet) => {
      this.received.push(packet);
      if (packet.cmd === 'publish' && packet.qos === 1)
        this.send({ cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: 0 });
      this.#wake();
    });
    socket.on('data', (bytes) => parser.parse(bytes));
    socket.on('error', (fault) => (this.fault = fault));
    socket.on('close', () => {
      this.isClosed = true;
      this.#wake();
    });
  }

  /** Shakes hands. Rejects when the other end refuses at once; under TLS 1.3 it may refuse only afterwards. */
  static open(options: ConnectionOptions, version: MqttVersion, wait_ms: number): Promise<MqttConnection> {
    return new Promise((resolve, reject) => {
      const socket = connectTls({ ...options, timeout: wait_ms });
      socket.once('error', reject);
      socket.once('timeout', () => socket.destroy(new Error(`no handshake within ${wait_ms / 1000} s`)));
      socket.once('secureConnect', () => {
        socket.off('error', reject);
        socket.setTimeout(0);
        socket.setNoDelay(true);
        resolve(new MqttConnection(socket, version, wait_ms));
      });
    });
  }

  /** The protocol that TLS agreed on, `TLSv1.3`. */
  get tlsVersion(): string {
    return this.#socket.getProtocol() ?? '';
  }

  send(...packets: Packet[]): void {
    if (this.isClosed) return;
    this.#socket.write(Buffer.concat(packets.map((one) => mqtt.generate(one, { protocolVersion: this.version }))));
  }

  /** Sends CONNECT; resolves with the reason code of the CONNACK and all of it, or `undefined` when the connection ends without. */
  async connect(
    clientId: string,
    options: Partial<IConnectPacket> = {},
  ): Promise<{ code: number; connack: PacketOf<'connack'> } | undefined> {
    const { version } = this;
    this.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: version,
      clean: true,
      keepalive: 60,
      clientId,
      ...options,
    });
    const connack = await this.first('connack');
    return connack && { code: connack.reasonCode ?? connack.returnCode ?? 0, connack };
  }

  /** Sends SUBSCRIBE; resolves with the codes granted, in the order of the filters. */
  async subscribe(filters: readonly string[], qos: 0 | 1 = 1): Promise<readonly number[]> {
    const before = this.all('suback').length;
    this.send({ cmd: 'subscribe', messageId: 60_000, subscriptions: filters.map((topic) => ({ topic, qos })) });
    const suback = await this.until(() => this.all('suback')[before]);
    return (suback?.granted ?? []).map(Number);
  }

  /** Waits for an answer to PINGREQ: everything sent before it has been read by then. False when none comes. */
  async ping(limit_ms = this.#wait_ms): Promise<boolean> {
    const before = this.all('pingresp').length;
    this.send({ cmd: 'pingreq' });
    return (await this.until(() => this.all('pingresp')[before], limit_ms)) !== undefined;
  }

  all<C extends Packet['cmd']>(cmd: C): PacketOf<C>[] {
    return this.received.filter((packet): packet is PacketOf<C> => packet.cmd === cmd);
  }

  first<C extends Packet['cmd']>(cmd: C): Promise<PacketOf<C> | undefined> {
    return this.until(() => this.all(cmd)[0]);
  }

  /** Looks after every packet until there is something; `undefined` when the connection or the time ends first. */
  async until<T>(look: () => T | undefined, limit_ms = this.#wait_ms): Promise<T | undefined> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, limit_ms);
    let isLate = false;
    void late.promise.then(() => (isLate = true));
    try {
      for (;;) {
        const found = look();
        if (found !== undefined || this.isClosed || isLate) return found;
        await Promise.race([this.#changed.promise, late.promise]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether the other end closes within the limit. */
  async closes(limit_ms = this.#wait_ms): Promise<boolean> {
    await this.until(() => this.isClosed || undefined, limit_ms);
    return this.isClosed;
  }

  /** The reason an MQTT 5 edge gave for the end; `undefined` when it gave none. */
  get endReason(): number | undefined {
    return this.all('disconnect')[0]?.reasonCode;
  }

  /** Pulls the plug. */
  cut(): void {
    this.#socket.destroy();
  }

  #wake(): void {
    const changed = this.#changed;
    this.#changed = Promise.withResolvers<void>();
    changed.resolve();
  }
}
