import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import { memoryBus } from '#core/bus/memory-bus.ts';
import { systemClock } from '#core/clock.ts';
import { timestamp } from '#core/db/instants.ts';
import { makeEmbeddedPlace } from '#core/db/test-database.ts';
import { newId } from '#core/ids.ts';
import { followAlarms } from '#features/record/alarms/alarms.jobs.ts';
import { Devices, examine, makeUnits, openPlace, type Place } from '../faults/fleet.ts';
import { type Program, portalProgram } from '../faults/processes.ts';
import { runSeed, seededRandom } from '../random.ts';
import { judgeGrowth } from './growth.ts';
import { kitchenLife, models } from './kitchen-life.ts';
import type { Memory } from './memory-probe.ts';

const units = 1000;
/** Every third unit runs, as in a kitchen at work. */
const runsEvery = 3;
const kitchens = 50;
/** So many try at once, as after a restart of the portal; who is refused comes back at once. */
const connectAtOnce = 100;
const connect_ms = 300_000;
/** One unit loses its connection so often. */
const cutEvery_ms = 1000;
/** The heap is looked at so often, over a minute: the cadence of a unit that is idle. */
const looks = 16;
const lookEvery_ms = 4_000;
const looksAtOnce = 3;
/** What the portal keeps of a unit is whole with so many messages: the text of its rules' state is kept anew once a minute, and fills. */
const filled = 4;
const drain_ms = 180_000;
/** A unit that waits longer for the alarm rules is told of; how long it takes is the machine's. */
const rulesWithin_ms = 10_000;

const probe = ['--expose-gc', '--import', resolve(import.meta.dirname, 'memory-probe.ts')];

describe('a fleet at work', () => {
  it('of 1,000 units: the heap stays flat and nothing is lost', async (test) => {
    const say = (line: string): void => test.diagnostic(line);
    await using embedded = await makeEmbeddedPlace();
    const place: Place = { dataDir: embedded.dataDir, url: undefined };
    const made_ms = performance.now();
    const fleet = await makeUnits(place, units, models);
    await placeInKitchens(place);
    say(`seed ${runSeed}; ${units} units made in ${seconds(performance.now() - made_ms)}`);
    const { portal, mqttPort, metrics } = await portalProgram(place, probe);
    await using _portal = portal;
    await portal.start();

    const waits_ms: number[] = [];
    const connecting_ms = performance.now();
    const inTurn = turns(connectAtOnce);
    await using sending = new Devices(fleet, place.dataDir, mqttPort, (i, chance) => ({
      inTurn,
      measuring: kitchenLife(i % runsEvery === 0, chance),
      acknowledged: (wait_ms) => void waits_ms.push(wait_ms),
    }));
    const heardOften = sending.heard(filled, connect_ms);
    await sending.connected(connect_ms);
    say(`connected in ${seconds(performance.now() - connecting_ms)}`);

    const random = seededRandom('cuts');
    const cutting = setInterval(() => sending.all[Math.floor(random() * units)]?.cut(), cutEvery_ms);
    await heardOften;
    say(`every unit heard ${filled} times after ${seconds(performance.now() - connecting_ms)}`);
    const seen: Memory[] = [];
    for (let i = 0; i < looks; i++) {
      if (i > 0) await pause(lookEvery_ms);
      seen.push(await memoryOf(portal));
    }
    clearInterval(cutting);
    await sending.drain(drain_ms);
    const told = await metrics();
    const ended_ms = systemClock.now();
    assert.equal(await portal.end('SIGTERM'), 0, 'the portal drains and leaves well');

    const heap = judgeGrowth(seen.map((one) => one.heap));
    say(`heap after collection ${seen.map((one) => mebibytes(one.heap)).join(', ')} MiB`);
    say(`of which growth ${mebibytes(heap.growth)} MiB, noise ${mebibytes(heap.noise)} MiB`);
    say(`memory of the process ${mebibytes(seen[0]?.rss ?? 0)} to ${mebibytes(seen.at(-1)?.rss ?? 0)} MiB`);
    say(`${waits_ms.length} messages; PUBLISH to commit p50 ${p(waits_ms, 0.5)}, p99 ${p(waits_ms, 0.99)}`);
    say(`processor of the portal ${/^process_cpu_seconds_total (\S+)$/m.exec(told)?.[1] ?? '?'} s`);
    assert.ok(!heap.isGrowing, 'the heap grows');
    const journals = sending.journals();
    const { faults } = await examine(place, journals);
    assert.deepEqual(faults.slice(0, 10), [], `${faults.length} faults`);
    assert.ok(journals.every(({ sent, acknowledged }) => sent.size > 0 && acknowledged.size === sent.size));
    const rules = await alarmRules(place, ended_ms);
    say(`${rules.late} units waited for the alarm rules at the end, ${units - rules.seen} had not been looked at`);
    assert.ok(rules.seen > units / 2, 'the portal looks at its units by itself');
    assert.deepEqual(rules.after, { seen: units, said: [] }, 'the alarm rules finish with every unit');
  });
});

/** Gives all units to a company, in kitchens of twenty. */
async function placeInKitchens(place: Place): Promise<void> {
  await using db = await openPlace(place);
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

/**
 * At the end of a portal: units that its alarm rules have looked at, and units that waited for them long. `after`: when the rules
 * have done what was left, units that they have looked at, and what they said meanwhile.
 */
async function alarmRules(place: Place, ended_ms: number) {
  await using db = await openPlace(place);
  const count = async (what: RawBuilder<number>): Promise<number> => {
    const { rows } = await db.read((tx) => sql<{ n: number }>`select count(*)::int as n from ${what}`.execute(tx));
    return rows[0]?.n ?? 0;
  };
  const seenBy = sql<number>`alarm_engine`;
  const [seen, late] = [
    await count(seenBy),
    await count(sql`alarm_due where due_at < ${timestamp(ended_ms - rulesWithin_ms)}`),
  ];
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
  await using bus = memoryBus({ log });
  while (await followAlarms({ db, bus, clock: systemClock, log }));
  return { seen, late, after: { seen: await count(seenBy), said } };
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

/** The least of some looks: a batch under way holds more, never less. */
async function memoryOf(portal: Program): Promise<Memory> {
  const seen: Memory[] = [];
  for (let i = 0; i < looksAtOnce; i++) seen.push(await portal.ask<Memory>({ type: 'memory' }));
  const least = (of: keyof Memory): number => Math.min(...seen.map((one) => one[of]));
  return { heap: least('heap'), rss: least('rss') };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
const p = (values: readonly number[], share: number): string =>
  `${(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(0)} ms`;
