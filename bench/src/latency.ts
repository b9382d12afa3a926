import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { LiveMessage } from '@brina/contract/live';
import { destinationOf, socketPath } from '@brina/contract/live-address';
import { cadence } from '@brina/domain/appliance/cadence';
import { now_ms } from './clock.ts';
import { limitRow, type PartResult, quantile, repeatedly } from './figures.ts';
import { connectUnits, type MqttUnit } from './mqtt-unit.ts';
import { signIn, startPortal, templateOf } from './portal.ts';
import { appliances } from './scale.ts';
import { bodyOf, StompSocket } from './stomp-socket.ts';

/** The shortest cadence of the protocol: five times what a running unit sends. */
const cadence_ms = cadence.runLive_ms;
const measured_ms = 8000;
/** A frame that has not come by then counts as lost. */
const late_ms = 5000;

/** From an appliance's PUBLISH to the frame at a session, with the whole fleet live. */
export async function latency(folders: AsyncDisposableStack): Promise<PartResult> {
  const template = await templateOf(appliances, folders);
  await using portal = await startPortal(template, folders);
  const { token, oid } = await signIn(portal, template.user);
  const ca = await readFile(template.fleet.rootFile, 'utf8');
  const { key } = template.fleet;
  const units = await connectUnits(template.fleet.units.map((unit) => ({ ...unit, port: portal.mqttPort, ca, key })));
  const session = await StompSocket.open(Number(new URL(portal.url).port), socketPath, {
    Authorization: `Bearer ${token}`,
  });
  await session.ask('SUBSCRIBE', { id: '0', destination: destinationOf(oid), receipt: 'r' });
  await measure(units, session);
  const runs = await repeatedly(() => measure(units, session));
  session.close();
  for (const unit of units) unit.close();
  const of = (q: number): number[] => runs.map(({ waits_ms }) => quantile(waits_ms, q));
  const sent = runs.reduce((sum, run) => sum + run.sent, 0);
  const lost = sent - runs.reduce((sum, run) => sum + run.waits_ms.length, 0);
  return {
    rows: [
      limitRow(`telemetry to browser, p99 with ${units.length} appliances live`, 'ms', of(0.99), { atMost: 250 }),
      limitRow('telemetry to browser, p50', 'ms', of(0.5), { atMost: 10 }),
    ],
    notes: [
      `Each of ${units.length} units sends a sample every ${cadence_ms / 1000} s, evenly spread; one session of the company's user hears them all; ${sent} samples in ${runs.length} runs, ${lost} without a frame of their own within ${late_ms / 1000} s. One process sends and hears, so one clock times both.`,
    ],
  };
}

async function measure(
  units: readonly MqttUnit[],
  session: StompSocket,
): Promise<{ sent: number; waits_ms: number[] }> {
  const sentAt = new Map<string, number>();
  const waits_ms: number[] = [];
  session.message = (frame) => {
    const message = JSON.parse(bodyOf(frame)) as LiveMessage;
    if (!('reported' in message)) return;
    const key = `${message.serialNumber} ${message.at}`;
    const sent = sentAt.get(key);
    if (sent === undefined) return;
    sentAt.delete(key);
    waits_ms.push(now_ms() - sent);
  };
  const started = now_ms();
  let sent = 0;
  while (now_ms() - started < measured_ms) {
    const unit = units[sent % units.length];
    if (!unit) throw new Error('a fleet without units');
    const before = now_ms();
    sentAt.set(`${unit.serial} ${unit.publish(1)}`, before);
    sent += 1;
    const due = started + (sent * cadence_ms) / units.length;
    await wait(Math.max(0, due - now_ms()));
  }
  const end = now_ms() + late_ms;
  while (sentAt.size > 0 && now_ms() < end) await wait(10);
  return { sent, waits_ms };
}
