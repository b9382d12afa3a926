import { join } from 'node:path';
import type { Bus } from '#core/bus/bus.ts';
import { memoryBus } from '#core/bus/memory-bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { openDatabase } from '#core/db/open-database.ts';
import { type Descriptors, descriptorLimit, planDescriptors } from '#core/descriptors.ts';
import { limitLog, type SayLimited } from '#core/limit-log.ts';
import type { Log } from '#core/log.ts';
import { type Metrics, openMetrics } from '#core/metrics.ts';
import { readable, rememberAuthority, requireKnownAuthority } from '#core/pki/known-authority.ts';
import { type LedgerKeys, openLedgerKeys } from '#core/pki/ledger-keys.ts';
import { openPki, type Pki } from '#core/pki/pki.ts';
import { filePkiStore } from '#core/pki/pki-store.ts';
import { loadFactorKey } from '#identity/factors/factor-key.ts';
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
  /** Seals what the database must not tell of second factors; 32 bytes of a file. */
  factorKey: Uint8Array;
  /** They sign the books of records; of a file. */
  ledgerKeys: LedgerKeys;
  /** Said wherever a limit acts. */
  limited: SayLimited;
  /** How many connections each part may have. */
  descriptors: Descriptors;
};

export type GroundParts = Pick<Ground, 'config' | 'clock' | 'log'> & {
  /** Absent: in memory. A test brings one that delivers twice and late. */
  bus?: Bus;
  /** Absent: as it is. A test puts a gate before it, to decide which of several acts comes first. */
  gate?: (db: Database) => Database;
  /** Absent: as many as this process may have. */
  descriptors?: Descriptors;
};

/** Opens database, bus and certificate authority; the stack closes them. */
export async function openGround(
  { config, clock, log, gate = (db) => db, ...given }: GroundParts,
  stack: AsyncDisposableStack,
): Promise<Ground> {
  const { dataDir, databaseUrl, databasePlans: keepsPlans, brand } = config;
  const db = gate(stack.use(await openDatabase({ dataDir, url: databaseUrl ?? undefined, keepsPlans, clock, log })));
  const bus = stack.use(given.bus ?? memoryBus({ log }));
  const folder = join(dataDir, 'pki');
  const store = filePkiStore(folder);
  await requireKnownAuthority(db, store, folder);
  const pki = await readable(folder, () => openPki({ store, brand, clock }));
  await rememberAuthority(db, pki);
  const factorKey = await loadFactorKey(db, dataDir);
  const ledgerKeys = await openLedgerKeys(config.ledgerKey ?? join(folder, 'ledger.key'));
  const metrics = openMetrics();
  const limited = stack.use(limitLog({ log, clock, count: metrics.limited }));
  const descriptors = given.descriptors ?? planDescriptors(descriptorLimit());
  return { config, clock, log, db, bus, pki, metrics, factorKey, ledgerKeys, limited, descriptors };
}
