import { execFileSync } from 'node:child_process';
import { importRecipes } from '@brina/contract/calls/kitchen/recipe-files';
import { filterRecipes } from '@brina/contract/calls/kitchen/recipes';
import { cycleFileOf } from '@brina/contract/cycle-file';
import { pathOf } from '@brina/contract/screens';
import { send } from '@brina/contract/wire/client';
import { minute_ms } from '@brina/domain/language/durations';
import { wireLocale } from '@brina/domain/language/locales';
import { presets } from '@brina/domain/recipes/presets';
import { recipeLimits } from '@brina/domain/recipes/recipe';
import { checkDefinition } from '@brina/domain/recipes/recipe-check';
import type { Page } from 'playwright-core';
import { root } from './children.ts';
import { limitRow, type PartResult, repeatedly, toldRow } from './figures.ts';
import { cpuSlowdown, screen, settled, signedIn, slowProcessor, startBrowser } from './phone.ts';
import { type Portal, signIn, startPortal, type Template, templateOf } from './portal.ts';

/** What somebody types, a letter after the other; the last narrows what the others found. */
const typed = 'lasagne 25';

/** The slowest of ten keys is that of an unlucky moment in some visits. */
const visits_n = 15;

/** From the reply to the first cards on the screen, from a key to the next picture, and until the cards are those that were looked for. */
type Visit = { cards_ms: number; key_ms: number; found_ms: number };

/** The cycle library of a company that has as many cycles as it may, on a telephone's processor. */
export async function library(folders: AsyncDisposableStack): Promise<PartResult> {
  execFileSync(process.execPath, ['tools/web-build.ts'], { cwd: root, stdio: 'inherit' });
  const template = await templateOf(1, folders);
  await using portal = await startPortal(template, folders);
  const cycles = await fill(portal, template.user);
  const browser = await startBrowser();
  try {
    await using context = await browser.newContext({ ...screen, serviceWorkers: 'block' });
    await context.addInitScript(watch);
    const page = await signedIn(context, portal.url, template.user);
    await slowProcessor(await context.newCDPSession(page));
    // The first visit brings the code; whoever comes again has it.
    await visit(page, portal);
    const visits = await repeatedly(() => visit(page, portal), visits_n);
    return {
      rows: [
        limitRow(
          'library: first cards after the reply',
          'ms',
          visits.map((one) => one.cards_ms),
          { atMost: 300 },
        ),
        limitRow(
          'library: slowest key in the search, until the next picture',
          'ms',
          visits.map((one) => one.key_ms),
          { atMost: 100 },
        ),
        toldRow(
          'library: last key in the search, until the cards are those that fit',
          'ms',
          visits.map((one) => one.found_ms),
        ),
      ],
      notes: [
        `${cycles} cycles, of which ${recipeLimits.recipes} the company's own and none used yet, on the screen of a telephone with the processor slowed ${cpuSlowdown} times; the reply is there when its last byte is, the cards when the frame begins after that in which React has put the first into the page. A key is timed by the browser's own event timing, from the stroke to the next picture, to 8 ms; \u201c${typed}\u201d is typed with a tenth of a second between the letters.`,
      ],
    };
  } finally {
    await browser.close();
  }
}

/** Presets of which a company may keep its own: all but the defrosts. */
const keepable = presets.filter(({ definition }) => checkDefinition(definition).length === 0);

/** Keeps cycles until the company may have no more. @returns how many its library shows */
async function fill(portal: Portal, user: Template['user']): Promise<number> {
  const { headers } = await signIn(portal, user);
  const options = { baseUrl: portal.url, headers: () => headers };
  const shown = async () =>
    (await send(filterRecipes, { query: {}, body: { page: 0, nRows: 1, filterAttributes: [] } }, options)).total;
  const full = presets.length + recipeLimits.recipes;
  const cycles = Array.from({ length: full - (await shown()) }, (_, i) => {
    const { definition, icon, colour, sector } = keepable[i % keepable.length] as (typeof presets)[number];
    const title = i % 10 === 0 ? `Lasagne ${i}` : `Cycle ${i}`;
    // Whoever reads the file counts the hash anew.
    const hash = '0'.repeat(16);
    return { title, description: '', language: wireLocale('en'), texts: {}, icon, colour, sector, definition, hash };
  });
  const text = JSON.stringify(cycleFileOf(cycles, '2026-01-01T00:00:00Z'));
  await send(importRecipes, { query: {}, body: { text, chosen: cycles.map((_, i) => i) } }, options);
  const total = await shown();
  if (total !== full) throw new Error(`the library shows ${total} cycles instead of ${full}`);
  return total;
}

async function visit(page: Page, { url }: Portal): Promise<Visit> {
  await page.goto(url + pathOf('library'), { waitUntil: 'commit', timeout: minute_ms });
  const cards_ms = await page.evaluate<number>('library.cards');
  await settled(page);
  await page.getByRole('searchbox').first().click();
  await page.evaluate('library.watchKeys()');
  await page.keyboard.type(typed, { delay: 100 });
  const { key_ms, found_ms } = await page.evaluate<Pick<Visit, 'key_ms' | 'found_ms'>>('library.keys()');
  return { cards_ms, key_ms, found_ms };
}

/** Runs in the page before all else. */
const watch = `library = (() => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const reply = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const entry = list.getEntries().find(({ name }) => name.includes('${filterRecipes.path}'));
      if (entry) resolve(entry.responseEnd);
    }).observe({ type: 'resource', buffered: true });
  });
  const card = new Promise((resolve) => {
    const look = () => document.querySelector('main li article') && resolve(frame());
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  const strokes = [];
  let [last_ms, narrowed_ms] = [0, 0];
  return {
    cards: Promise.all([reply, card]).then(([reply_ms, card_ms]) => card_ms - reply_ms),
    watchKeys: () => {
      addEventListener('keydown', ({ timeStamp }) => (last_ms = timeStamp), { capture: true });
      new PerformanceObserver((list) => strokes.push(...list.getEntries())).observe({ type: 'event', durationThreshold: 16 });
      new MutationObserver(() => frame().then((now_ms) => (narrowed_ms = now_ms)))
        .observe(document.querySelector('main [role=status]'), { childList: true, characterData: true, subtree: true });
    },
    keys: async () => {
      // The browser tells of a stroke only after the picture that answered it, and the search waits for a pause.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      // What is answered within the threshold has no entry.
      const key_ms = Math.max(16, ...strokes.map(({ duration }) => duration));
      return { key_ms, found_ms: narrowed_ms - last_ms };
    },
  };
})()`;
