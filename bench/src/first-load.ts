import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { pathOf } from '@brina/contract/screens';
import { minute_ms } from '@brina/domain/language/durations';
import type { Browser, CDPSession, Page, Response } from 'playwright-core';
import { root } from './children.ts';
import { limitRow, type PartResult, type Row, repeatedly, toldRow } from './figures.ts';
import { cpuSlowdown, screen, settled, signedIn, slow, startBrowser } from './phone.ts';
import { type Portal, startPortal, type Template, templateOf } from './portal.ts';
import { appliances } from './scale.ts';

/** Requests and bytes on the wire until `text` is shown. */
type Load = {
  fcp_ms: number;
  lcp_ms: number;
  shown_ms: number;
  js_kB: number;
  /** With what follows the first picture. */
  js_all_kB: number;
  requests: number;
  wire_kB: number;
};

/** What a first visit costs: JavaScript by size, and when the largest piece stands on the screen of a slow telephone. */
export async function firstLoad(folders: AsyncDisposableStack): Promise<PartResult> {
  // Builds the web app, unless that was done with the sources as they are.
  execFileSync(process.execPath, ['tools/web-build.ts'], { cwd: root, stdio: 'inherit' });
  const template = await templateOf(appliances, folders);
  await using portal = await startPortal(template, folders);
  const browser = await startBrowser();
  try {
    const login = await repeatedly(() => loginLoad(browser, portal));
    const dashboard = await repeatedly(() => dashboardLoad(browser, portal, template.user));
    const second = await repeatedly(() => secondStart(browser, portal, template.user));
    return {
      rows: [
        ...rowsOf('login', 'form', login, { js_kB: 145, shown_ms: 2000 }),
        ...rowsOf('dashboard', 'first appliance', dashboard, { js_kB: 185, shown_ms: 2500 }),
        limitRow(
          "first load: second start, the app's frame with its menu shown, mobile",
          'ms',
          second.map((one) => one.frame_ms),
          { atMost: 1000 },
        ),
        toldRow(
          'first load: second start, first appliance shown, mobile',
          'ms',
          second.map((one) => one.appliance_ms),
        ),
      ],
      notes: [
        `Not Lighthouse: Chromium's own paint entries with a processor slowed ${cpuSlowdown} times and a slow 4G line (150 ms, 1.6 Mbit/s) by the DevTools protocol, empty cache, no service worker; the second start is that of a browser whose service worker has kept the shell, signed in before, its HTTP cache warm and the line and processor as slow; the portal's page comes within the worker's deadline there, and its frame stands when the frame after that in which React has put the menu into the page begins, as the page itself sees it: not the skeleton that came with the page, and no reply of the portal is in it. JavaScript is what the page needed until then, each file gzip -9, 1 kB = 1,000 bytes; on the wire are the bytes as they travelled, headers included. Each page opens in a process of its own, with nothing compiled before, for its Cross-Origin-Opener-Policy has the browser part it from the page before; figures of commits before 6ed33b4 were taken without that, in a process that had just run the same page, which is about 0.3 s less. The dashboard shows ${template.fleet.units.length + 6} appliances, and is loaded by a user who is signed in. What is painted largest is not what a person waits for, hence the lines that say when the form and the first appliance are shown: on the dashboard it is the words of the filters, which follow the first picture.`,
      ],
    };
  } finally {
    await browser.close();
  }
}

function rowsOf(name: string, shown: string, loads: readonly Load[], most: { js_kB: number; shown_ms: number }): Row[] {
  return [
    limitRow(
      `first load: ${name}, JavaScript gzip`,
      'kB',
      loads.map((load) => load.js_kB),
      { atMost: most.js_kB },
    ),
    toldRow(
      `first load: ${name}, JavaScript gzip with what follows`,
      'kB',
      loads.map((load) => load.js_all_kB),
    ),
    limitRow(
      `first load: ${name}, largest contentful paint, mobile`,
      'ms',
      loads.map((load) => load.lcp_ms),
      { atMost: 2500 },
    ),
    toldRow(
      `first load: ${name}, first contentful paint, mobile`,
      'ms',
      loads.map((one) => one.fcp_ms),
    ),
    limitRow(
      `first load: ${name}, ${shown} shown, mobile`,
      'ms',
      loads.map((one) => one.shown_ms),
      { atMost: most.shown_ms },
    ),
    limitRow(
      `first load: ${name}, requests until then`,
      'requests',
      loads.map((one) => one.requests),
      { atMost: 35 },
    ),
    toldRow(
      `first load: ${name}, on the wire until then`,
      'kB',
      loads.map((one) => one.wire_kB),
    ),
  ];
}

