import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Child, endChild, endingWords, packageProgram, startNode, stopSignal } from './children.ts';
import { Fault, runMain } from './fault.ts';
import { freePort } from './free-port.ts';
import { type ChildMessage, fleetArguments } from './launcher.ts';

const webPort = 5173;
const quiet_ms = 200;
const grace_ms = 15_000;

/**
 * The portal for whoever works on it: Vite serves the web app from its sources and hands calls to a server with the demo,
 * which starts anew whenever a source of the server, the contract or the domain changes.
 */
async function main(): Promise<number> {
  const root = resolve(import.meta.dirname, '..');
  const stop = stopSignal();
  const portal = `http://127.0.0.1:${await freePort()}`;
  const url = `http://127.0.0.1:${webPort}`;
  const env = {
    ...process.env,
    BRINA_ENV: 'dev',
    BRINA_DEMO: '1',
    BRINA_HTTP_PORT: new URL(portal).port,
    // Browsers come by way of Vite: tokens and the socket must carry its address.
    BRINA_PUBLIC_URL: url,
  };
  const dataDir = resolve(root, process.env.BRINA_DATA_DIR ?? 'data');
  const over = Promise.withResolvers<void>();
  stop.addEventListener('abort', () => over.resolve());

  const vite = startNode('vite', [packageProgram(root, 'vite'), '--port', String(webPort), '--strictPort'], {
    cwd: join(root, 'web'),
    env: { ...process.env, BRINA_DEV_PORTAL: portal },
  });
  void vite.ended.then((ending) => over.reject(new Fault(`Vite ended (${endingWords(ending)}).`)));

  let server: Child | undefined;
  let fleet: Child | undefined;
  let control: ChildMessage | undefined;
  const startServer = (): void => {
    server = startNode('server', ['server/main.ts'], { cwd: root, env });
    server.process.on('message', (message: ChildMessage) => {
      if (message.type === 'fault') console.error(message.sentence);
      if (message.type !== 'fleet') return;
      // The fleet outlives the servers: its appliances come back by themselves, as real ones do.
      if (fleet) return void (control && server?.process.send(control));
      const args = ['simulator/main.ts', ...fleetArguments(message.file, dataDir)];
      fleet = startNode('simulator', args, { cwd: root, env, output: 'errors' });
      fleet.process.on('message', (told: ChildMessage) => {
        if (told.type !== 'control') return;
        control = told;
        server?.process.send(told);
      });
    });
  };
  const restart = async (): Promise<void> => {
    if (server) await endChild(server, grace_ms);
    if (!stop.aborted) startServer();
  };

  startServer();
  console.log(`${url} shows the portal at ${portal}; the demo accounts stand in ${join(dataDir, 'ready.json')}.`);
  const leave = onSourceChange(root, ['server', 'contract/src', 'domain/src'], restart);
  try {
    await over.promise;
  } finally {
    leave();
    await Promise.all(
      [server, fleet, vite].filter((child) => child !== undefined).map((child) => endChild(child, grace_ms)),
    );
  }
  return 0;
}

/** Calls `changed` once for each burst of changes to sources in the folders, one call after the other. */
function onSourceChange(root: string, folders: string[], changed: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (!name || !/\.(ts|sql)$/.test(name) || /\.(test|fault)\.ts$/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        console.log(`${folder}/${name} changed: the server starts anew.`);
        last = last.then(changed);
      }, quiet_ms);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

if (import.meta.main) await runMain(main);
