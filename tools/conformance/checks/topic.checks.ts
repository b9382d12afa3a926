import { downTopics, topicDown, topicUp } from '@brina/contract/devices';
import type { IPublishPacket } from 'mqtt-packet';
import { type Check, expect } from '../check.ts';
import { code, type Unit } from '../unit.ts';

/** A serial number that is not the unit's. */
const stranger = (unit: Unit): string => `X${unit.serial.slice(0, 60)}`;

/** Publishes what ends the connection, and tells how it ended. */
async function ends(unit: Unit, topic: string, change: Partial<IPublishPacket> = {}): Promise<string> {
  const connection = await unit.connect();
  connection.send({ ...unit.publish(topic, unit.sample()), ...change });
  expect(await connection.closes(), `a publish to ${topic} left the connection open`);
  expect(connection.all('puback').length === 0, `a publish to ${topic} was acknowledged`);
  return `${topic} ended with ${code(connection.endReason)}`;
}

/** What a unit may publish and subscribe: its own, and nothing else. */
export const topicChecks: readonly Check[] = [
  {
    id: 'subscribe.own',
    proves: 'A unit subscribes below its own down/.',
    async try({ unit }) {
      const connection = await unit.connect();
      const filters = [
        ...downTopics.map((name) => topicDown(unit.serial, name)),
        `rf/v1/${unit.serial}/down/+`,
        `rf/v1/${unit.serial}/down/#`,
      ];
      const granted = await connection.subscribe(filters);
      const seen = filters.map((filter, i) => `${filter} ${code(granted[i])}`).join(', ');
      expect(granted.length === filters.length && granted.every((one) => one === 1), seen);
      return `${filters.length} filters granted with QoS 1`;
    },
  },
  {
    id: 'subscribe.foreign',
    proves: 'Below its own down/ only: a unit reaches nobody else.',
    async try({ unit }) {
      const seen: string[] = [];
      for (const version of [4, 5] as const) {
        const connection = await unit.connect(version);
        const filters = [
          '#',
          'rf/v1/#',
          'rf/v1/+/down/ack',
          `rf/v1/${stranger(unit)}/down/#`,
          topicUp(unit.serial, 'tel'),
        ];
        const granted = await connection.subscribe(filters);
        const isOpen = await connection.ping();
        const open = filters.filter((_, i) => (granted[i] ?? 0) < 0x80);
        expect(open.length === 0, `granted: ${open.join(', ')}`);
        expect(isOpen, 'the connection ended');
        seen.push(granted.map(code).join(' '));
      }
      return `refused in the SUBACK: ${seen.join('; ')}`;
    },
  },
  {
    id: 'subscribe.qos-0',
    proves: 'What is subscribed with QoS 0 is sent with QoS 0.',
    async try({ unit }) {
      const connection = await unit.connect();
      const [granted] = await connection.subscribe([topicDown(unit.serial, 'time')], 0);
      connection.send(unit.publish('time', { t0: 1 }));
      const reply = await connection.until(() => connection.all('publish')[0]);
      expect(granted === 0 && reply?.qos === 0, `granted ${code(granted)}, sent with QoS ${reply?.qos}`);
      return 'granted and sent with QoS 0';
    },
  },
  {
    id: 'publish.foreign',
    proves: 'A unit publishes below its own up/; anything else ends the connection unacknowledged.',
    async try({ unit }) {
      const seen = [await ends(unit, topicUp(stranger(unit), 'tel')), await ends(unit, topicDown(unit.serial, 'cmd'))];
      return seen.join('; ');
    },
  },
  {
    id: 'publish.lwt',
    proves: 'up/lwt is the will’s: nothing that a connected unit can claim.',
    try: ({ unit }) => ends(unit, 'lwt'),
  },
  {
    id: 'publish.qos-2',
    proves: 'All QoS 1: QoS 2 ends the connection.',
    try: ({ unit }) => ends(unit, 'tel', { qos: 2 }),
  },
  {
    id: 'publish.retained',
    proves: 'No retained messages: MQTT 5 ends the connection.',
    try: ({ unit }) => ends(unit, 'tel', { retain: true }),
  },
  {
    id: 'publish.qos-0',
    proves: 'Only down/ack lets the unit forget: a message with QoS 0 has no PUBACK, and is acknowledged all the same.',
    async try({ unit }) {
      const connection = await unit.connect();
      await unit.listen(connection);
      const message = unit.sample();
      connection.send(unit.publish('tel', message, 0));
      const answer = await connection.until(() => unit.answers(connection).find(({ seq }) => seq === message.seq));
      const pubacks = connection.all('puback').length;
      expect(answer?.answer === 'got', `answered ${answer?.answer ?? 'not at all'}`);
      expect(pubacks === 0, `${pubacks} PUBACK`);
      return 'got, without a PUBACK';
    },
  },
];