async function loginLoad(browser: Browser, { url }: Portal): Promise<Load> {
  await using context = await browser.newContext({ ...screen, serviceWorkers: 'block' });
  const page = await context.newPage();
  return await load(page, await context.newCDPSession(page), url + pathOf('login'), 'Password');
}

async function dashboardLoad(browser: Browser, { url }: Portal, user: Template['user']): Promise<Load> {
  await using context = await browser.newContext({ ...screen, serviceWorkers: 'block' });
  const page = await signedIn(context, url, user);
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.goto('about:blank');
  return await load(page, session, url + pathOf('dashboard'), 'BENCH-00000');
}

/** When the frame of the app and the first appliance are shown. */
type SecondStart = { frame_ms: number; appliance_ms: number };

/** The start of a browser that has been here before, and whose service worker has kept the shell. */
async function secondStart(browser: Browser, { url }: Portal, user: Template['user']): Promise<SecondStart> {
  await using context = await browser.newContext(screen);
  const page = await signedIn(context, url, user);
  // Twice: what the first start under the worker needed besides is kept then, too.
  for (let i = 0; i < 2; i++) {
    await page.goto(url + pathOf('dashboard'));
    await settled(page);
  }
  await page.goto('about:blank');
  await page.addInitScript(watchFrame);
  const session = await context.newCDPSession(page);
  await slow(session);
  await page.goto(url + pathOf('dashboard'), { waitUntil: 'commit', timeout: minute_ms });
  // Not asked for from outside: on a slow processor, looking takes as long as what is looked for.
  return await page.evaluate<SecondStart>('secondStart');
}

/** Runs in the page before all else: begins with the frame after the one in which an element came. */
const watchFrame = `secondStart = (() => {
  const shown = (selector) => new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame((now_ms) => resolve(now_ms)));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  });
  return Promise.all([shown('nav'), shown('article')]).then(([frame_ms, appliance_ms]) => ({ frame_ms, appliance_ms }));
})()`;

/** Loads a page; `text` is what a person came to see on it. */
async function load(page: Page, session: CDPSession, url: string, text: string): Promise<Load> {
  await slow(session);
  const scripts: Promise<number>[] = [];
  const weigh = (response: Response): void => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  };
  page.on('response', weigh);
  let requests = 0;
  let wire_kB = 0;
  session.on('Network.requestWillBeSent', () => void (requests += 1));
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (wire_kB += encodedDataLength / 1000));
  await page.goto(url, { waitUntil: 'commit', timeout: minute_ms });
  await page.getByText(text).first().waitFor({ timeout: minute_ms });
  const shown_ms = await page.evaluate<number>('performance.now()');
  const untilThen = { requests, wire_kB, scripts: scripts.length };
  await settled(page);
  const paints = await page.evaluate<Pick<Load, 'fcp_ms' | 'lcp_ms'>>(paintTimes);
  // What comes later is none of the load, and its body may be gone with the page.
  page.off('response', weigh);
  const sizes = await Promise.all(scripts);
  const kB = (some: readonly number[]): number => some.reduce((sum, size) => sum + size, 0) / 1000;
  return {
    ...paints,
    ...untilThen,
    shown_ms,
    js_kB: kB(sizes.slice(0, untilThen.scripts)),
    js_all_kB: kB(sizes),
  };
}

/** Runs in the page: the browser keeps its paint entries for observers that come late. */
const paintTimes = `new Promise((resolve) => {
  const fcp_ms = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;
  new PerformanceObserver((list) => resolve({ fcp_ms, lcp_ms: list.getEntries().at(-1).startTime }))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;
