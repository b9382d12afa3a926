import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicConfig } from '@brina/contract/config';
import { pathOf } from '@brina/contract/screens';
import type { Call, Input, Reply } from '@brina/contract/wire/call';
import { send } from '@brina/contract/wire/client';
import { familyOf } from '@brina/domain/appliance/families/families';
import type { FamilyCode } from '@brina/domain/appliance/families/family-code';
import type { Role } from '@brina/domain/people/roles';
import { type BrowserContext, test as base, expect, type Locator, type Page, request } from '@playwright/test';

export { expect };

const root = join(import.meta.dirname, '..');

/** A unit that waits for its owner, powered and connected. */
export type Spare = { serial: string; model: string; activationCode: string };

/** What the simulator says of one of its units: what it does, not what the portal shows of it. */
export type UnitView = {
  /** Code of the family's functions; null while none runs. */
  function: number | null;
  cycleState: number;
  /** Codes of the phases of what runs, and the minutes from its start to when it is to be ready; null: it takes its time. */
  plan: readonly number[];
  planned_min: number | null;
  /** Mode, program and set-points (°C, %) of each zone; null: not controlled. */
  zones: readonly { mode: number; program: number | null; set: number | null; humiditySet: number | null }[];
  /** Points of the needle, °C; null: broken. */
  core: readonly (number | null)[];
  /** Level of Sanigen, 0 not active. */
  sanigen: number;
  doorOpen: boolean;
  /** Openings of each door since its counter was reset. */
  doorOpenings: readonly number[];
  alarms: readonly string[];
  /** What is in the occupied places at its panel. */
  favourites: Readonly<Record<string, { title: string }>>;
};

/** Everything a unit is given to connect with; PEM. */
export type UnitIdentity = {
  serial: string;
  model: string;
  certificate: string;
  key: string;
  ca: string;
  /** `mqtts://host:port`. */
  mqttUrl: string;
};

/** A real portal with a real fleet, programs of their own, with their own data folder and ports. */
export type World = {
  url: string;
  /** The unit of a family that waits for its owner: one journey's in each world. */
  spare(family: FamilyCode): Spare;
  /** Serial number of a unit that the demo company holds, powered and connected. */
  own(name: (typeof stands)[number]): string;
  /**
   * Switches on another unit of the demo company with days of work behind it, and waits until the portal has heard of them.
   * @param fault_d how many days ago the fault happened that it has in the demo's month; absent: none did
   */
  past(name: (typeof withPast)[number], fault_d?: number): Promise<string>;
  account(role: Role): { email: string; password: string };
  /** The latest mail to an address whose subject matches, as the outbox page shows it; waits for it. */
  mail(to: string, subject: RegExp): Promise<{ code: string | undefined; links: string[]; text: string }>;
  /** Does something to a unit by hand: opens its door, pulls its plug, loads food. What it does then. */
  control(serial: string, action: string, body: Record<string, unknown>): Promise<UnitView>;
  /** Looks at a unit itself. */
  unit(serial: string): Promise<UnitView>;
  /** Ends what another journey may have left it doing, be it only that it holds what is done. */
  rest(serial: string): Promise<void>;
  /** Switches on a unit that has just been given its identity. */
  power(identity: UnitIdentity): Promise<void>;
};

/** How much faster than life the physics of the fleet runs; no journey asserts a duration. */
const pace = 120;
/** Chance in the fleet, the same in every world of a run; see the configuration. */
const seed = process.env.BRINA_TEST_SEED ?? '';

/** Units of the demo company that are switched on: one of each family, and one more. */
const stands = [
  'Abbattitore banco',
  'Abbattitore pesce',
  'Cella carrelli',
  'Frigo doppio',
  'Vetrina praline',
  'Fermalievita cornetti',
  // Changes its owner in a journey.
  'Armadio cioccolato',
] as const;

/** In place of a name: those that wait for their owners. */
const spares = 'spares';

/** Units of the demo company that a journey switches on with a past. */
const withPast = ['Abbattitore 1', 'Abbattitore dolci', 'Frigo carne'] as const;
/** Long enough for several records, whatever day a kitchen is closed. */
const past = '4d';

/** Whose portal's clock a journey sets forward. */
type Later = {
  /** Lets so much time pass at the portal. @returns what o'clock it is there then, epoch ms */
  later(by_ms: number): Promise<number>;
};

