import { after } from 'node:test';
import { day_ms } from '@brina/domain/language/durations';
import { pino } from 'pino';
import type { Bus } from '#core/bus/bus.ts';
import { memoryBus } from '#core/bus/memory-bus.ts';
import { systemClock } from '#core/clock.ts';
import { makeTestPlace, type TestPlace } from '#core/db/test-database.ts';
import type { Descriptors } from '#core/descriptors.ts';
import { Interleaver } from '#core/testing/interleaver.ts';
import { runningClock, stillClock, type TestClock } from '#core/testing/test-clock.ts';
import { drainedWorker, startWorker } from '#core/worker.ts';
import { atEnd } from '../../tools/at-end.ts';
import { readConfig } from '../src/config.ts';
import { type Portal, startPortal } from '../src/portal.ts';
import { seededRandom } from './random.ts';
import { rowsAsTyped } from './row-types.ts';

/**
 * A real portal with its own data folder, ports and clock. The clock stands still, and what the portal does by itself it does when
 * the test lets time pass or settles it. What it logs as an error fails the test that disposes it.
 */
export type TestPortal = Omit<Portal, 'clock'> & {
  clock: TestClock;
  /** Lets that much time pass, two days at least, and what is too old go: a clock that leaps far is doubted for a day. */
  age(by_ms: number): Promise<void>;
  failures: string[];
  /** Lets acts happen at the same moment, in an order of transactions that the run's seed decides. */
  race<T>(...acts: (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]>;
  connections: Connections;
  /** Clients of the test: `settled` waits until each has read what was sent to it. */
  peers: Set<Peer>;
};

/** A client on a connection of its own. */
export type Peer = {
  /** Resolves when all that was sent either way before has been read. */
  caughtUp(): Promise<void>;
};

export type TestPortalOptions = {
  environment?: Record<string, string>;
  /** Share of messages delivered twice, and how many turns a delivery comes late: a distributed bus is not kinder. */
  mischief?: { deliverTwice: number; late_turns: number };
  /** Database and data folder to start on; absent: own ones, removed at the end. */
  place?: TestPlace;
  /** Sentences of the log that this test expects. */
  expected?: readonly RegExp[];
  /** How many connections each part may have; absent: as many as this process can. */
  descriptors?: Descriptors;
  /** When its clock begins, epoch ms; absent: at the machine's time. */
  began_ms?: number;
  /** Lets the clock run with the machine's and rounds turn by themselves: for tests with programs that go by it. */
  runs?: boolean;
};

/** `npm run soak` lets the wall clock run and the rounds turn by themselves, amid whatever a test does. */
const isSoak = process.env['BRINA_TEST_CLOCK'] === 'real';
const chance = seededRandom('mischief');
const racing = seededRandom('races');

/** Starts a portal on the database of this run (embedded, or PostgreSQL). */
export async function startTestPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const { mischief = { deliverTwice: 0.05, late_turns: 8 }, expected = [], runs = false } = options;
  const place = options.place ?? (await makeTestPlace());
  const clock = runs ? runningClock() : stillClock({ wallRuns: isSoak });
  if (options.began_ms !== undefined) clock.set(options.began_ms);
  const failures: string[] = [];
  const log = pino({ level: 'error', base: null }, { write: (line: string) => void failures.push(line) });
  const config = readConfig({
    BRINA_HTTP_PORT: '0',
    BRINA_MQTT_PORT: '0',
    BRINA_DATA_DIR: place.dataDir,
    ...(place.url && { BRINA_DATABASE_URL: place.url }),
    BRINA_ENV: 'dev',
    ...options.environment,
  });
  const { bus, connections } = watched(memoryBus({ log, ...mischief, random: chance }));
  const interleaver = new Interleaver(racing);
  const portal = await startPortal({
    config,
    clock,
    log,
    bus,
    gate: (db) => rowsAsTyped(interleaver.gated(db)),
    ...(options.descriptors && { descriptors: options.descriptors }),
    ...(!runs && { worker: isSoak ? turningWorker : drainedWorker }),
  });
  const peers = new Set<Peer>();
  const allCaughtUp = (): Promise<unknown> => Promise.all(Array.from(peers, (peer) => peer.caughtUp()));
  const settled = async (): Promise<void> => {
    await allCaughtUp();
    await portal.settled();
    await allCaughtUp();
  };
  return {
    ...portal,
    clock: {
      ...clock,
      advance: async (by_ms) => {
        await clock.advance(by_ms);
        await settled();
      },
    },
    age: async (by_ms) => {
      for (const part_ms of [by_ms - day_ms, day_ms]) {
        clock.leap(part_ms);
        await settled();
      }
    },
    settled,
    race: (...acts) => interleaver.race(acts),
    failures,
    connections,
    peers,
    [Symbol.asyncDispose]: async () => {
      await portal[Symbol.asyncDispose]();
      if (!options.place) await place[Symbol.asyncDispose]();
      refuseFailures(failures, expected);
    },
  };
}

