/** Program: units that live as in kitchens, a third of them at work. Its parent tells the fleet, then how long to count. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { cadence } from '@brina/domain/appliance/cadence';
import { now_ms } from './clock.ts';
import { quantile } from './figures.ts';
import type { Fleet } from './fleet.ts';
import { MqttUnit, type UnitOptions } from './mqtt-unit.ts';

export type FleetOrder = { port: number; fleet: Pick<Fleet, 'caFile' | 'key' | 'units'> };
/** After an order: how long the units are counted. */
export type FleetCountOrder = { count_ms: number };
/** `unacknowledged`: published within the time and not answered when all was over. */
export type FleetCount = {
  messages: number;
  unacknowledged: number;
  p50_ms: number;
  p99_ms: number;
  /** Of this program. */
  processor_s: number;
};
export type FleetTold = 'connected' | FleetCount;

const runsEvery = 3;
const connectAtOnce = 16;
const attempts = 20;
/** What was sent last may take so long to be acknowledged. */
const drain_ms = 15_000;

// The tether let go of the channel: until the order has come it is what keeps this program alive.
process.channel?.ref();
process.once('message', (order: FleetOrder) => void live(order));

async function live({ port, fleet }: FleetOrder): Promise<void> {
  const ca = await readFile(fleet.caFile, 'utf8');
  const units: MqttUnit[] = [];
  const stops: (() => void)[] = [];
  const count = { isOn: false, sent: 0, waits_ms: [] as number[] };
  for (let first = 0; first < fleet.units.length; first += connectAtOnce) {
    const some = fleet.units.slice(first, first + connectAtOnce);
    for (const unit of await Promise.all(some.map((one) => connectPatiently({ ...one, port, ca, key: fleet.key })))) {
      const i = units.push(unit) - 1;
      // From now on, not when all are there: a large fleet takes longer to connect than a unit may be silent.
      stops.push(
        keepLiving(unit, i % runsEvery === 0 ? cadence.running_ms : cadence.idle_ms, i / fleet.units.length, count),
      );
    }
  }
  process.once('message', ({ count_ms }: FleetCountOrder) => {
    void (async () => {
      count.isOn = true;
      const before = process.cpuUsage();
      await wait(count_ms);
      count.isOn = false;
      const { user, system } = process.cpuUsage(before);
      for (const stop of stops) stop();
      await wait(drain_ms);
      for (const unit of units) unit.close();
      const told: FleetTold = {
        messages: count.waits_ms.length,
        unacknowledged: count.sent - count.waits_ms.length,
        p50_ms: quantile(count.waits_ms, 0.5),
        p99_ms: quantile(count.waits_ms, 0.99),
        processor_s: (user + system) / 1e6,
      };
      process.send?.(told, () => process.disconnect());
    })();
  });
  process.send?.('connected' satisfies FleetTold);
}

/** The edge asks a crowd from one address to come later: this is one. */
async function connectPatiently(options: UnitOptions): Promise<MqttUnit> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await MqttUnit.connect(options);
    } catch (error) {
      if (attempt === attempts) throw error;
      await wait(1000);
    }
  }
}

/** Sends a sample at every turn of the unit's cadence, from its own part of the first one on; returns what ends it. */
function keepLiving(
  unit: MqttUnit,
  every_ms: number,
  phase: number,
  count: { isOn: boolean; sent: number; waits_ms: number[] },
): () => void {
  const sent: { at: number; counts: boolean }[] = [];
  unit.acknowledged = () => {
    const one = sent.shift();
    if (one?.counts) count.waits_ms.push(now_ms() - one.at);
  };
  const send = (): void => {
    sent.push({ at: now_ms(), counts: count.isOn });
    if (count.isOn) count.sent += 1;
    unit.publish(1);
  };
  let timer = setTimeout(
    () => {
      send();
      timer = setInterval(send, every_ms);
    },
    every_ms * ((phase * 997) % 1),
  );
  return () => clearTimeout(timer);
}
