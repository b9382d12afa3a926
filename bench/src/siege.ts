import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { socketPath } from '@brina/contract/live-address';
import { day_ms } from '@brina/domain/language/durations';
import { PGlite } from '@electric-sql/pglite';
import { startNode } from './children.ts';
import { now_ms } from './clock.ts';
import { addColleagues } from './colleagues.ts';
import { limitRow, type PartResult, quantile, type Row } from './figures.ts';
import { chartMetrics, historyStatements } from './history.ts';
import { MqttUnit } from './mqtt-unit.ts';
import { atRest, signIn, startPortalOn, templateOf, temporaryFolder } from './portal.ts';
import type { SiegeOrder } from './siege-load.ts';

const units = 20;
const days = 31;
/** Points of a chart, the most that a call gives. */
const points = 2000;
const charts_atOnce = 40;
/** Until the siege stands as it will. */
const settles_ms = 4000;
const measured_ms = 8000;
const asked_ms = 100;
const times = 5;

/** How long a chef waits for a call and a unit for its acknowledgement while somebody wants everything for itself. */
export async function siege(folders: AsyncDisposableStack): Promise<PartResult> {
  const template = await templateOf(units, folders);
  const dataDir = await temporaryFolder('siege', folders);
  await cp(template.dataDir, dataDir, { recursive: true });
  const [guest] = await addColleagues(dataDir, template.user, 1);
  if (!guest) throw new Error('nobody lays siege');
  await addHistory(dataDir);
  await using portal = await startPortalOn(dataDir);
  const [chef, other] = [await signIn(portal, template.user), await signIn(portal, guest)];
  const [first] = template.fleet.units;
  if (!first) throw new Error('a fleet without units');
  const unit = await MqttUnit.connect({
    ...first,
    port: portal.mqttPort,
    ca: await readFile(template.fleet.rootFile, 'utf8'),
    key: template.fleet.key,
  });
  const { port } = new URL(portal.url);
  const web = Number(port);
  const to = Math.round(now_ms());
  const query = new URLSearchParams({
    from: String(to - days * day_ms),
    to: String(to),
    metrics: chartMetrics.join(),
    points: String(points),
  });
  const body = `POST ${portal.config.tokenUrl} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ng`;
  const sieges: Record<string, SiegeOrder | undefined> = {
    'nobody does anything else': undefined,
    'one account opens live connections without end': {
      kind: 'sockets',
      port: web,
      path: socketPath,
      connect: { Authorization: `Bearer ${other.token}` },
    },
    'silent connections to the web port come without end': { kind: 'silence', port: web, write: '' },
    'requests whose body does not end come without end': { kind: 'silence', port: web, write: body },
    'silent connections to the edge come without end': { kind: 'silence', port: portal.mqttPort, write: '' },
    [`a colleague asks for ${charts_atOnce} charts of ${days} days at once`]: {
      kind: 'requests',
      urls: template.fleet.units.map(
        ({ serial }) => `${portal.url}${getTelemetry.path.replace('{id}', serial)}?${query}`,
      ),
      headers: other.headers,
      atOnce: charts_atOnce,
    },
  };
  const rows: Row[] = [];
  for (const [what, order] of Object.entries(sieges)) {
    await atRest(portal);
    await using besieger = order && startNode(['bench/src/siege-load.ts']);
    besieger?.tell(order);
    await wait(settles_ms);
    const calls: number[] = [];
    const acknowledged: number[] = [];
    for (let i = 0; i < times; i++) {
      const waits = await waited(portal.url + listAppliances.path, chef.headers, unit);
      calls.push(quantile(waits.calls_ms, 0.99));
      acknowledged.push(quantile(waits.acknowledged_ms, 0.99));
    }
    rows.push(
      limitRow(`a call, p99, while ${what}`, 'ms', calls, { atMost: 1000 }),
      limitRow(`PUBLISH to PUBACK, p99, while ${what}`, 'ms', acknowledged, { atMost: 1000 }),
    );
  }
  unit.close();
  return {
    rows,
    notes: [
      `A chef asks for its appliances and a unit sends a sample, each every ${asked_ms / 1000} s for ${measured_ms / 1000} s; each call on a connection of its own, each waited for to its end or counted as long as it waits. Whoever lays siege is one process beside them on the same cores: connections from eight networks of loopback, 800 a second in all.`,
    ],
  };
}

async function addHistory(dataDir: string): Promise<void> {
  const db = await PGlite.create(join(dataDir, 'database'));
  for (const statement of historyStatements({ from: 0, to: units }, days, now_ms())) await db.exec(statement);
  await db.exec('vacuum analyze');
  await db.close();
}

/** How long calls and acknowledgements take, ms, also those that are still waited for when the time is over. */
async function waited(
  url: string,
  headers: Record<string, string>,
  unit: MqttUnit,
): Promise<{ calls_ms: number[]; acknowledged_ms: number[] }> {
  const sent: number[] = [];
  const acknowledged_ms: number[] = [];
  unit.acknowledged = () => {
    const at = sent.shift();
    if (at !== undefined) acknowledged_ms.push(now_ms() - at);
  };
  const calls_ms: number[] = [];
  const calls: Promise<void>[] = [];
  const until_ms = now_ms() + measured_ms;
  while (now_ms() < until_ms) {
    const began = now_ms();
    sent.push(began);
    unit.publish(1);
    const call = fetch(url, { headers: { ...headers, connection: 'close' } }).then(async (reply) => {
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`the chef’s call was refused: ${reply.status}`);
      calls_ms.push(now_ms() - began);
    });
    calls.push(call);
    await wait(Math.max(0, began + asked_ms - now_ms()));
  }
  await Promise.all(calls);
  const end = now_ms();
  return { calls_ms, acknowledged_ms: [...acknowledged_ms, ...sent.map((at) => end - at)] };
}
