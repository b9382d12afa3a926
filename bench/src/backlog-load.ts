/** Program: units back from an outage, and others, of which some tell alarms of their own. Its parent tells who, then when to end. */
import { readFile } from 'node:fs/promises';
import { alarms } from '@brina/domain/alarms/alarms';
import { cadence } from '@brina/domain/appliance/cadence';
import { alarmKey, inFlight, samplesPerMessage, turn_ms } from './backlog-terms.ts';
import { now_ms } from './clock.ts';
import type { BenchUnit, Fleet } from './fleet.ts';
import { connectUnits, type MqttUnit } from './mqtt-unit.ts';
import { sampleEvery_ms, sampleOf, warmSampleOf } from './samples.ts';

/** What a unit does besides its live samples. */
type Role = { drains: boolean; raises: boolean };
export type BacklogOrder = {
  port: number;
  fleet: Pick<Fleet, 'caFile' | 'key'>;
  units: (BenchUnit & Role)[];
  /** A unit that drains has so many in its outbox. */
  messages: number;
};
/** All that was in an outbox is acknowledged; epoch ms of the first PUBLISH and of the last PUBACK. `doorAt`: its door was opened. */
export type Drained = { from: number; until: number; doorAt: number };
/** An alarm as a live frame names it (`alarmKey`), and when it was published. */
export type ToldAlarm = { key: string; sent: number; drains: boolean };

/** The door stands open during two messages, and is shut in the last one. */
const openMessages = { from: -3, to: -1 };

/**
 * Alarms that only the unit raises, each three times, which lasts for three minutes: one that comes a fourth time within an hour
 * chatters, and is not over when the unit says so.
 */
const ownAlarms = Object.entries(alarms).flatMap(([name, { by }]) => (by === 'unit' ? [name] : []));
const inTurn = [...ownAlarms, ...ownAlarms, ...ownAlarms];

// The tether let go of the channel: until the order has come it is what keeps this program alive.
process.channel?.ref();
process.once('message', (order: BacklogOrder) => void run(order));

async function run({ port, fleet, units, messages }: BacklogOrder): Promise<void> {
  const ca = await readFile(fleet.caFile, 'utf8');
  const connected = await connectUnits(
    units.map(({ drains, ...unit }) => ({ ...unit, port, ca, key: fleet.key, kept: drains ? messages : 0 })),
  );
  const outlets = connected.map((unit, i) => ({
    outlet: new Outlet(unit),
    ...(units[i] as Role),
    phase: i / units.length,
  }));
  const told: ToldAlarm[] = [];
  const stops = outlets.map(({ outlet, phase }) => keepLiving(outlet, messages * samplesPerMessage, phase));
  for (const { outlet, raises, drains, phase } of outlets)
    if (raises) stops.push(keepTelling(outlet, phase, (key, sent) => told.push({ key, sent, drains })));
  const from = now_ms();
  const began = Math.round(from) - messages * samplesPerMessage * sampleEvery_ms;
  await Promise.all(outlets.flatMap(({ outlet, drains }) => (drains ? [drain(outlet, messages, began)] : [])));
  const doorAt = began + (messages + openMessages.from) * samplesPerMessage * sampleEvery_ms;
  process.once('message', () => {
    for (const stop of stops) stop();
    process.send?.(told, () => process.disconnect());
  });
  process.send?.({ from, until: now_ms(), doorAt } satisfies Drained);
}

/** Publishes of one unit, and what is done at their acknowledgement, which come in the same order. */
class Outlet {
  readonly unit: MqttUnit;
  readonly #then: (() => void)[] = [];

  constructor(unit: MqttUnit) {
    this.unit = unit;
    unit.acknowledged = () => this.#then.shift()?.();
  }

  publish<T>(one: (unit: MqttUnit) => T, then = (): void => {}): T {
    this.#then.push(then);
    return one(this.unit);
  }
}

/** Sends what lies in an outbox, oldest first; resolves when all of it is acknowledged. */
async function drain(outlet: Outlet, messages: number, began: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  let waiting = messages;
  const send = (): void => {
    if (sent === messages) return;
    const seq = sent++;
    const isWarm = seq >= messages + openMessages.from && seq < messages + openMessages.to;
    const samples = Array.from({ length: samplesPerMessage }, (_, i) =>
      (isWarm ? warmSampleOf : sampleOf)(seq * samplesPerMessage + i),
    );
    const at = began + seq * samplesPerMessage * sampleEvery_ms;
    outlet.publish(
      (unit) => unit.report(at, samples, seq),
      () => {
        waiting -= 1;
        if (waiting === 0) resolve();
        send();
      },
    );
  };
  for (let i = 0; i < inFlight; i++) send();
  return promise;
}

/** Sends a sample at once and then at every turn of a running unit; returns what ends it. */
function keepLiving(outlet: Outlet, first: number, phase: number): () => void {
  let n = first;
  const send = (): void => outlet.publish((unit) => unit.report(Math.round(now_ms()), [sampleOf(n++)]));
  send();
  return repeatedly(send, cadence.running_ms, phase);
}

/** Lets an alarm come at one turn and be over at the next, then another one; returns what ends it. */
function keepTelling(outlet: Outlet, phase: number, sent: (key: string, at: number) => void): () => void {
  let n = 0;
  let since = 0;
  const tell = (): void => {
    const name = inTurn[Math.floor(n / 2)];
    if (name === undefined) return;
    const active = n % 2 === 0;
    n += 1;
    const before = now_ms();
    const at = outlet.publish((unit) => unit.tell(name, active));
    if (active) since = at;
    sent(alarmKey(outlet.unit.serial, name, active, since), before);
  };
  return repeatedly(tell, turn_ms, phase);
}

/** Does something every so often, for the first time after a part of it; returns what ends it. */
function repeatedly(act: () => void, every_ms: number, phase: number): () => void {
  let timer = setTimeout(() => {
    act();
    timer = setInterval(act, every_ms);
  }, every_ms * phase);
  return () => clearTimeout(timer);
}
