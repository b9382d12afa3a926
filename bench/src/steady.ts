import { limitRow, type PartResult, type Row, toldRow } from './figures.ts';
import { type FleetRun, runFleet } from './fleet-run.ts';
import { templateOf } from './portal.ts';
import { fleetSize, growthSizes, minutes } from './scale.ts';

const mebi = 2 ** 20;

/** Fleets whose messages come one by one, and so many together that batches gather. */
const messageSizes = [1000, 5000] as const;

/** What a message costs, by fleets that are counted for a minute: short enough to be measured each time. */
export async function message(folders: AsyncDisposableStack): Promise<PartResult> {
  const runs: FleetRun[] = [];
  for (const size of messageSizes) runs.push(await runFleet(await templateOf(size, folders), size, 1, folders));
  return {
    rows: runs.map(messageRow),
    notes: [
      circumstances,
      ...runs.map(threadsOf),
      'What a message costs where few come: nearly each is a batch of its own, with a dozen statements and a sync. From 150 messages a second on batches gather for 40 ms. What the cost is made of, by a profile, stands in docs/decisions/019-a-batch-is-prepared-while-another-is-stored.md.',
    ],
  };
}

/** What a fleet at its live cadence costs, for as long as asked. */
export async function fleet(folders: AsyncDisposableStack): Promise<PartResult> {
  const run = await runFleet(await templateOf(fleetSize, folders), fleetSize, minutes, folders);
  return { rows: rowsOf(run), notes: [circumstances, threadsOf(run)] };
}

/** The same for fleets that grow, and which part of the portal will be full first. */
export async function growth(folders: AsyncDisposableStack): Promise<PartResult> {
  const template = await templateOf(Math.max(...growthSizes), folders);
  const runs: FleetRun[] = [];
  for (const size of growthSizes) runs.push(await runFleet(template, size, minutes, folders));
  const [middle, largest] = runs.slice(-2);
  const growing =
    middle && largest
      ? [
          limitRow(
            `growth: processor seconds of a unit-minute, ${count(largest.units)} units against ${count(middle.units)}`,
            'times',
            [perUnitMinute(largest) / perUnitMinute(middle)],
            { atMost: 1.25 },
          ),
        ]
      : [];
  return {
    rows: [...runs.flatMap(rowsOf), ...growing],
    notes: [circumstances, ...runs.map(threadsOf), ...(middle && largest ? [saturationOf(middle, largest)] : [])],
  };
}

const count = (value: number): string => Math.round(value).toLocaleString('en');
const perUnitMinute = ({ portal_s, units, minutes: during }: FleetRun): number => portal_s / (units * during);

/** The largest fleet of `growth`: by it the target of a message was set, when it cost 4.3 ms there. */
const messageTargetUnits = 5000;

/** All threads of the portal, the embedded database's among them, by what was committed meanwhile. */
function messageRow({ units, portal_s, messages }: FleetRun): Row {
  const name = `processor a message, portal and database, ${count(units)} units`;
  const each_ms = [(portal_s * 1000) / messages];
  return units < messageTargetUnits ? toldRow(name, 'ms', each_ms) : limitRow(name, 'ms', each_ms, { atMost: 2 });
}

function rowsOf(run: FleetRun): Row[] {
  const fleetOf = `fleet of ${count(run.units)}`;
  const hours = (run.units * run.minutes) / 60;
  return [
    toldRow(`${fleetOf}: messages committed`, 'msg/s', [run.messages / (run.minutes * 60)]),
    limitRow(`${fleetOf}: messages not acknowledged at the end`, 'messages', [run.unacknowledged], { atMost: 0 }),
    toldRow(`${fleetOf}: PUBLISH to commit, p50`, 'ms', [run.p50_ms]),
    toldRow(`${fleetOf}: PUBLISH to commit, p99`, 'ms', [run.p99_ms]),
    toldRow(`${fleetOf}: processor time of the portal a unit-minute`, 'ms', [perUnitMinute(run) * 1000]),
    messageRow(run),
    toldRow(`${fleetOf}: memory of the portal`, 'MiB', [run.rss_bytes / mebi]),
    toldRow(`${fleetOf}: database grows a unit-hour`, 'kB', [run.grown_bytes / 1000 / hours]),
    limitRow(`${fleetOf}: units that waited more than 10 s for the alarm rules`, 'units', [run.late], { atMost: 0 }),
  ];
}

const circumstances =
  'Every third unit sends a sample of 12 metrics each 10 s, the others each 60 s, by mutual TLS with certificates of their own (one key); all rounds of the portal run, the alarm rules over every new fact among them. Counted once all units have been heard. Embedded database with real fsync; the units are one process beside the portal. Measured once.';

const share = (value: number): string => `${(value * 100).toFixed(0)} %`;

const threadsOf = ({ units, minutes: during, mainThread, databaseThread, processor_s }: FleetRun): string =>
  `${count(units)} units for ${during} min: the portal’s own thread was busy for ${share(mainThread)} of a core, the thread of the database for ${share(databaseThread)}, the program of the units for ${share(processor_s / (during * 60))}.`;

const threads = {
  mainThread: 'the portal’s own thread (TLS, MQTT, parsing, rules)',
  databaseThread: 'the thread of the embedded database',
} as const;

/** Which thread is full first if both go on growing as between these two runs; what does not grow with the fleet is no part of it. */
function saturationOf(smaller: FleetRun, larger: FleetRun): string {
  const full = (['mainThread', 'databaseThread'] as const).map((thread) => {
    const perUnit = (larger[thread] - smaller[thread]) / (larger.units - smaller.units);
    return { thread, units: perUnit > 0 ? larger.units + (1 - larger[thread]) / perUnit : Number.POSITIVE_INFINITY };
  });
  const [first] = full.sort((a, b) => a.units - b.units);
  if (!first || !Number.isFinite(first.units))
    return 'What saturates first cannot be told from sizes that cost the same.';
  const units = `${count(Math.round(first.units / 100) * 100)} units`;
  return `What saturates first: ${threads[first.thread]}, busy for ${share(larger[first.thread])} at ${count(larger.units)} units and full at about ${units} by what the last step added.`;
}
