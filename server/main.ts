import { ConfigFault, configHelp, readConfig, unsafeValues } from './src/config.ts';
import { systemClock } from './src/core/clock.ts';
import { DatabaseFault } from './src/core/db/database-errors.ts';
import { openDatabase } from './src/core/db/open-database.ts';
import { descriptorLimit, planDescriptors, scarceDescriptors } from './src/core/descriptors.ts';
import { openLog } from './src/core/log.ts';
import { AuthorityFault } from './src/core/pki/known-authority.ts';
import { makeDemo } from './src/features/maker/demo/demo.ts';
import { followDemo } from './src/features/maker/demo/follow-demo.ts';
import { FactorKeyFault } from './src/identity/factors/factor-key.ts';
import { accountMaker, makeFirstAccount } from './src/new-account.ts';
import { startPortal } from './src/portal.ts';
import { announceReady } from './src/ready.ts';
import { ResetFault, resetFactorsOf } from './src/reset-factors.ts';

/** Starts the portal as a program: arguments, signals, exit code. Everything else is in `startPortal`. */
async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log('--reset-factors ADDRESS removes the second factors of who has lost them all, and ends.\n');
    console.log(configHelp());
    return;
  }
  const config = readConfig(process.env);
  const whose = argumentAfter('--reset-factors');
  if (whose !== undefined) {
    const { dataDir, databaseUrl, databasePlans: keepsPlans } = config;
    await using db = await openDatabase({ dataDir, url: databaseUrl ?? undefined, keepsPlans, clock: systemClock });
    const address = config.publicUrl ?? `http://${config.host}:${config.httpPort}`;
    console.log(await resetFactorsOf({ db, clock: systemClock, address }, whose));
    return;
  }
  const scarce = scarceDescriptors(planDescriptors(descriptorLimit()));
  for (const sentence of [...unsafeValues(config), ...scarce]) console.error(sentence);
  const log = openLog(config.logLevel);
  const stop = new Promise<void>((resolve) => {
    // Not once: a second signal while the portal drains must not cut the draining short.
    process.on('SIGTERM', () => resolve());
    process.on('SIGINT', () => resolve());
  });
  await using stack = new AsyncDisposableStack();
  const demoHistory: { share?: () => Promise<number> } = {};
  const portal = stack.use(
    await startPortal({
      config,
      clock: systemClock,
      log,
      ...(config.demo && { demoHistory: () => demoHistory.share?.() ?? Promise.resolve(0) }),
    }),
  );
  const demo = config.demo ? await makeDemo({ ...portal, createAccount: accountMaker(portal) }) : undefined;
  if (demo) demoHistory.share = demo.historyShare;
  if (!demo) await makeFirstAccount(portal, console.log);
  if (demo) stack.use(followDemo(portal, demo));
  stack.use(await announceReady(portal, demo));
  await stop;
}

const argumentAfter = (name: string): string | undefined =>
  process.argv.includes(name) ? (process.argv[process.argv.indexOf(name) + 1] ?? '') : undefined;

const faults = [ConfigFault, DatabaseFault, AuthorityFault, FactorKeyFault, ResetFault];

/** What a person who starts the portal can do something about is one sentence; the launcher shows it. */
function sentenceOf(error: unknown): string | undefined {
  if (faults.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, port, syscall, path } = error as { code?: string; port?: number; syscall?: string; path?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program: end it, or choose another with BRINA_HTTP_PORT or BRINA_MQTT_PORT.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `This user may not listen on port ${port}: choose one above 1023.`;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return `The data folder cannot be written (${path ?? 'unknown path'}).`;
  return undefined;
}

try {
  await main();
  process.exitCode = 0;
} catch (error) {
  const sentence = sentenceOf(error);
  if (sentence && process.send) process.send({ type: 'fault', sentence });
  else console.error(sentence ?? error);
  process.exitCode = 1;
} finally {
  if (process.connected) process.disconnect();
}
