import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { open, screens } from './screens.ts';

/** How much longer than English a text of another language may be: no translation shall need another layout. */
const growth = 0.4;

test.describe('with every word 40 % longer, at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test.describe.configure({ timeout: 600_000 });

  for (const [role, paths] of Object.entries(screens) as [keyof typeof screens, readonly string[]][])
    test(`S1.1 every screen of ${role} keeps its texts within its width`, async ({ signIn, world }) => {
      const page = await signIn(role);
      await page.route('**/assets/messages/*.json', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: longer(await response.json()) });
      });
      for (const path of paths) {
        await open(page, world, path);
        expect.soft(await cutTexts(page), path).toEqual([]);
      }
      // A catalogue may still be on its way: its answer is lost with the page.
      await page.unrouteAll({ behavior: 'wait' });
    });
});

/** A catalogue with longer words; what stands for a value stays. */
function longer(texts: unknown): unknown {
  if (typeof texts === 'string')
    return texts.replace(/\{[^}]*\}|\p{L}+/gu, (part) =>
      part.startsWith('{') ? part : part + part.slice(0, Math.round(part.length * growth)),
    );
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, longer(text)]));
}

/** What of the page is wider than the screen, or than the box that hides the rest of it. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const cut = [...document.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, label, p, li, td, th')].filter(
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
      ...cut.map((element) => `${element.tagName} ${element.textContent?.trim().slice(0, 60)}`),
    ];
  });