/** A portal without a fleet that demands a second factor of the maker's staff, as one in prod does. */
export type GuardedPortal = Pick<World, 'url' | 'account'> & Later;

type Fixtures = {
  guarded: GuardedPortal;
  /** A world of one journey with one appliance, the blast chiller for fish; it need not wait for what comes in half an hour. */
  hasty: World & Later;
  /** Signs in by the form and waits for the home of the role. */
  signIn(role?: Role): Promise<Page>;
  /** A page of another browser: nothing is shared with the first but the portal. */
  otherBrowser(): Promise<Page>;
  /** Tells with a failure how to have the same fleet again. */
  seedTold: undefined;
};

type Person = { email: string; password: string };

/** Makes a call of the contract as a person, for what a journey begins with and is not about. */
export async function callAs<C extends Call>(
  world: Pick<World, 'url'>,
  who: Person,
  call: C,
  input: Input<C>,
): Promise<Reply<C>> {
  const config = (await (await fetch(`${world.url}/config.json`)).json()) as PublicConfig;
  const form = { grant_type: 'password', username: who.email, password: who.password, client_id: config.clientId };
  const reply = await fetch(world.url + config.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await reply.json()) as { access_token: string };
  const headers = {
    authorization: `Bearer ${access_token}`,
    [config.subscriptionKeyHeader]: config.subscriptionKey,
  };
  return send(call, input, { baseUrl: world.url, headers: () => headers });
}

/** Types credentials into the sign-in form and waits until it is left. */
export async function signInWith(page: Page, world: Pick<World, 'url'>, who: Person): Promise<void> {
  await page.goto(world.url + pathOf('login'));
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== pathOf('login'));
}

/** Adds an appliance by its activation code, as its owner does, and waits for its card. */
export async function addAppliance(page: Page, activationCode: string, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add appliance' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Activation code').fill(activationCode);
  await dialog.getByLabel('Name of the appliance').fill(name);
  await dialog.getByRole('button', { name: 'Add appliance' }).click();
  await expect(dialog).toBeHidden();
  const card = page.getByRole('article', { name });
  await expect(card).toBeVisible();
  return card;
}

/** The row of something that can be set: its name, how it stands, and its button, on the page of an appliance. */
export const control = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('group', { name, exact: true }).last();

