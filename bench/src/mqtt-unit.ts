import { once } from 'node:events';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { topicDown, topicUp } from '@brina/contract/devices';
import mqtt from 'mqtt-packet';
import { now_ms } from './clock.ts';
import { newLog } from './fleet.ts';
import { sampleOf } from './samples.ts';

export type UnitOptions = { port: number; ca: string; serial: string; certificate: string; key: string };

/** An appliance as small as can be, so that the server is what is measured: it numbers messages and counts acknowledgements. */
export class MqttUnit {
  readonly serial: string;
  /** Called with each PUBACK, in the order of the publishes. */
  acknowledged: () => void = () => {};
  readonly #socket: TLSSocket;
  readonly #log = newLog();
  readonly #topic: string;
  #seq = 0;
  #messageId = 0;

  private constructor(socket: TLSSocket, serial: string) {
    this.#socket = socket;
    this.serial = serial;
    this.#topic = topicUp(serial, 'tel');
  }

  /** Connects by mutual TLS and MQTT 3.1.1 and listens to its acknowledgements, as the simulator does. */
  static async connect({ port, ca, serial, certificate, key }: UnitOptions): Promise<MqttUnit> {
    const socket = connectTls({ host: '127.0.0.1', port, ca, cert: certificate, key });
    await once(socket, 'secureConnect');
    socket.setNoDelay(true);
    const unit = new MqttUnit(socket, serial);
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
    const at = last - (samples - 1) * 10_000;
    const seq = this.#seq++;
    const s = Array.from({ length: samples }, (_, i) => [i * 10_000, sampleOf(seq * samples + i)]);
    this.#messageId = (this.#messageId % 65_535) + 1;
    this.#send({
      cmd: 'publish',
      topic: this.#topic,
      payload: JSON.stringify({ log: this.#log, seq, boot: 1, at, sent: last, up: 1_000_000_000, s, hist: false }),
      qos: 1,
      messageId: this.#messageId,
      dup: false,
      retain: false,
    });
    return last;
  }

  close(): void {
    this.#socket.destroy();
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
