import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicConfig } from '@brina/contract/config';
import type { Bus } from '#core/bus/bus.ts';
import { memoryBus } from '#core/bus/memory-bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { openDatabase } from '#core/db/open-database.ts';
import type { Edge } from '#core/edge/edge.ts';
import type { Parts } from '#core/feature.ts';
import type { Log } from '#core/log.ts';
import { linksOf } from '#core/mail/links.ts';
import { openMetrics } from '#core/metrics.ts';
import { personRows } from '#core/persons.ts';
import { openPki, type Pki } from '#core/pki/pki.ts';
import { filePkiStore } from '#core/pki/pki-store.ts';
import { keptSetting } from '#core/settings.ts';
import { type Round, startWorker, type Worker, type WorkerParts } from '#core/worker.ts';
import type { Identity } from '#identity/provider.ts';
import { openEdgeOf } from './compose/edge.ts';
import type { Ground } from './compose/ground.ts';
import { openHttp } from './compose/http.ts';
import { openAdmission } from './compose/identity.ts';
import { openLive } from './compose/live.ts';
import { openPostOf } from './compose/mail.ts';
import { serve } from './compose/serve.ts';
import { followUnits, roundsOf } from './compose/work.ts';
import type { Config } from './config.ts';
import { features } from './features.ts';

/** A running portal. Disposing it drains: it stops reading, commits, acknowledges and closes. */
export type Portal = AsyncDisposable & {
  url: string;
  /** Where it listens, whatever its public address is. */
  httpPort: number;
  mqttUrl: string;
  config: Config;
  db: Database;
  bus: Bus;
  clock: Clock;
  pki: Pki;
  edge: Edge;
  identity: Identity;
  publicConfig: PublicConfig;
  worker: Worker;
  /** Resolves when everything received is committed, every due work is done, and live sessions were told. */
  settled(): Promise<void>;
};

export type PortalParts = {
  config: Config;
  clock: Clock;
  log: Log;
  /** Absent: in memory. A test brings one that delivers twice and late. */
  bus?: Bus;
  /** Absent: rounds turn by themselves. A test brings one whose rounds turn when they are drained, and then only. */
  worker?: (rounds: readonly Round[], parts: WorkerParts) => Worker;
  /** Absent: as it is. A test puts a gate before it, to decide which of several acts comes first. */
  gate?: (db: Database) => Database;
  /** Share of the demo's history that has arrived; absent outside the demo. */
  demoHistory?: () => Promise<number>;
};

/** Seals the addresses of user pages (S2.30); 32 bytes for AES-256. */
const newPageKey = (): string => randomBytes(32).toString('base64url');

/** Composes the portal, from the database up (see docs/ARCHITECTURE.md). */
export async function startPortal({ config, clock, log, demoHistory, ...given }: PortalParts): Promise<Portal> {
  await using stack = new AsyncDisposableStack();
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'));
  const { dataDir, databaseUrl, heartbeat_ms } = config;
  const opened = stack.use(await openDatabase({ dataDir, url: databaseUrl ?? undefined, clock, log }));
  const db = given.gate?.(opened) ?? opened;
  const bus = stack.use(given.bus ?? memoryBus({ log }));
  const pki = await openPki({ store: filePkiStore(join(dataDir, 'pki')), brand: config.brand, clock });
  const metrics = openMetrics();
  const ground: Ground = { config, clock, log, db, bus, pki, metrics };
  stack.use(followUnits(ground, features));
  const http = stack.use(await openHttp(ground));
  const admission = await openAdmission(ground, http, version);
  const edge = stack.use(await openEdgeOf(ground));
  const parts: Parts = {
    ...ground,
    links: linksOf(http.address),
    post: openPostOf(config),
    address: http.address,
    mqttUrl: edge.url,
    heartbeat_ms,
    pageKey: Buffer.from(await keptSetting(db, 'page_key', newPageKey), 'base64url'),
    persons: personRows(features),
  };
  const { connections } = edge;
  await serve({ ground, http, admission, features, parts, connections, demoHistory, version });
  const live = stack.use(openLive(ground, http, admission));
  metrics.watch({ edge, liveConnections: live.connections });
  const work = { clock, log, commits: db.commits };
  const worker = stack.use((given.worker ?? startWorker)(roundsOf(ground, features, parts), work));

  await http.app.listen({ host: config.host, port: config.httpPort });
  const url = http.address();
  const owned = stack.move();
  return {
    url,
    httpPort: http.port(),
    mqttUrl: edge.url,
    config,
    db,
    bus,
    clock,
    pki,
    edge,
    identity: admission.identity,
    publicConfig: admission.publicConfig(new URL(url).host),
    worker,
    settled: async () => {
      await bus.drained();
      await worker.drain();
      await bus.drained();
      await live.settled();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
