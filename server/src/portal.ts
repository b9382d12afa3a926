import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { PublicConfig } from '@brina/contract/config';
import { socketPath } from '@brina/contract/live-address';
import { silence_ms } from '@brina/domain/appliance/connection';
import { decodeJwt } from 'jose';
import { memoryBus } from '#core/bus/memory-bus.ts';
import { forgetOldAudit } from '#core/access/audit.ts';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { openDatabase } from '#core/db/open-database.ts';
import { type Edge, openEdge } from '#core/edge/edge.ts';
import { edgeUptime } from '#core/edge-uptime.ts';
import type { Handled } from '#core/http/handle.ts';
import { mountCalls } from '#core/http/router.ts';
import { forgetOldConnections } from '#core/ingest/connections.ts';
import { startIngest } from '#core/ingest/ingest.ts';
import { forgetHashes } from '#core/ingest/ledger.ts';
import { clearQuarantine } from '#core/ingest/quarantine.ts';
import { judgeSilence } from '#core/ingest/silence.ts';
import { openLiveNode } from '#core/live/live-node.ts';
import { openMetrics } from '#core/metrics.ts';
import type { Log } from '#core/log.ts';
import { filePkiStore } from '#core/pki/pki-store.ts';
import { openPki, type Pki } from '#core/pki/pki.ts';
import { keptSetting, newSecret } from '#core/settings.ts';
import { type Round, startWorker, type Worker, type WorkerParts } from '#core/worker.ts';
import { linksOf } from '#core/mail/links.ts';
import { forgetOldMail, sendDueMail } from '#core/mail/mail.jobs.ts';
import { openPost } from '#core/mail/post.ts';
import { accountHandlers } from '#features/people/account/account.calls.ts';
import { companyHandlers } from '#features/people/account/company.calls.ts';
import type { PeopleParts } from '#features/people/account/people-parts.ts';
import { markAlarms } from '#features/record/alarms/alarms.ingest.ts';
import { followAlarms, tendAlarms } from '#features/record/alarms/alarms.jobs.ts';
import { judgeSites } from '#features/record/alarms/site.jobs.ts';
import { applianceHandlers } from '#features/kitchen/appliances/appliances.calls.ts';
import { certificateCheck } from '#features/kitchen/appliances/certificates.ts';
import { commandHandlers } from '#features/kitchen/commands/commands.calls.ts';
import { noteResults } from '#features/kitchen/commands/commands.ingest.ts';
import { tendCommands } from '#features/kitchen/commands/delivery.ts';
import { keepRuns, showCycles, storeEvents } from '#features/kitchen/cycles/cycles.ingest.ts';
import { factoryUserHandlers } from '#features/maker/factory/factory-users.calls.ts';
import { haccpHandlers } from '#features/record/haccp/haccp.calls.ts';
import { followBatches } from '#features/record/haccp/haccp.ingest.ts';
import { writeDueRevision } from '#features/record/haccp/haccp.jobs.ts';
import { laboratoryHandlers } from '#features/kitchen/laboratories/laboratories.calls.ts';
import { newsHandlers } from '#features/maker/news/news.calls.ts';
import { notificationHandlers } from '#features/record/notifications/notifications.calls.ts';
import { removeNeverConfirmed } from '#features/people/registration/never-confirmed.ts';
import { forgetOldCodes } from '#features/people/registration/mailed-codes.ts';
import { registrationHandlers } from '#features/people/registration/registration.calls.ts';
import { sharingHandlers } from '#features/people/sharing/sharing.calls.ts';
import { telemetryHandlers } from '#features/record/telemetry/telemetry.calls.ts';
import { storeTelemetry } from '#features/record/telemetry/telemetry.ingest.ts';
import { dropOldTelemetry, rollUpDue } from '#features/record/telemetry/telemetry.jobs.ts';
import { alarmHandlers } from '#features/record/alarms/alarms.calls.ts';
import { cycleHandlers } from '#features/kitchen/cycles/cycles.calls.ts';
import { maintenanceHandlers } from '#features/record/maintenance/maintenance.calls.ts';
import { serviceHandlers } from '#features/maker/service/service.calls.ts';
import { liveFeedHandlers } from '#features/kitchen/live-feed/live-feed.calls.ts';
import { passportHandlers } from '#features/maker/passport/passport.calls.ts';
import { servePassports } from '#features/maker/passport/passport.pages.ts';
import { type FactoryParts, factoryApplianceHandlers } from '#features/maker/factory/factory-appliances.calls.ts';
import type { Config } from './config.ts';
import { type Identity, openIdentity } from './identity/provider.ts';
import { openHttpApp, socketOrigin } from './http-app.ts';
import { serveOutbox } from './outbox-page.ts';
import { servePages } from './pages.ts';
import { serveWebApp } from './web-app.ts';

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

