import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { minute_ms } from '@brina/domain/language/durations';
import { PGlite } from '@electric-sql/pglite';
import { startNode } from './children.ts';
import { now_ms } from './clock.ts';
import type { FleetCount, FleetCountOrder, FleetOrder, FleetTold } from './fleet-load.ts';
import { type Portal, startPortal, type Template } from './portal.ts';
import { processor_s } from './processor.ts';

/** What a fleet of a size cost for a while, measured while all its units were connected. */
export type FleetRun = FleetCount & {
  units: number;
  minutes: number;
  /** Of the portal: all its threads, then its own thread and the busiest of the others (the database), as shares of a core. */
  portal_s: number;
  mainThread: number;
  databaseThread: number;
  rss_bytes: number;
  /** What the database grew by. */
  grown_bytes: number;
  /** Units whose new facts the alarm rules had not looked at for ten seconds when it ended. */
  late: number;
};

/** The cadence of an idle unit has come round once by then, so that the portal knows everybody. */
const warmUp_ms = 65_000;
const rulesWithin_ms = 10_000;

/** Lets the first `size` units of a template live for some minutes on a portal of their own. */
export async function runFleet(
  template: Template,
  size: number,
  minutes: number,
  folders: AsyncDisposableStack,
): Promise<FleetRun> {
  const portal = await startPortal(template, folders);
  let measured: Omit<FleetRun, 'late'>;
  try {
    measured = await measure(portal, template, size, minutes);
  } finally {
    await portal[Symbol.asyncDispose]();
  }
  return { ...measured, late: await lateUnits(portal.dataDir, now_ms()) };
}

async function measure(
  portal: Portal,
  { fleet }: Template,
  size: number,
  minutes: number,
): Promise<Omit<FleetRun, 'late'>> {
  await using client = startNode<FleetTold>(['bench/src/fleet-load.ts']);
  client.tell({
    port: portal.mqttPort,
    fleet: { ...fleet, units: fleet.units.slice(0, size) },
  } satisfies FleetOrder);
  await client.next();
  await wait(warmUp_ms);
  const before = await usageOf(portal);
  const counted = client.next();
  client.tell({ count_ms: minutes * minute_ms } satisfies FleetCountOrder);
  await wait(minutes * minute_ms);
  const after = await usageOf(portal);
  const count = await counted;
  if (count === 'connected') throw new Error('the fleet connected twice');
  const seconds = (after.at_ms - before.at_ms) / 1000;
  return {
    ...count,
    units: size,
    minutes,
    portal_s: after.processor_s - before.processor_s,
    mainThread: (after.main_s - before.main_s) / seconds,
    databaseThread: busiest(before.others_s, after.others_s) / seconds,
    rss_bytes: after.rss_bytes,
    grown_bytes: after.database_bytes - before.database_bytes,
  };
}

/** The most that one of the other threads used between two looks, s. */
const busiest = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number =>
  Math.max(0, ...[...after].map(([thread, used_s]) => used_s - (before.get(thread) ?? 0)));

type Usage = {
  at_ms: number;
  processor_s: number;
  main_s: number;
  others_s: ReadonlyMap<string, number>;
  rss_bytes: number;
  database_bytes: number;
};

/** What the portal has used so far, by thread as Linux tells it. */
async function usageOf({ process: child, dataDir }: Portal): Promise<Usage> {
  const folder = `/proc/${child.pid}`;
  const threads = new Map<string, number>();
  for (const thread of await readdir(`${folder}/task`))
    threads.set(thread, await processor_s(`${folder}/task/${thread}`));
  const main_s = threads.get(String(child.pid)) ?? 0;
  const all_s = [...threads.values()].reduce((sum, one) => sum + one, 0);
  threads.delete(String(child.pid));
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`${folder}/status`, 'utf8'))?.[1] ?? 0;
  return {
    at_ms: now_ms(),
    processor_s: all_s,
    main_s,
    others_s: threads,
    rss_bytes: Number(rss) * 1024,
    database_bytes: await sizeOf(join(dataDir, 'database')),
  };
}

/** Bytes of a database's files but for its write-ahead log, which comes in large pieces; one that goes away counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('pg_wal'))
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function lateUnits(dataDir: string, ended_ms: number): Promise<number> {
  const db = await PGlite.create(join(dataDir, 'database'));
  try {
    const { rows } = await db.query<{ late: number }>('select count(*)::int as late from alarm_due where due_at < $1', [
      new Date(ended_ms - rulesWithin_ms).toISOString(),
    ]);
    return rows[0]?.late ?? 0;
  } finally {
    await db.close();
  }
}
