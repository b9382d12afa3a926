import type { TLSSocket } from 'node:tls';
import { type DownTopic, timeRequest, topicDown, topicUp } from '@brina/contract/devices';
import type { IConnectPacket, IPublishPacket, ISubscribePacket, IUnsubscribePacket } from 'mqtt-packet';
import type { Bus, EdgeReply, EdgeRequest, UpMessage } from '../bus/bus.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Log } from '../log.ts';
import type { EdgeCounters } from './counters.ts';
import type { EdgeLimits } from './limits.ts';
import { PacketSocket, type SocketEnd } from './packet-socket.ts';
import { encodePacket, type IncomingPacket, type Publish } from './packets.ts';
import { PacketFault, type Refusal, refusalRow } from './refusals.ts';
import type { Peer } from './tls-listener.ts';
import { type DownFilter, ownFilter, routeUp, selects } from './topics.ts';

/** What a session needs of the edge that holds it. */
export type SessionHost = {
  bus: Bus;
  clock: Clock;
  socketClock: Clock;
  log: Log;
  limits: EdgeLimits;
  counters: EdgeCounters;
  /** Identity of the edge in its facts. */
  edge: string;
  /** Whether the unit may connect now, which counts as an attempt; never rejects. */
  decide(peer: Peer): Promise<Refusal | undefined>;
  /** Whether it still may; never rejects. */
  confirm(peer: Peer): Promise<Refusal | undefined>;
  /** Makes the session the one of its serial number, ending an earlier one, and names the connection. */
  admit(session: Session): string;
  /** Puts a fact about a connection into the log. */
  record(fact: UpMessage): void;
  left(session: Session): void;
};

type EndReason = Extract<UpMessage, { kind: 'disconnected' }>['reason'];

/** A publish that was not yet acknowledged, in the order they came; without `id` it was sent with QoS 0. */
type Unfinished = { id: number | undefined; held: boolean };

/** One connection of an appliance, from the end of its TLS handshake on (docs/DEVICE-PROTOCOL.md). */
export class Session {
  readonly serial: string;
  readonly #peer: Peer;
  readonly #host: SessionHost;
  readonly #socket: PacketSocket;
  #state: 'greeting' | 'deciding' | 'open' | 'draining' | 'ended' = 'greeting';
  readonly #lateConnect: Timer;
  #connection = '';
  #hasWill = false;
  readonly #unfinished: Unfinished[] = [];
  #emptied: PromiseWithResolvers<void> | undefined;
  #serving: Disposable | undefined;
  readonly #filters = new Map<DownFilter, 0 | 1>();
  readonly #downInFlight = new Set<number>();
  #downInFlightMax: number;
  #downLength_max = Number.POSITIVE_INFINITY;
  #lastDownId = 0;

