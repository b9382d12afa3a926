import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { systemClock } from '#core/clock.ts';
import { timestamp } from '#core/db/instants.ts';
import { openDatabase } from '#core/db/open-database.ts';
import { makeEmbeddedPlace } from '#core/db/test-database.ts';
import { newId } from '#core/ids.ts';
import { Devices, examine, makeUnits, type Place } from '../faults/fleet.ts';
import { portalProgram, type Program } from '../faults/processes.ts';
import { randomOf } from '../random.ts';
import { kitchenLife, models } from './kitchen-life.ts';
import type { Memory } from './memory-probe.ts';

const units = 1000;
/** Every third unit runs, as in a kitchen at work. */
const runsEvery = 3;
const kitchens = 50;
/** So many try at once, as after a restart of the portal; who is refused comes back at once. */
const connectAtOnce = 100;
const connect_ms = 240_000;
/** One unit loses its connection so often. */
const cutEvery_ms = 1000;
const minute_ms = 60_000;
const drain_ms = 180_000;
/** The alarm rules look at new facts within this. */
const rulesWithin_ms = 10_000;
/** A collection leaves what a batch under way holds: the median of several looks does not. */
const looks = 7;
const heapGrowth_max = 0.1;

const probe = ['--expose-gc', '--import', resolve(import.meta.dirname, 'memory-probe.ts')];

describe('a fleet at work', () => {
  it('of 1,000 units for 3 minutes: the heap stays flat and nothing is lost', async (test) => {
    const say = (line: string): void => test.diagnostic(line);
    const random = randomOf(1);
    await using embedded = await makeEmbeddedPlace();
    const place: Place = { dataDir: embedded.dataDir, url: undefined };
    const made_ms = performance.now();
    const fleet = await makeUnits(place, units, models);
    await placeInKitchens(place);
    say(`${units} units made in ${seconds(performance.now() - made_ms)}`);
    const { portal, mqttPort, metrics } = await portalProgram(place, probe);
    await using _portal = portal;
    await portal.start();

    const waits_ms: number[] = [];
    const connecting_ms = performance.now();
    const inTurn = turns(connectAtOnce);
    await using sending = new Devices(fleet, place.dataDir, mqttPort, random, (i) => ({
      inTurn,
      measuring: kitchenLife(i % runsEvery === 0, random),
      acknowledged: (wait_ms) => void waits_ms.push(wait_ms),
    }));
    await sending.connected(connect_ms);
    say(`connected in ${seconds(performance.now() - connecting_ms)}`);

    const cutting = setInterval(() => sending.all[Math.floor(random() * units)]?.cut(), cutEvery_ms);
    const began = performance.now();
    const after = (ms: number): Promise<void> => pause(Math.max(0, began + ms - performance.now()));
    await after(minute_ms - looks * 1000);
    const first = await memoryOf(portal);
    await after(3 * minute_ms - looks * 1000);
    const last = await memoryOf(portal);
    await after(3 * minute_ms);
    clearInterval(cutting);
    await sending.drain(drain_ms);
    const told = await metrics();
    const ended_ms = systemClock.now();
    assert.equal(await portal.end('SIGTERM'), 0, 'the portal drains and leaves well');

    say(`heap after collection ${mebibytes(first.heap)} in minute 1, ${mebibytes(last.heap)} in minute 3`);
    say(`memory of the process ${mebibytes(first.rss)}, ${mebibytes(last.rss)}`);
    say(`${waits_ms.length} messages; PUBLISH to commit p50 ${p(waits_ms, 0.5)}, p99 ${p(waits_ms, 0.99)}`);
    say(`processor of the portal ${/^process_cpu_seconds_total (\S+)$/m.exec(told)?.[1] ?? '?'} s`);
    const growth = last.heap / first.heap - 1;
    assert.ok(growth < heapGrowth_max, `the heap grew by ${(growth * 100).toFixed(1)} %`);
    const journals = sending.journals();
    const { faults } = await examine(place, journals);
    assert.deepEqual(faults.slice(0, 10), [], `${faults.length} faults`);
    assert.ok(journals.every(({ sent, acknowledged }) => sent.size >= 2 && acknowledged.size === sent.size));
    assert.deepEqual(await alarmRules(place, ended_ms), { late: 0, seen: units }, 'the alarm rules keep up');
  });
});

/** Gives all units to a company, in kitchens of twenty. */
async function placeInKitchens(place: Place): Promise<void> {
  await using db = await openDatabase({ ...place, clock: systemClock });
  const now = systemClock.now();
  const [company, at] = [newId(now), timestamp(now)];
  await db.write(async (tx) => {
    const zone = { time_zone: 'Europe/Rome', created_at: at };
    await tx
      .insertInto('company')
      .values({ id: company, name: 'Chain', ...zone })
      .execute();
    for (let i = 0; i < kitchens; i++) {
      const id = newId(now);
      await tx
        .insertInto('laboratory')
        .values({ id, company_id: company, name: `Kitchen ${i}`, ...zone })
        .execute();
      await sql`update appliance set laboratory_id = ${id}::uuid where id % ${kitchens}::int = ${i}::int`.execute(tx);
    }
    await sql`insert into tenure (appliance, company_id, from_at) select id, ${company}::uuid, ${at} from appliance`.execute(
      tx,
    );
  });
}

/** Units that have waited for the alarm rules too long, and units that these have looked at, at the end of a portal. */
async function alarmRules(place: Place, ended_ms: number): Promise<{ late: number; seen: number } | undefined> {
  await using db = await openDatabase({ ...place, clock: systemClock });
  const { rows } = await db.read((tx) =>
    sql<{ late: number; seen: number }>`
      select (select count(*)::int from alarm_due where due_at < ${timestamp(ended_ms - rulesWithin_ms)}) as late,
        (select count(*)::int from alarm_engine) as seen`.execute(tx),
  );
  return rows[0];
}

/** Lets so many do something at once, the others in the order in which they came. */
function turns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

async function memoryOf(portal: Program): Promise<Memory> {
  const seen: Memory[] = [];
  for (let i = 0; i < looks; i++) {
    seen.push(await portal.ask<Memory>({ type: 'memory' }));
    await pause(1000);
  }
  const median = (of: keyof Memory): number => seen.map((one) => one[of]).sort((a, b) => a - b)[looks >> 1] ?? 0;
  return { heap: median('heap'), rss: median('rss') };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const p = (values: readonly number[], share: number): string =>
  `${(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(0)} ms`;