export const test = base.extend<Fixtures, { world: World }>({
  world: [
    // Playwright reads which fixtures are wanted off this pattern.
    // oxlint-disable-next-line no-empty-pattern -- a fixture that needs no other has nothing to name
    async ({}, use) =>
      inFolder(async (dataDir, children) =>
        use(await startWorld(dataDir, children, startPortal(dataDir, children, { hasty: false }))),
      ),
    { scope: 'worker', timeout: 240_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- a fixture that needs no other has nothing to name
  guarded: async ({}, use) => inFolder(async (dataDir, children) => use(await startGuarded(dataDir, children))),
  // oxlint-disable-next-line no-empty-pattern -- a fixture that needs no other has nothing to name
  hasty: async ({}, use) =>
    inFolder(async (dataDir, children) => {
      const server = startPortal(dataDir, children, { hasty: true });
      const world = await startWorld(dataDir, children, server, ['Abbattitore pesce']);
      await use({ ...world, later: laterAt(server) });
    }),
  signIn: async ({ page, world }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !isExpected(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(async (role = 'USER') => {
      await signInWith(page, world, world.account(role));
      return page;
    });
    // Noise in the console is a failure of the journey.
    expect(complaints).toEqual([]);
  },
  otherBrowser: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  seedTold: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture that needs no other has nothing to name
    async ({}, use, testInfo) => {
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) console.error(`The fleet again: BRINA_TEST_SEED=${seed}`);
    },
    { auto: true },
  ],
});

/**
 * Chromium itself reports refused requests, which journeys provoke on purpose, a socket given up while it opens, as by signing out, and
 * styles that the page named for a path which then led elsewhere. The worker that keeps the shell has journeys of its own.
 */
const isExpected = (text: string): boolean =>
  [
    'Failed to load resource',
    'WebSocket is closed before the connection is established',
    'was preloaded using link preload but not used',
    'Service Worker registration blocked by Playwright',
  ].some((expected) => text.includes(expected));

/** Gives programs a data folder while they are used, and ends them then: what was started last first. */
export async function inFolder(use: (dataDir: string, children: ChildProcess[]) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brina-journey-'));
  const children: ChildProcess[] = [];
  try {
    await use(dataDir, children);
  } finally {
    await Promise.all(children.reverse().map(end));
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startWorld(
  dataDir: string,
  children: ChildProcess[],
  server: ChildProcess,
  names: readonly string[] = [...stands, spares],
): Promise<World> {
  const { file, url } = await message<{ file: string; url: string }>(server, 'fleet');
  const fleet = JSON.parse(await readFile(file, 'utf8')) as {
    units: FleetRow[];
    incidents: Incident[];
  };
  const demo = await demoOf(dataDir);
  const isSpare = ({ serial }: FleetRow) => demo.spares.some((spare) => spare.serial === serial);
  /** Control of the simulator that runs a unit, by serial number. */
  const controls = new Map<string, string>();
  const simulate = async (
    name: string,
    file: { units: FleetRow[]; incidents?: readonly Incident[] },
    more: readonly string[] = [],
  ) => {
    const path = join(dataDir, `${name}.json`);
    await writeFile(path, JSON.stringify(file));
    const simulator = start(
      children,
      ['simulator/main.ts', '--fleet', path, '--pace', String(pace), '--seed', seed, ...more],
      {},
    );
    const control = await message<{ url: string }>(simulator, 'control');
    for (const { serial } of file.units) controls.set(serial, control.url);
    await expect
      .poll(() => unheard(control.url), { message: 'units that the portal has not heard yet', timeout: 120_000 })
      .toEqual([]);
  };
  // Each waits for what the journey does, and none has a past to tell.
  const units = fleet.units
    .filter((unit) => names.includes(isSpare(unit) ? spares : unit.name))
    .map((unit) => ({ ...unit, routine: 'idle', history: false }));
  await simulate('journey-fleet', { ...fleet, units });

  const ask = async (serial: string, path: string, init?: RequestInit): Promise<unknown> => {
    const reply = await fetch(`${controls.get(serial)}/units/${serial}${path}`, init);
    if (!reply.ok) throw new Error(`${serial}${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const control: World['control'] = async (serial, action, body) => {
    const headers = { 'content-type': 'application/json' };
    return (await ask(serial, `/${action}`, { method: 'POST', headers, body: JSON.stringify(body) })) as UnitView;
  };
  const unit: World['unit'] = async (serial) => (await ask(serial, '')) as UnitView;
  const given = new Set<string>();
  return {
    url,
    spare: (family) => {
      const spare = found(demo.spares, ({ model }) => familyOf(model)?.code === family);
      if (given.has(spare.serial)) throw new Error(`the spare ${family} is another journey's, which gave it an owner`);
      given.add(spare.serial);
      return spare;
    },
    own: (name) => found(units, (unit) => unit.name === name).serial,
    past: async (name, fault_d) => {
      const unit = found(fleet.units, (one) => one.name === name);
      if (!controls.has(unit.serial)) {
        const isFault = (one: Incident) => one.kind === 'fault' && one.unit === unit.serial;
        const incidents =
          fault_d === undefined
            ? fleet.incidents
            : fleet.incidents.filter(isFault).map((one) => ({ ...one, daysAgo: fault_d }));
        // The past of a unit is lived at the pace of life.
        await simulate(name, { ...fleet, units: [unit], incidents }, ['--since', past, '--pace', '1']);
        await expect.poll(() => historyOf(controls.get(unit.serial) ?? ''), { timeout: 120_000 }).toBe(1);
      }
      return unit.serial;
    },
    account: (role) => found(demo.accounts, (account) => account.role === role),
    mail: (to, subject) => readMail(url, to, subject),
    control,
    unit,
    rest: async (serial) => {
      if ((await unit(serial)).function !== null) await control(serial, 'stop', {});
    },
    power: ({ mqttUrl, ca, ...unit }) => {
      const row = { ...unit, timeZone: 'Europe/Rome', name: unit.serial, routine: 'idle', history: false };
      return simulate(unit.serial, { mqttUrl, ca, units: [row] } as { units: FleetRow[] });
    },
  };
}

async function startGuarded(dataDir: string, children: ChildProcess[]): Promise<GuardedPortal> {
  const server = startPortal(dataDir, children, { hasty: true, environment: { BRINA_STAFF_FACTOR: 'on' } });
  const { url } = await message<{ url: string }>(server, 'fleet');
  const accounts = await demoOf(dataDir);
  return {
    url,
    account: (role) => found(accounts.accounts, (account) => account.role === role),
    later: laterAt(server),
  };
}

/** Starts a portal with the demo company; a hasty one has a clock that can be set forward. */
export const startPortal = (
  dataDir: string,
  children: ChildProcess[],
  { hasty, environment = {} }: { hasty: boolean; environment?: Record<string, string> },
): ChildProcess =>
  start(children, [...(hasty ? ['--import', join(import.meta.dirname, 'late-clock.mjs')] : []), 'server/main.ts'], {
    BRINA_DATA_DIR: dataDir,
    BRINA_HTTP_PORT: '0',
    BRINA_MQTT_PORT: '0',
    BRINA_ENV: 'dev',
    BRINA_DEMO: '1',
    BRINA_LOG: 'error',
    ...environment,
  });

const laterAt =
  (server: ChildProcess): Later['later'] =>
  async (by_ms) => {
    const isLater = message<{ now_ms: number }>(server, 'isLater');
    server.send({ type: 'later', by_ms });
    return (await isLater).now_ms;
  };

/** What the demo has made, as its file says. */
export const demoOf = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as {
    accounts: { role: Role; email: string; password: string }[];
    spares: Spare[];
  };

/** Units of a simulator of which the portal has acknowledged nothing yet. */
async function unheard(controlUrl: string): Promise<string[]> {
  const { units } = (await (await fetch(`${controlUrl}/units`)).json()) as {
    units: { serial: string; outbox: { next: number; messages: number } }[];
  };
  return units.filter(({ outbox }) => outbox.messages === outbox.next).map(({ serial }) => serial);
}

/** How much of the past of its units has been acknowledged, 0..1. */
async function historyOf(controlUrl: string): Promise<number> {
  const { history } = (await (await fetch(`${controlUrl}/units`)).json()) as { history: number };
  return history;
}

/** What the fleet file says of a unit, as far as a journey looks at it. */
/** What happens to a unit of the demo's fleet, as far as it matters here. */
export type Incident = { kind: string; daysAgo: number; unit?: string; hours?: number };

export type FleetRow = { serial: string; model: string; name: string };

function found<T>(rows: readonly T[], is: (row: T) => boolean): T {
  const row = rows.find(is);
  if (!row) throw new Error('the demo has no such unit or account');
  return row;
}

/** Reads the newest matching mail off the outbox, in the way a person would who has no mail server. */
async function readMail(url: string, to: string, subject: RegExp): Promise<Awaited<ReturnType<World['mail']>>> {
  const context = await request.newContext({ baseURL: url });
  try {
    let found: string | undefined;
    await expect
      .poll(
        async () => {
          const list = await (await context.get('/dev/outbox')).text();
          const rows = list.split('<tr>').filter((row) => row.includes(`<td>${to}</td>`));
          const match = rows
            .map((row) => /<a href="([^"]+)">([^<]*)</.exec(row))
            .find((row) => subject.test(row?.[2] ?? ''));
          found = match?.[1];
          return found;
        },
        { message: `a mail to ${to} about ${subject}` },
      )
      .toBeTruthy();
    const page = await (await context.get(found ?? '')).text();
    return {
      code: /data-code>(\d+)</.exec(page)?.[1],
      links: Array.from(page.matchAll(/data-link href="([^"]+)"/g), ([, link]) =>
        (link ?? '').replaceAll('&#38;', '&'),
      ),
      text: page,
    };
  } finally {
    await context.dispose();
  }
}

export function start(
  children: ChildProcess[],
  args: readonly string[],
  environment: Record<string, string>,
): ChildProcess {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('BRINA_')));
  const child = spawn(process.execPath, ['--import', join(root, 'tools/tether.mjs'), ...args], {
    cwd: root,
    env: { ...clean, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

/** What a program tells of one kind; to be called before it can have told it. */
export function message<T>(child: ChildProcess, type: string): Promise<T> {
  return new Promise((resolve, reject) => {
    child.on('message', (told: { type: string; sentence?: string } & T) => {
      if (told.type === 'fault') reject(new Error(told.sentence));
      if (told.type === type) resolve(told);
    });
    child.once('exit', () => reject(new Error(`the program ended before it told its ${type}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}
