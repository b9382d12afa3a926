import { setTimeout as wait } from 'node:timers/promises';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import type { LiveMessage } from '@brina/contract/live';
import { destinationOf, socketPath } from '@brina/contract/live-address';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import type { BacklogOrder, Drained, ToldAlarm } from './backlog-load.ts';
import { alarmKey, inFlight, samplesPerMessage, turn_ms } from './backlog-terms.ts';
import { startNode, until } from './children.ts';
import { now_ms } from './clock.ts';
import { limitRow, type PartResult, quantile, type Row, toldRow } from './figures.ts';
import { type Portal, signIn, startPortal, templateOf } from './portal.ts';
import { appliances, backlogSamples } from './scale.ts';
import { bodyOf, StompSocket } from './stomp-socket.ts';

const draining = 100;
/** Of those that drain every tenth tells alarms of its own meanwhile, and all of the others do. */
const drainingPerTeller = 10;
const others = 20;
/** A frame that has not come by then is lost, and counts as if it had come then. */
const late_ms = 10_000;
const judgedLimit_ms = 15 * minute_ms;

/** A fleet brings what it kept during an outage, while somebody watches: how fast, and how soon alarms of the moment are told. */
export async function backlog(folders: AsyncDisposableStack): Promise<PartResult> {
  const template = await templateOf(appliances, folders);
  await using portal = await startPortal(template, folders);
  const { token, oid, headers } = await signIn(portal, template.user);
  const session = await StompSocket.open(Number(new URL(portal.url).port), socketPath, {
    Authorization: `Bearer ${token}`,
  });
  await session.ask('SUBSCRIBE', { id: '0', destination: destinationOf(oid), receipt: 'r' });
  const heard = listen(session);
  await using client = startNode<Drained | ToldAlarm[]>(['bench/src/backlog-load.ts']);
  const units = template.fleet.units.slice(0, draining + others).map((unit, i) => {
    const drains = i < draining;
    return { ...unit, drains, raises: !drains || i % drainingPerTeller === 0 };
  });
  const messages = Math.ceil(backlogSamples / draining / samplesPerMessage);
  client.tell({ port: portal.mqttPort, fleet: template.fleet, units, messages } satisfies BacklogOrder);
  const drained = (await client.next()) as Drained;
  const waiting = units.filter(({ drains }) => drains);
  for (const { serial } of waiting) await judged(portal, headers, serial, drained.doorAt);
  const judgedAt = now_ms();
  client.tell('end');
  const told = (await client.next()) as ToldAlarm[];
  await wait(late_ms);
  session.close();
  const samples = messages * samplesPerMessage * draining;
  const rateUntil = (end: number): number[] => [(samples * 1000) / (end - drained.from)];
  return {
    rows: [
      toldRow('backlog: samples committed', 'samples/s', rateUntil(drained.until)),
      limitRow('backlog: samples judged', 'samples/s', rateUntil(judgedAt), { atLeast: 10_000 }),
      ...rowsOf(
        'of another unit',
        told.filter(({ drains }) => !drains),
        heard,
      ),
      ...rowsOf(
        'of a unit that drains',
        told.filter(({ drains }) => drains),
        heard,
      ),
    ],
    notes: [
      `One run: ${draining} units bring ${(messages * samplesPerMessage).toLocaleString('en')} samples each, ten seconds apart, oldest first, ${samplesPerMessage} of 12 metrics a message, ${inFlight} messages in flight a unit, and go on with a live sample every ten seconds. Judged: from the first PUBLISH until \`${listAlarms.id}\` tells of each that its door stood open near the end of the outage, which it does when the rules have come through all that was before.`,
      `Until then ${others} other units and every ${drainingPerTeller}th of those that drain tell an alarm of their own every ${turn_ms / 1000} s, that it is on and that it is over; one session of the company’s user hears them. Told: from PUBLISH to the frame that says so. ${told.length} alarms, ${told.filter(({ key }) => !heard.has(key)).length} without a frame within ${late_ms / 1000} s, which count as if it had come then: one that comes and is over before it was judged is never told.`,
    ],
  };
}

/** When a session first hears what is said of each alarm, by `alarmKey`. */
function listen(session: StompSocket): ReadonlyMap<string, number> {
  const heard = new Map<string, number>();
  session.message = (frame) => {
    const at = now_ms();
    const message = JSON.parse(bodyOf(frame)) as LiveMessage;
    const said = 'alarms' in message ? message.alarms : 'warnings' in message ? message.warnings : [];
    for (const { name, active, since } of said) {
      const key = alarmKey('serialNumber' in message ? message.serialNumber : '', name, active, since);
      if (!heard.has(key)) heard.set(key, at);
    }
  };
  return heard;
}

/** Waits until the portal tells that a unit's door stood open from then on. */
async function judged(portal: Portal, headers: Record<string, string>, serial: string, doorAt: number): Promise<void> {
  const path = listAlarms.path.replace('{id}', serial);
  const range = new URLSearchParams({ from: String(doorAt - hour_ms), to: String(doorAt + hour_ms) });
  await until(`alarm of ${serial}`, judgedLimit_ms, async () => {
    const reply = await fetch(`${portal.url}${path}?${range}`, { headers });
    if (!reply.ok) throw new Error(`${listAlarms.id}: ${reply.status}`);
    const found = listAlarms.reply.schema.parse(await reply.json());
    return found.find(({ name, startedAt }) => name === 'openDoorAlarm' && startedAt === doorAt);
  });
}

function rowsOf(whose: string, told: readonly ToldAlarm[], heard: ReadonlyMap<string, number>): Row[] {
  const waits_ms = told.map(({ key, sent }) => (heard.get(key) ?? sent + late_ms) - sent);
  return [
    limitRow(`backlog: an alarm ${whose} told meanwhile, p99`, 'ms', [quantile(waits_ms, 0.99)], { atMost: 2000 }),
    toldRow(`backlog: an alarm ${whose} told meanwhile, p50`, 'ms', [quantile(waits_ms, 0.5)]),
  ];
}
