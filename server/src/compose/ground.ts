import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import type { Log } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import type { Pki } from '#core/pki/pki.ts';
import type { Config } from '../config.ts';

/** What is open before anything is served: all parts of the portal stand on it. */
export type Ground = {
  config: Config;
  clock: Clock;
  log: Log;
  db: Database;
  bus: Bus;
  pki: Pki;
  metrics: Metrics;
};
