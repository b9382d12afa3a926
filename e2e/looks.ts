import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { speak, type Words } from './longer-words.ts';
import { settled } from './screens.ts';

/** How a screen may have to show, and what must be right then. */
export type Look = {
  name: string;
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
  /** Absent: nobody is signed in, whose words could change. */
  words?: Words;
  judge: (page: Page, where: string) => Promise<void>;
};

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** In light and wide, in dark and small. */
export const looks: readonly Look[] = [
  { name: 'light 1440', colorScheme: 'light', viewport: wide, judge: clean },
  { name: 'dark 390', colorScheme: 'dark', viewport: phone, judge: clean },
];

/** Small with longer words, of a page that speaks them. */
export const longerLook: Look = { name: 'longer words 390', colorScheme: 'dark', viewport: phone, judge: uncut };

/** All three of a page that was taught longer words, and of which somebody is signed in. */
export const looksAndLongerWords: readonly Look[] = [
  ...looks.map((look) => ({ ...look, words: 'usual' as const })),
  { ...longerLook, words: 'longer' },
];

/**
 * Judges what a page shows in each look, one after the other on the open page. The page is left in the last, and next time goes back
 * to the first: every other screen opens small, dark and in the longest words, and then grows.
 */
export function judging(page: Page, all: readonly Look[]): (where: string) => Promise<void> {
  let next = all;
  return async (where) => {
    for (const look of next) {
      await turnTo(page, look);
      await look.judge(page, `${where}, ${look.name}`);
    }
    next = next.toReversed();
  };
}

async function turnTo(page: Page, { colorScheme, viewport, words }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  if (words) await speak(page, words);
  await settled(page);
  await page.evaluate(stillness);
}

/**
 * In the page: resolves when its transitions have ended, for half faded text has less contrast than anybody will read it with. What spins
 * for ever does not count, nor what is drawn only once somebody scrolls to it: it stands still until then.
 */
async function stillness(): Promise<void> {
  const soon = (wait_ms: number) => new Promise((done) => setTimeout(done, wait_ms));
  // A page that draws nothing has no frames.
  const frame = () => Promise.race([new Promise(requestAnimationFrame), soon(500)]);
  const moving = () =>
    document.getAnimations().filter(({ effect, playState }) => {
      // What fills its end is among them for as long as it is drawn: the line of the loader, while somebody waits for a reply.
      if (playState === 'finished') return false;
      const seen = effect instanceof KeyframeEffect && effect.target?.checkVisibility({ contentVisibilityAuto: true });
      return seen && effect.getComputedTiming().endTime !== Infinity;
    });
  const patience_ms = 30_000;
  for (const begun = performance.now(); performance.now() - begun < patience_ms; ) {
    await frame();
    await frame();
    const all = moving();
    if (all.length === 0) return;
    await Promise.race([Promise.allSettled(all.map(({ finished }) => finished)), soon(1_000)]);
  }
  throw new Error(
    `still moving: ${moving().map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 80))}`,
  );
}

/** No finding of axe, and nothing to scroll for sideways. */
async function clean(page: Page, where: string): Promise<void> {
  // No frame of another site is on the page, so it can be judged where it is; what passes is not told.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map((one) => `${where}: ${one.id} ${one.nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Nothing is wider than the screen, or than the box that hides the rest of it. */
async function uncut(page: Page, where: string): Promise<void> {
  const cut = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const hidden = [...document.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, label, p, li, td, th')].filter(
      (element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        return (
          element.checkVisibility() &&
          element.scrollWidth > element.clientWidth + 1 &&
          overflowX !== 'visible' &&
          overflowX !== 'auto' &&
          overflowX !== 'scroll' &&
          // Shortened on purpose, with three dots.
          textOverflow !== 'ellipsis'
        );
      },
    );
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...hidden.map((element) => `${element.tagName} ${element.textContent?.trim().slice(0, 60)}`),
    ];
  });
  // One look at all screens tells all of them.
  expect.soft(cut, where).toEqual([]);
}
