import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PublicConfig } from '@brina/contract/config';
import { minute_ms } from '@brina/domain/language/durations';
import { type Child, startNode, until } from './children.ts';
import { now_ms } from './clock.ts';
import { addFleet, type Fleet } from './fleet.ts';
import { processor_s } from './processor.ts';

/** A portal that runs as a program on a data folder of its own. */
export type Portal = Child & { url: string; mqttPort: number; config: PublicConfig; dataDir: string };

/** A data folder with a company, its user and a fleet, from which every portal of the bench starts as a copy. */
export type Template = { dataDir: string; fleet: Fleet; user: { email: string; password: string } };

const start_ms = minute_ms;
/** What every portal of the bench is told. */
export const settings = { BRINA_HTTP_PORT: '0', BRINA_MQTT_PORT: '0', BRINA_ENV: 'dev', BRINA_LOG: 'error' };

const templates = new Map<number, Promise<Template>>();

/** A template of this run, each size made once: a demo company whose fleet is `appliances` units larger. Ends with `folders`. */
export function templateOf(appliances: number, folders: AsyncDisposableStack): Promise<Template> {
  const made = templates.get(appliances) ?? makeTemplate(appliances, folders);
  templates.set(appliances, made);
  return made;
}

async function makeTemplate(appliances: number, folders: AsyncDisposableStack): Promise<Template> {
  const dataDir = await temporaryFolder('template', folders);
  await makeDemo(dataDir);
  return { dataDir, fleet: await addFleet(dataDir, appliances), user: await accountOf(dataDir) };
}

/** Puts the demo's company with its fleet into a data folder, or into the database that is named. */
export async function makeDemo(dataDir: string, environment: Record<string, string> = {}): Promise<void> {
  await using server = startNode<{ type: string }>(['server/main.ts'], {
    ...settings,
    ...environment,
    BRINA_DEMO: '1',
    BRINA_DATA_DIR: dataDir,
  });
  while ((await server.next()).type !== 'fleet');
}

/** The account of the demo's company. */
export async function accountOf(dataDir: string): Promise<Template['user']> {
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as {
    accounts: { role: string; email: string; password: string }[];
  };
  const user = demo.accounts.find(({ role }) => role === 'USER');
  if (!user) throw new Error('the demo has no USER');
  return user;
}

/** How a portal is started; nothing said: as everybody starts it. */
export type Start = { program?: string; nodeOptions?: readonly string[]; environment?: Record<string, string> };

/** Starts a portal on a copy of the template; the copy goes with `folders`. */
export async function startPortal(
  { dataDir: original }: Pick<Template, 'dataDir'>,
  folders: AsyncDisposableStack,
  start: Start = {},
): Promise<Portal> {
  const dataDir = await temporaryFolder('portal', folders);
  await cp(original, dataDir, { recursive: true });
  return startPortalOn(dataDir, start);
}

/** Starts a portal on a data folder as it is. */
export async function startPortalOn(
  dataDir: string,
  { program = 'server/main.ts', nodeOptions = [], environment = {} }: Start = {},
): Promise<Portal> {
  const server = startNode([program], { ...settings, ...environment, BRINA_DATA_DIR: dataDir }, nodeOptions);
  try {
    const { url, mqttUrl } = await until('ready.json', start_ms, async () => {
      const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => '');
      if (server.process.exitCode !== null) throw new Error('the portal ended while it started');
      return text === '' ? undefined : (JSON.parse(text) as { url: string; mqttUrl: string });
    });
    const config = (await (await fetch(`${url}/config.json`)).json()) as PublicConfig;
    return { ...server, url, mqttPort: Number(new URL(mqttUrl).port), config, dataDir };
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
}

/** A portal that uses less of a core than this has nothing left to do. */
const restShare = 0.1;
const restLimit_ms = 15_000;

/** Waits until a portal has done what it was left with, so that it takes nothing from what is measured next. */
export async function atRest({ process: child }: Portal): Promise<void> {
  const end = now_ms() + restLimit_ms;
  for (let isBusy = true; isBusy && now_ms() < end; ) {
    const before_s = await processor_s(`/proc/${child.pid}`);
    await wait(1000);
    isBusy = (await processor_s(`/proc/${child.pid}`)) - before_s > restShare;
  }
}

/** Signs in by the password grant and gives the headers that calls carry, and the ids of user and session. */
export async function signIn(
  { url, config }: Pick<Portal, 'url' | 'config'>,
  { email, password }: Template['user'],
): Promise<{ token: string; oid: string; sid: string; headers: Record<string, string> }> {
  const reply = await fetch(url + config.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: email,
      password,
      client_id: config.clientId,
      scope: 'openid offline_access',
    }),
  });
  if (!reply.ok) throw new Error(`sign-in failed: ${reply.status}`);
  const { access_token: token } = (await reply.json()) as { access_token: string };
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const { oid, sid } = JSON.parse(claims) as { oid: string; sid: string };
  return {
    token,
    oid,
    sid,
    headers: { authorization: `Bearer ${token}`, [config.subscriptionKeyHeader]: config.subscriptionKey },
  };
}

export async function temporaryFolder(name: string, folders: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `brina-bench-${name}-`));
  folders.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