/** Every call of the contract with its handler. */
const handledCalls = (
  people: PeopleParts & { key: Uint8Array },
  factory: Omit<FactoryParts, 'bus'>,
): readonly Handled[] => [
  ...accountHandlers(people),
  ...registrationHandlers(people),
  ...companyHandlers,
  ...sharingHandlers(people),
  ...factoryUserHandlers(people),
  ...newsHandlers,
  ...notificationHandlers,
  ...applianceHandlers(people.bus),
  ...laboratoryHandlers(people.bus),
  ...commandHandlers(people.bus),
  ...telemetryHandlers,
  ...haccpHandlers,
  ...alarmHandlers,
  ...cycleHandlers,
  ...maintenanceHandlers,
  ...serviceHandlers,
  ...liveFeedHandlers(people.bus),
  ...passportHandlers(factory.address),
  ...factoryApplianceHandlers({ ...factory, bus: people.bus }),
];

/** Seals the addresses of user pages (S2.30); 32 bytes for AES-256. */
const newPageKey = (): string => randomBytes(32).toString('base64url');

/** Composes the portal, from the database up (see docs/ARCHITECTURE.md). */
export async function startPortal(parts: PortalParts): Promise<Portal> {
  const { config, clock, log } = parts;
  await using stack = new AsyncDisposableStack();
  const version = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')).version as string;

  const opened = stack.use(
    await openDatabase({ dataDir: config.dataDir, url: config.databaseUrl ?? undefined, clock, log }),
  );
  const db = parts.gate?.(opened) ?? opened;
  const bus = stack.use(parts.bus ?? memoryBus({ log }));
  const pki = await openPki({ store: filePkiStore(join(config.dataDir, 'pki')), brand: config.brand, clock });
  const metrics = openMetrics();

  stack.use(
    startIngest({
      db,
      bus,
      clock,
      log,
      // Events before what is computed from them; a run before its batch, both before the cycle that is shown.
      steps: [storeTelemetry, storeEvents, keepRuns, followBatches, showCycles, markAlarms, noteResults],
      committed: metrics.committed,
    }),
  );

  const app = await openHttpApp(config, pki, clock, log);
  stack.defer(() => app.close());
  const ownPort = (): number => {
    const bound = app.server.address();
    return typeof bound === 'object' && bound ? bound.port : config.httpPort;
  };

  const subscriptionKey = config.subscriptionKey ?? (await keptSetting(db, 'subscription_key', newSecret));
  const issuer =
    config.publicUrl ?? (await keptSetting(db, 'issuer', () => `http://${config.host}:${config.httpPort || 8080}`));
  const genericSecret = await keptSetting(db, 'generic_secret', newSecret);
  const clients = { web: { id: 'brina-web' }, generic: { id: 'brina-generic', secret: genericSecret } };
  const resource = 'urn:brina:calls';
  const identity = await openIdentity({
    db,
    bus,
    clock,
    log,
    issuer: `${issuer}/idp`,
    resource,
    clients,
    accessToken_s: config.accessToken_s,
  });
  app.use('/idp', (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('x-content-type-options', 'nosniff');
    identity.callback(request, response);
  });

  const address = (): string => config.publicUrl ?? `${config.tls ? 'https' : 'http'}://${config.host}:${ownPort()}`;
  const people = {
    bus,
    links: linksOf(address),
    key: Buffer.from(await keptSetting(db, 'page_key', newPageKey), 'base64url'),
  };
  const factory = { pki, heartbeat_ms: config.heartbeat_ms, mqttUrl: () => edge.url, address };
  mountCalls(app, handledCalls(people, factory), {
    db,
    clock,
    log,
    subscriptionKey,
    subscriptionKeyHeader: config.subscriptionKeyHeader,
    verify: identity.verify,
  });
  app.addHook('onResponse', async (request, reply) => {
    const { callId } = request.routeOptions.config as { callId?: string };
    if (callId) metrics.answered(callId, reply.statusCode, reply.elapsedTime / 1000);
  });

  const publicConfig = (host: string): PublicConfig => ({
    tokenUrl: identity.tokenPath,
    clientId: clients.web.id,
    genericClientId: clients.generic.id,
    genericClientSecret: genericSecret,
    resource,
    subscriptionKey,
    subscriptionKeyHeader: config.subscriptionKeyHeader,
    socketUrl: `${socketOrigin(config, host, ownPort())}${socketPath}`,
    brand: config.brand,
    environment: config.environment,
    features: { maintenance: config.maintenance, afterSales: config.afterSales, demo: config.demo },
    tutorialUrl: config.tutorialUrl,
    version,
  });

  const outage_ms = silence_ms(config.heartbeat_ms);
  const edge = stack.use(
    await openEdge({
      host: config.host,
      port: config.mqttPort,
      names: config.publicUrl ? [new URL(config.publicUrl).hostname] : [],
      pki,
      bus,
      clock,
      appliances: certificateCheck(db),
      uptime: edgeUptime(db, outage_ms),
      log,
      heartbeat_ms: config.heartbeat_ms,
    }),
  );

  servePages(app, {
    config: publicConfig,
    health: async () => {
      const database = await db.ping(2000).then(
        () => true,
        () => false,
      );
      return {
        status: database ? 'ok' : 'degraded',
        database,
        appliances: edge.connections(),
        demoHistory: database && parts.demoHistory ? await parts.demoHistory() : null,
        version,
      };
    },
    metrics: metrics.registry,
    subscriptionKeyHeader: config.subscriptionKeyHeader,
    tokenUrl: identity.tokenPath,
    version,
  });
  servePassports(app, { db, clock, address });
  const outboxDir = join(config.dataDir, 'outbox');
  const post = openPost({
    smtpUrl: config.smtpUrl,
    outboxDir,
    from: config.mailFrom ?? `Brina <no-reply@${config.publicUrl ? new URL(config.publicUrl).hostname : 'localhost'}>`,
  });
  if (config.environment === 'dev' && config.smtpUrl === null) serveOutbox(app, outboxDir);
  await serveWebApp(app, join(import.meta.dirname, '../../web/dist'));

  await app.ready();
  const live = stack.use(
    openLiveNode({
      server: app.server,
      db,
      bus,
      clock,
      log,
      verify: identity.verify,
      expiryOf: (token) => (decodeJwt(token).exp ?? 0) * 1000,
      mayConnectFrom: (origin, host) => URL.parse(origin)?.host === host || origin === config.publicUrl,
    }),
  );
  metrics.watch({ edge, liveConnections: live.connections });

  const rounds: Round[] = [
    // Before the records: what they say of alarms comes from the rules.
    { name: 'alarms', every_ms: 500, run: () => followAlarms({ db, bus, clock, log }) },
    { name: 'sites', every_ms: 15_000, run: () => judgeSites({ db, bus, clock }) },
    { name: 'haccp', every_ms: 1000, run: () => writeDueRevision({ db, clock }) },
    { name: 'rollups', every_ms: 5000, run: () => rollUpDue({ db, clock }) },
    { name: 'commands', every_ms: 1000, run: () => tendCommands({ db, bus, clock }) },
    {
      name: 'silence',
      every_ms: Math.min(5000, config.heartbeat_ms),
      run: () => judgeSilence({ db, bus, clock, silence_ms: outage_ms }),
    },
    { name: 'mail', every_ms: 1000, run: () => sendDueMail({ db, clock, log, post }) },
    { name: 'identity', every_ms: 60 * 60_000, run: () => identity.removeExpired() },
    {
      name: 'retention',
      every_ms: 60 * 60_000,
      run: () =>
        db.write(async (tx) => {
          await forgetHashes(tx, clock.now());
          await clearQuarantine(tx, clock.now());
          await forgetOldMail(tx, clock.now());
          await forgetOldCodes(tx, clock.now());
          await forgetOldAudit(tx, clock.now());
          await removeNeverConfirmed(tx, clock.now());
          await forgetOldConnections(tx, clock.now());
          await tendAlarms(tx, clock.now());
        }),
    },
    // By itself: for the moment of dropping a month it keeps everybody from telemetry.
    { name: 'telemetry', every_ms: 60 * 60_000, run: () => db.write((tx) => dropOldTelemetry(tx, clock.now())) },
  ];
  const worker = stack.use((parts.worker ?? startWorker)(rounds, { clock, log, commits: db.commits }));

  await app.listen({ host: config.host, port: config.httpPort });
  const url = address();
  const owned = stack.move();
  return {
    url,
    httpPort: ownPort(),
    mqttUrl: edge.url,
    config,
    db,
    bus,
    clock,
    pki,
    edge,
    identity,
    publicConfig: publicConfig(new URL(url).host),
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
