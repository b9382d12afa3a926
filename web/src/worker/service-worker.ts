/**
 * The portal's one service worker. It keeps the shell: the page, and the files it is made of, so that a second start needs no line. Of a
 * person it keeps nothing: what it keeps is the same for everybody, and calls, tokens and documents pass it by.
 */
import { isOpenPath, pathOf, type ScreenRow, screenRows } from '@brina/contract/screens';
import type { ShellAnswer, ShellFiles } from './shell-messages.ts';

/** What the browser gives to a service worker, as far as this one uses it: the project's library of types is that of pages. */
type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Lasting & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};
type Heard = Lasting & { data: ShellFiles; source: { postMessage(answer: ShellAnswer): void } };
type WorkerScope = {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
  addEventListener(type: 'install' | 'activate', hear: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', hear: (event: Fetching) => void): void;
  addEventListener(type: 'message', hear: (event: Heard) => void): void;
};
const worker = self as unknown as WorkerScope;

/** Which build this worker came with; the page of the same build says so too. */
declare const __BUILD__: string;
const build = __BUILD__;

const family = 'shell-';
const shell = `${family}${build}`;

/** A portal that answers within this decides what is shown, so that nobody starts an old version; a slower one is not waited for. */
const deadline_ms = 400;

const rows = Object.values<ScreenRow>(screenRows);
const firstSegment = (path: string): string => path.split('/')[1] ?? '';
const appSegments = new Set(rows.flatMap(({ path, alsoAt = path }) => [path, alsoAt]).map(firstSegment));

/** The two pages there are, each kept under one address whatever was asked for: with a code in it, or the name of an appliance. */
const pages = [pathOf('login'), pathOf('dashboard')] as const;
const pageFor = (path: string): string => (isOpenPath(path) ? pages[0] : pages[1]);

/** Files that carry a hash or stay as they are. Texts are among them, of the same language for everybody who speaks it. */
const isFile = (path: string): boolean => path.startsWith('/assets/') || path === '/favicon.svg';

worker.addEventListener('install', (event) => event.waitUntil(Promise.all([worker.skipWaiting(), keepPages()])));

worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (isFile(pathname)) event.respondWith(file(event.request));
  else if (mode === 'navigate' && appSegments.has(firstSegment(pathname))) event.respondWith(page(event, pathname));
});

worker.addEventListener('message', (event) => {
  event.source.postMessage({ build });
  if (event.data.build === build) event.waitUntil(keepFiles(event.data.files));
});

/** Keeps both pages and the code and styles that they name: what they need besides, such as words, they tell themselves. */
async function keepPages(): Promise<void> {
  for (const path of pages) {
    const response = await fetch(path, { cache: 'no-store' });
    const html = await response.clone().text();
    await keepFiles(Array.from(html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g), ([, file = '']) => file));
    await keepPage(path, response);
  }
}

/** Keeps a page, if it is one of this build: any other names files that are not kept with it. */
async function keepPage(path: string, response: Response): Promise<void> {
  const html = await response.text();
  if (!response.ok || !html.includes(`data-build="${build}"`)) return;
  // Made anew: a reply as it came remembers the address it was asked by, with a code in it or somebody's e-mail address.
  const { headers } = response;
  await (await caches.open(shell)).put(path, new Response(html, { headers }));
}

async function keepFiles(files: readonly string[]): Promise<void> {
  const cache = await caches.open(shell);
  for (const path of files.filter(isFile)) if (!(await cache.match(path))) await cache.add(path);
}

/** Goes on alone: the shells of other builds are gone, and open pages are ours. */
async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(family) && name !== shell);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(shell);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** The page as the portal has it, or as it was kept when the portal is late or away. */
async function page(event: Fetching, path: string): Promise<Response> {
  const kept = await caches.match(pageFor(path), { cacheName: shell });
  const fresh = (async () => (await event.preloadResponse) ?? fetch(event.request))();
  if (!kept) return fresh;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, deadline_ms));
  const answered = await Promise.race([fresh.catch(() => undefined), late]);
  event.waitUntil(fresh.then((response) => keepPage(pageFor(path), response.clone())).catch(() => undefined));
  return answered && answered.status < 500 ? answered : kept;
}
