import { after } from 'node:test';
import { memoryBus } from '#core/bus/memory-bus.ts';
import { type SettableClock, settableClock } from '#core/clock.ts';
import { makeTestPlace, type TestPlace } from '#core/db/test-database.ts';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { type Portal, startPortal } from '../src/portal.ts';

/** A real portal with its own data folder, ports and clock. What it logs as an error fails the test that disposes it. */
export type TestPortal = Omit<Portal, 'clock'> & { clock: SettableClock; failures: string[] };

export type TestPortalOptions = {
  environment?: Record<string, string>;
  /** Share of messages delivered twice, and longest delay of a delivery: a distributed bus is not kinder. */
  mischief?: { deliverTwice: number; delay_ms: number };
  /** Database and data folder to start on; absent: own ones, removed at the end. */
  place?: TestPlace;
  /** Sentences of the log that this test expects. */
  expected?: readonly RegExp[];
};

/** Starts a portal on the database of this run (embedded, or PostgreSQL). */
export async function startTestPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const { mischief = { deliverTwice: 0.05, delay_ms: 5 }, expected = [] } = options;
  const place = options.place ?? (await makeTestPlace());
  const clock = settableClock();
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
  const portal = await startPortal({ config, clock, log, bus: memoryBus({ log, ...mischief }) });
  return {
    ...portal,
    clock,
    failures,
    [Symbol.asyncDispose]: async () => {
      await portal[Symbol.asyncDispose]();
      if (!options.place) await place[Symbol.asyncDispose]();
      const unexpected = failures.filter((line) => !expected.some((pattern) => pattern.test(line)));
      if (unexpected.length > 0) throw new Error(`the portal logged errors:\n${unexpected.join('\n')}`);
    },
  };
}

/** One portal for all tests of a file: each test makes its own company in it. */
export async function sharedPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const portal = await startTestPortal(options);
  after(() => portal[Symbol.asyncDispose]());
  return portal;
}