/** Its rounds turn by the machine's time, whatever the portal's clock does. */
const turningWorker: typeof drainedWorker = (rounds, { log }) => startWorker(rounds, { clock: systemClock, log });

function refuseFailures(failures: readonly string[], expected: readonly RegExp[]): void {
  const unexpected = failures.filter((line) => !expected.some((pattern) => pattern.test(line)));
  if (unexpected.length > 0) throw new Error(`the portal logged errors:\n${unexpected.join('\n')}`);
}

/** The connections of appliances as the log has them, by the names that the edge gave them. */
export type Connections = {
  /** The latest of an appliance. */
  latest(serial: string): string | undefined;
  /** Resolves when the end of a connection is committed. */
  over(connection: string): Promise<void>;
};

/** A bus that tells what it hears of connections. */
function watched(bus: Bus): { bus: Bus; connections: Connections } {
  const latest = new Map<string, string>();
  const endings = new Map<string, PromiseWithResolvers<void>>();
  const ending = (connection: string): PromiseWithResolvers<void> => {
    const one = endings.get(connection) ?? Promise.withResolvers();
    endings.set(connection, one);
    return one;
  };
  return {
    bus: {
      ...bus,
      append: (key, message) => {
        const held = bus.append(key, message);
        if (message.kind === 'connected') latest.set(message.serial, message.connection);
        if (message.kind === 'disconnected') ending(message.connection).resolve(held.catch(() => undefined));
        return held;
      },
    },
    connections: {
      latest: (serial) => latest.get(serial),
      over: (connection) => ending(connection).promise,
    },
  };
}

/** Whether `tools/suite/test-driver.ts` runs this file, and others after it, in this process. */
const isDriven = process.env['BRINA_TEST_DRIVER'] === '1';

/** Portals by the settings they were started with; each lives until the driver has run its last file. */
const shared = new Map<string, Promise<TestPortal>>();

/**
 * A portal that test files share: each test makes its own company in it. Its clock is where the file before left it. What it logs
 * as an error while a file runs fails that file, save for what the file expects.
 */
export async function sharedPortal({
  environment = {},
  expected = [],
}: Pick<TestPortalOptions, 'environment' | 'expected'> = {}): Promise<TestPortal> {
  const settings = JSON.stringify(Object.entries(environment).sort());
  const starting = (isDriven && shared.get(settings)) || start(settings, environment);
  // Before it is awaited: what follows a promise of another file belongs to that file, as node:test sees it.
  after(async () => {
    const portal = await starting;
    const logged = portal.failures.splice(0);
    if (!isDriven) await portal[Symbol.asyncDispose]();
    refuseFailures(logged, expected);
  });
  return await starting;
}

function start(settings: string, environment: Record<string, string>): Promise<TestPortal> {
  const starting = startTestPortal({ environment });
  if (isDriven) {
    shared.set(settings, starting);
    atEnd(async () => (await starting)[Symbol.asyncDispose]());
  }
  return starting;
}

/** A portal that a file keeps to itself, because it goes by the machine's clock or moves time by months. */
export async function ownPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const portal = await startTestPortal(options);
  after(() => portal[Symbol.asyncDispose]());
  return portal;
}