  constructor(socket: TLSSocket, peer: Peer, host: SessionHost) {
    this.serial = peer.serial;
    this.#peer = peer;
    this.#host = host;
    this.#downInFlightMax = host.limits.downInFlight;
    this.#lateConnect = host.socketClock.after(host.limits.connect_ms, () =>
      this.#refuse('connect_late', 'no CONNECT in time'),
    );
    this.#socket = new PacketSocket(
      socket,
      { take: (packet) => this.#take(packet), ended: (end) => this.#socketEnded(end) },
      host.limits,
      host.socketClock,
    );
  }

  get isOpen(): boolean {
    return this.#state === 'open' || this.#state === 'draining';
  }

  /** True while the window is full: nothing is read from this unit, so its silence says nothing. */
  get isHeld(): boolean {
    return this.#unfinished.length >= this.#host.limits.window;
  }

  /**
   * Ends the connection for a reason of ours.
   *
   * @param reason What the log says about it.
   * @param refusal What the unit is told (MQTT 5).
   */
  end(reason: EndReason, refusal: Refusal): void {
    if (this.#state === 'ended') return;
    if (this.isOpen) this.#sayWhy(refusal);
    this.#finish(reason);
    this.#socket.close();
  }

  /** Takes no more packets; resolves when all that was taken is held durably and acknowledged. */
  async drain(): Promise<void> {
    if (this.#state !== 'open') return;
    this.#state = 'draining';
    if (this.#unfinished.length === 0) return;
    this.#emptied = Promise.withResolvers<void>();
    await this.#emptied.promise;
  }

  get #isMqtt5(): boolean {
    return this.#socket.protocolVersion === 5;
  }

  #take(packet: IncomingPacket): boolean {
    if (this.#state === 'deciding' || this.#state === 'draining') return false;
    if (this.#state === 'greeting') {
      if (packet.cmd !== 'connect') throw new PacketFault('protocol', `a ${packet.cmd} before the CONNECT`);
      this.#connect(packet);
      return true;
    }
    switch (packet.cmd) {
      case 'publish':
        return this.#publish(packet);
      case 'subscribe':
        this.#subscribe(packet);
        return true;
      case 'unsubscribe':
        this.#unsubscribe(packet);
        return true;
      case 'puback':
        this.#downInFlight.delete(packet.messageId ?? 0);
        return true;
      case 'pingreq':
        this.#socket.send({ cmd: 'pingresp' });
        return true;
      case 'disconnect':
        // MQTT 5 lets a unit leave "with will": then nothing changes.
        if (packet.reasonCode !== 0x04) this.#hasWill = false;
        this.#finish(this.#hasWill ? 'will' : 'closed');
        this.#socket.close();
        return true;
      case 'connect':
        throw new PacketFault('protocol', 'a second CONNECT');
    }
  }

  #connect(connect: IConnectPacket): void {
    this.#lateConnect[Symbol.dispose]();
    const { protocolVersion, properties, will } = connect;
    if (protocolVersion === 5) this.#socket.protocolVersion = 5;
    else if (protocolVersion !== 4) return this.#refuse('protocol_version', `MQTT version ${protocolVersion}`);
    if (connect.clientId !== this.serial) return this.#refuse('client_id', `client id ${connect.clientId}`);
    if (properties?.authenticationMethod !== undefined)
      return this.#refuse('authentication_method', 'extended authentication');
    if (properties?.receiveMaximum === 0) return this.#refuse('protocol', 'a receive maximum of 0');
    if (will && will.topic !== topicUp(this.serial, 'lwt'))
      return this.#refuse('will_topic', `a will on ${will.topic}`);
    if (will?.retain && protocolVersion === 5) return this.#refuse('retain', 'a retained will');
    this.#hasWill = will !== undefined;
    this.#downInFlightMax = Math.min(this.#downInFlightMax, properties?.receiveMaximum ?? Number.POSITIVE_INFINITY);
    this.#downLength_max = properties?.maximumPacketSize ?? Number.POSITIVE_INFINITY;
    this.#state = 'deciding';
    // What comes before our answer, as MQTT allows, is read after it.
    this.#socket.allow(this.#host.limits.packet_bytes);
    void this.#admit(connect.keepalive ?? 0);
  }

  async #admit(keepalive_s: number): Promise<void> {
    const refusal = await this.#host.decide(this.#peer);
    if (this.#state !== 'deciding') return;
    if (refusal) return this.#refuse(refusal, `certificate ${this.#peer.certificateSerial}`);
    // An earlier connection ends here, and so stands before this one in the log.
    this.#connection = this.#host.admit(this);
    this.#state = 'open';
    const fact = { serial: this.serial, connection: this.#connection, received_ms: this.#host.clock.now() };
    this.#host.record({ kind: 'connected', ...fact, edge: this.#host.edge });
    this.#serving = this.#host.bus.serve(this.serial, (request) => this.#serve(request));
    if (keepalive_s > 0) this.#socket.watchSilence(keepalive_s * 1_500);
    this.#socket.send({
      cmd: 'connack',
      sessionPresent: false,
      returnCode: 0,
      reasonCode: 0,
      properties: {
        receiveMaximum: this.#host.limits.window,
        maximumQoS: 1,
        retainAvailable: false,
        maximumPacketSize: this.#host.limits.packet_bytes,
        topicAliasMaximum: 0,
        subscriptionIdentifiersAvailable: false,
        sharedSubscriptionAvailable: false,
        sessionExpiryInterval: 0,
      },
    });
    this.#socket.resume();
    await this.#decideAgain();
  }

  /** A revocation between the decision and `serve` found nobody to tell: from here on it does. */
  async #decideAgain(): Promise<void> {
    const refusal = await this.#host.confirm(this.#peer);
    if (refusal === 'revoked' || refusal === 'unknown') this.end('revoked', refusal);
  }

  #publish(packet: Publish): boolean {
    if (packet.qos === 2) throw new PacketFault('quality_of_service', 'a publish with QoS 2');
    if (this.#isMqtt5 && packet.retain) throw new PacketFault('retain', 'a retained publish');
    if (packet.properties?.topicAlias !== undefined) throw new PacketFault('topic_alias', 'a topic alias');
    const route = routeUp(this.serial, packet.topic);
    if (route.kind === 'foreign') throw new PacketFault('foreign_topic', `a publish to ${packet.topic}`);
    if (route.kind === 'bad') throw new PacketFault('bad_topic', `a publish to ${packet.topic}`);
    if (this.#unfinished.length >= this.#host.limits.window) return false;

    const unfinished: Unfinished = { id: packet.qos === 1 ? packet.messageId : undefined, held: false };
    this.#unfinished.push(unfinished);
    const received_ms = this.#host.clock.now();
    if (route.name === 'time') {
      this.#answerTime(packet.payload, received_ms);
      this.#held(unfinished);
      return true;
    }
    this.#host.counters.messages += 1;
    this.#host.bus
      .append(this.serial, {
        kind: 'message',
        serial: this.serial,
        topic: route.name,
        payload: packet.payload,
        received_ms,
        connection: this.#connection,
      })
      .then(
        () => this.#held(unfinished),
        // The bus is closing: without an acknowledgement the unit keeps the message and sends it to the next edge.
        () => this.end('portal', 'portal'),
      );
    return true;
  }

  /** Acknowledges in the order of the publishes [MQTT-4.6.0-2], and goes on reading when the window has room again. */
  #held(unfinished: Unfinished): void {
    unfinished.held = true;
    while (this.#unfinished[0]?.held) {
      const id = this.#unfinished.shift()?.id;
      if (id !== undefined) this.#socket.send({ cmd: 'puback', messageId: id, reasonCode: 0 });
    }
    if (this.#unfinished.length === 0) this.#emptied?.resolve();
    this.#socket.resume();
  }

  /** Answers at once, past the log: a reply that had waited for a commit would carry a wrong time. */
  #answerTime(payload: Buffer, t1: number): void {
    try {
      const { t0 } = timeRequest.parse(JSON.parse(payload.toString()));
      this.#send('time', { t0, t1, t2: this.#host.clock.now() });
    } catch {
      this.#host.log.debug({ serial: this.serial }, 'a question for the time that is none');
    }
  }

  #subscribe({ messageId, subscriptions, properties }: ISubscribePacket): void {
    if (properties?.subscriptionIdentifier !== undefined) {
      throw new PacketFault('subscription_id', 'a subscription identifier');
    }
    const foreign = subscriptions.filter(({ topic }) => !ownFilter(this.serial, topic)).map(({ topic }) => topic);
    if (foreign.length > 0) this.#count('foreign_topic', `a subscription of ${foreign[0]}`, foreign.length);
    const granted = subscriptions.map(({ topic, qos }) => {
      const own = ownFilter(this.serial, topic);
      if (own) {
        const level = qos === 0 ? 0 : 1;
        this.#filters.set(own, level);
        return level;
      }
      return this.#isMqtt5 ? refusalRow('foreign_topic').code : 0x80;
    });
    this.#socket.send({ cmd: 'suback', messageId: messageId ?? 0, granted });
  }

  #unsubscribe({ messageId, unsubscriptions }: IUnsubscribePacket): void {
    const granted = unsubscriptions.map((filter) => {
      const own = ownFilter(this.serial, filter);
      return own && this.#filters.delete(own) ? 0x00 : 0x11;
    });
    this.#socket.send({ cmd: 'unsuback', messageId: messageId ?? 0, granted });
  }

  async #serve(request: EdgeRequest): Promise<EdgeReply> {
    if (request.kind === 'down') return { sent: this.#send(request.topic, request.payload) };
    this.end(request.reason, request.reason);
    return { sent: true };
  }

  /** Publishes to the unit if it listens; false when it does not, or has not taken what it was sent before. */
  #send(topic: DownTopic, payload: unknown): boolean {
    if (this.#state !== 'open') return false;
    const levels = [...this.#filters].filter(([filter]) => selects(filter, topic)).map(([, level]) => level);
    if (levels.length === 0) return false;
    const packet: IPublishPacket = {
      cmd: 'publish',
      topic: topicDown(this.serial, topic),
      payload: JSON.stringify(payload),
      qos: levels.includes(1) ? 1 : 0,
      dup: false,
      retain: false,
    };
    if (packet.qos === 1) {
      if (this.#downInFlight.size >= this.#downInFlightMax) return false;
      packet.messageId = this.#nextDownId();
    }
    if (encodePacket(packet, this.#socket.protocolVersion).length > this.#downLength_max) return false;
    if (packet.messageId !== undefined) this.#downInFlight.add(packet.messageId);
    this.#socket.send(packet);
    return true;
  }

  #nextDownId(): number {
    do this.#lastDownId = (this.#lastDownId % 0xffff) + 1;
    while (this.#downInFlight.has(this.#lastDownId));
    return this.#lastDownId;
  }

  /** Refuses the CONNECT, or what came instead of it. */
  #refuse(refusal: Refusal, detail: string): void {
    const { code, returnCode } = refusalRow(refusal);
    this.#count(refusal, detail);
    if (this.#isMqtt5) this.#socket.send({ cmd: 'connack', sessionPresent: false, reasonCode: code });
    else if (returnCode !== undefined) this.#socket.send({ cmd: 'connack', sessionPresent: false, returnCode });
    this.#finish('closed');
    this.#socket.close();
  }

  /** The peer left, or what it sent or did not do ends the connection; the socket closes itself. */
  #socketEnded({ cause, detail }: SocketEnd): void {
    if (this.#state === 'ended') return;
    if (cause !== 'lost') {
      this.#count(cause, detail);
      if (this.isOpen) this.#sayWhy(cause);
    }
    this.#finish(cause === 'silent' ? 'timeout' : this.#hasWill ? 'will' : 'closed');
  }

  #sayWhy(refusal: Refusal): void {
    if (this.#isMqtt5) this.#socket.send({ cmd: 'disconnect', reasonCode: refusalRow(refusal).code });
  }

  #finish(reason: EndReason): void {
    this.#lateConnect[Symbol.dispose]();
    if (this.isOpen) {
      const fact = { serial: this.serial, connection: this.#connection, received_ms: this.#host.clock.now() };
      this.#host.record({ kind: 'disconnected', ...fact, reason });
    }
    this.#state = 'ended';
    this.#serving?.[Symbol.dispose]();
    this.#emptied?.resolve();
    this.#host.left(this);
  }

  #count(refusal: Refusal, detail: string, times = 1): void {
    this.#host.counters.refused[refusal] += times;
    const { certificateSerial } = this.#peer;
    const address = this.#socket.remoteAddress;
    const fields = { event: `edge.${refusal}`, serial: this.serial, certificateSerial, address, refusal, detail };
    this.#host.log.warn(fields, `appliance ${this.serial} was refused`);
  }
}
