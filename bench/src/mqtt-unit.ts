import { once } from 'node:events';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { topicDown, topicUp, type UpTopic } from '@brina/contract/devices';
import { day_ms } from '@brina/domain/language/durations';
import mqtt from 'mqtt-packet';
import { now_ms } from './clock.ts';
import { newLog } from './fleet.ts';
import { type Sample, sampleEvery_ms, sampleOf } from './samples.ts';

export type UnitOptions = {
  port: number;
  ca: string;
  serial: string;
  certificate: string;
  key: string;
  /** So many messages lie in its outbox from before: the first numbers of its log are theirs. */
  kept?: number;
};

/** An appliance as small as can be, so that the server is what is measured: it numbers messages and counts acknowledgements. */
export class MqttUnit {
  readonly serial: string;
  /** Called with each PUBACK, in the order of the publishes. */
  acknowledged: () => void = () => {};
  readonly #socket: TLSSocket;
  readonly #log = newLog();
  readonly #bootedAt_ms = Math.round(now_ms()) - 30 * day_ms;
  #seq: number;
  #messageId = 0;

  private constructor(socket: TLSSocket, serial: string, kept: number) {
    this.#socket = socket;
    this.serial = serial;
    this.#seq = kept;
  }

  /** Connects by mutual TLS and MQTT 3.1.1 and listens to its acknowledgements, as the simulator does. */
  static async connect({ port, ca, serial, certificate, key, kept = 0 }: UnitOptions): Promise<MqttUnit> {
    const socket = connectTls({ host: '127.0.0.1', port, ca, cert: certificate, key });
    await once(socket, 'secureConnect');
    socket.setNoDelay(true);
    const unit = new MqttUnit(socket, serial, kept);
    const parser = mqtt.parser({ protocolVersion: 4 });
    const greeted = Promise.withResolvers<void>();
    const subscribed = Promise.withResolvers<void>();
    parser.on('packet', (packet) => {
      if (packet.cmd === 'puback') unit.acknowledged();
      else if (packet.cmd === 'suback') subscribed.resolve();
      else if (packet.cmd === 'connack' && packet.returnCode === 0) greeted.resolve();
      else if (packet.cmd === 'connack') greeted.reject(new Error(`${serial} was refused`));
    });
    socket.on('data', (bytes) => parser.parse(bytes));
    socket.on('error', () => {});
    socket.on('close', () => greeted.reject(new Error(`${serial}: the connection closed`)));
    unit.#send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: serial,
      keepalive: 60,
    });
    await greeted.promise;
    unit.#send({ cmd: 'subscribe', messageId: 65_000, subscriptions: [{ topic: topicDown(serial, 'ack'), qos: 0 }] });
    await subscribed.promise;
    return unit;
  }

  /**
   * Publishes a message of so many samples, ten seconds apart, the last of them of this moment.
   * @returns that moment, epoch ms, which a live frame repeats
   */
  publish(samples: number): number {
    const last = Math.round(now_ms());
    const first = this.#seq * samples;
    this.report(
      last - (samples - 1) * sampleEvery_ms,
      Array.from({ length: samples }, (_, i) => sampleOf(first + i)),
    );
    return last;
  }

  /** Publishes samples ten seconds apart, the first of them of `at`; `kept`: the number of their message, which lay in the outbox. */
  report(at: number, samples: readonly Sample[], kept?: number): void {
    const s = samples.map((sample, i) => [i * sampleEvery_ms, sample]);
    this.#publish('tel', { seq: kept ?? this.#seq++, at, s, hist: kept !== undefined });
  }

  /**
   * Tells that an alarm of its own has come, or is over.
   * @returns the moment, epoch ms
   */
  tell(name: string, active: boolean): number {
    const at = Math.round(now_ms());
    this.#publish('evt', { seq: this.#seq++, at, type: 'alarm', name, active, severity: 'alarm' });
    return at;
  }

  close(): void {
    this.#socket.destroy();
  }

  #publish(topic: UpTopic, message: { seq: number; at: number } & Record<string, unknown>): void {
    this.#messageId = (this.#messageId % 65_535) + 1;
    const head = { log: this.#log, boot: 1, sent: Math.round(now_ms()), up: message.at - this.#bootedAt_ms };
    this.#send({
      cmd: 'publish',
      topic: topicUp(this.serial, topic),
      payload: JSON.stringify({ ...head, ...message }),
      qos: 1,
      messageId: this.#messageId,
      dup: false,
      retain: false,
    });
  }

  #send(packet: Parameters<typeof mqtt.generate>[0]): void {
    this.#socket.write(mqtt.generate(packet, { protocolVersion: 4 }));
  }
}

/** Connects a fleet, a few units at a time. */
export async function connectUnits(all: readonly UnitOptions[]): Promise<MqttUnit[]> {
  const units: MqttUnit[] = [];
  for (let first = 0; first < all.length; first += 20)
    units.push(...(await Promise.all(all.slice(first, first + 20).map(MqttUnit.connect))));
  return units;
}
