/** Program: units that send as fast as they are acknowledged. Its parent tells the fleet, then how long to count. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { now_ms } from './clock.ts';
import type { Fleet } from './fleet.ts';
import { connectUnits, type MqttUnit } from './mqtt-unit.ts';

export type LoadOrder = {
  port: number;
  fleet: Pick<Fleet, 'caFile' | 'key' | 'units'>;
  /** Messages of one unit that wait for their acknowledgement. */
  inFlight: number;
  samples: number;
  warmUp_ms: number;
  count_ms: number;
};
export type LoadCount = { messages_per_s: number; p99_ms: number };

// The tether let go of the channel: until the order has come it is what keeps this program alive.
process.channel?.ref();
process.once('message', (order: LoadOrder) => void run(order));

async function run({ port, fleet, inFlight, samples, warmUp_ms, count_ms }: LoadOrder): Promise<void> {
  const ca = await readFile(fleet.caFile, 'utf8');
  const units = await connectUnits(fleet.units.map((unit) => ({ ...unit, port, ca, key: fleet.key })));
  const state = { counting: false, sending: true, messages: 0, waits_ms: [] as number[] };
  for (const unit of units) keepSending(unit, inFlight, samples, state);
  await wait(warmUp_ms);
  state.counting = true;
  const started = now_ms();
  await wait(count_ms);
  state.counting = false;
  const seconds = (now_ms() - started) / 1000;
  state.sending = false;
  for (const unit of units) unit.close();
  const waits = state.waits_ms.sort((a, b) => a - b);
  const count: LoadCount = {
    messages_per_s: state.messages / seconds,
    p99_ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
  };
  process.send?.(count, () => process.disconnect());
}

function keepSending(
  unit: MqttUnit,
  inFlight: number,
  samples: number,
  state: { counting: boolean; sending: boolean; messages: number; waits_ms: number[] },
): void {
  const sentAt: number[] = [];
  const send = (): void => {
    sentAt.push(now_ms());
    unit.publish(samples);
  };
  unit.acknowledged = () => {
    const at = sentAt.shift();
    if (state.counting && at !== undefined) {
      state.messages += 1;
      state.waits_ms.push(now_ms() - at);
    }
    if (state.sending) send();
  };
  for (let i = 0; i < inFlight; i++) send();
}
