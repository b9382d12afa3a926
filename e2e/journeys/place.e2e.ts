import { type BuiltScreen, screenNames, screenRows } from '@brina/contract/screens';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type World } from '../fixtures.ts';
import { open, settled, type Visit, visitsOf } from '../screens.ts';

// Many screens each, on a machine that may do much else.
test.describe.configure({ timeout: 1_200_000 });
// What moves is drawn again and again, and each look waits for its end.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Lower than a screen is: pages that are short have to scroll, too. */
const widths = [
  { width: 1440, height: 420 },
  { width: 390, height: 420 },
];

/** What on a page chooses what it shows: tabs, periods and filters. What a form asks for chooses nothing, nor what is told to an appliance, a group of its row. */
const choices = (page: Page): Locator =>
  page
    .getByRole('main')
    .locator(
      '[role=tablist]:not(form *), search :is(select, input), button[aria-pressed], fieldset:not([role=group] *, form *)',
    )
    // What is folded away is chosen from when it is opened.
    .filter({ visible: true });

/** An owner's members choose from the same on the screens that the owner has. */
const visits = screenNames
  .filter((name): name is BuiltScreen => !('later' in screenRows[name]))
  .flatMap((name) => {
    const all = visitsOf(name).filter(({ by }) => by !== 'nobody');
    return all.some(({ by }) => by === 'USER') ? all.filter(({ by }) => by !== 'KITCHEN_MANAGER') : all;
  });

/** Looks in parts of about this length, each of whole screens, so that all workers have something to do. */
const partLength = 16;
const partsOf = (looks: readonly Visit[]): Visit[][] => {
  const parts: Visit[][] = [[]];
  for (const ofScreen of Map.groupBy(looks, ({ screen }) => screen).values()) {
    if ((parts.at(-1)?.length ?? 0) >= partLength) parts.push([]);
    parts.at(-1)?.push(...ofScreen);
  }
  return parts;
};

for (const [by, looks] of Map.groupBy(visits, (visit) => visit.by))
  for (const own of partsOf(looks))
    test(`B1.6 ${by} changes each tab, period and filter of ${[...new Set(own.map(({ screen }) => screen))].join(', ')}, and the page does not move`, async ({
      signIn,
      world,
    }) => {
      if (by === 'nobody') return;
      const page = await signIn(by);
      // What says how far the demo's past has come stands above every screen, from when it is known on.
      await page.route('**/health', (route) => route.fulfill({ json: { demoHistory: 1 } }));
      // A look that brought nothing new at one width is not repeated at the next, but for the first at each screen.
      let worth = own;
      for (const viewport of widths) {
        await page.setViewportSize(viewport);
        const tried = new Set<string>();
        const brought: Visit[] = [];
        for (const visit of worth) {
          const known = tried.size;
          await tryChoices(page, world, visit, tried);
          if (tried.size > known || !brought.some(({ screen }) => screen === visit.screen)) brought.push(visit);
        }
        worth = brought;
      }
    });

test('B1.6 who filters before all of the page has arrived stays at the place, too', async ({ signIn, world }) => {
  const page = await signIn();
  await page.setViewportSize({ width: 1440, height: 800 });
  // A slow line: what keeps the place of a page that becomes shorter is still on its way.
  await page.route('**/keep-place-*', () => {});
  await open(page, world.url);
  // A list that stays long, and one that becomes shorter than the place is.
  for (const name of [/^\d+ Cold/, /^0 /]) {
    const tile = page.getByRole('main').getByRole('button', { name }).first();
    await tile.evaluate((element) => {
      element.scrollIntoView({ block: 'start' });
      window.scrollBy(0, -10);
    });
    const before = await topOf(tile);
    await change(tile, tile, 0);
    await expect(tile).toHaveAttribute('aria-pressed', 'true');
    await settled(page);
    expect(await topOf(tile), String(name)).toBe(before);
  }
});

/** Changes each choice of a screen that was not changed before, and changes it back. */
async function tryChoices(page: Page, world: World, { screen, addressIn }: Visit, tried: Set<string>): Promise<void> {
  const openAnew = async (): Promise<void> => {
    await open(page, await addressIn(world));
    // A phone folds the filters of a list.
    const fold = page.locator('search > button[aria-expanded=false]').filter({ visible: true });
    if ((await fold.count()) > 0) await fold.click();
  };
  await openAnew();
  for (let index = 0; index < (await choices(page).count()); index += 1) {
    const choice = choices(page).nth(index);
    const name = `${screen}: ${await choice.evaluate(nameOf)}`;
    // A tile that is chosen stays so.
    if (tried.has(name) || (await choice.getAttribute('aria-pressed')) === 'true') continue;
    tried.add(name);
    let moved = await movedBy(choice);
    if (moved.some((one_px) => one_px > 1)) {
      // An alarm that came above it meanwhile moves it, too, but not again.
      await openAnew();
      moved = await movedBy(choice);
    }
    expect
      .soft(Math.max(...moved), `${name} ${new URL(page.url()).search} at ${page.viewportSize()?.width} px`)
      .toBeLessThanOrEqual(1);
  }
}

/** Changes a choice, and changes it back where that can be: by how much each of it moved what was pressed, px. */
async function movedBy(choice: Locator): Promise<number[]> {
  const page = choice.page();
  const isButton = await choice.evaluate((element) => element.localName === 'button');
  const moved: number[] = [];
  for (let times = 0; times < (isButton ? 1 : 2); times += 1) {
    const pressed = await pressedOf(choice, times);
    // Now, for a press would bring it into view.
    await pressed.evaluate((element) => {
      element.scrollIntoView({ block: 'start' });
      window.scrollBy(0, -120);
    });
    const before = await topOf(pressed);
    await change(choice, pressed, times);
    await settled(page);
    // One frame more, in which a page that was moved stands where it was moved to.
    await page.evaluate(
      () =>
        new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(done));
          // A page that draws nothing has no frames.
          setTimeout(done, 1_000);
        }),
    );
    moved.push(Math.abs((await topOf(pressed)) - before));
  }
  return moved;
}

/** In the page: what a choice is called. */
const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ??
  element.querySelector('legend')?.textContent ??
  (element as HTMLInputElement).labels?.[0]?.textContent ??
  // A count changes by itself.
  (element.textContent ?? '').replaceAll(/\d/g, '');

/** How far below the top of the window something stands, in px. What grows above what is looked at does not move it. */
const topOf = (element: Locator): Promise<number> => element.evaluate((one) => one.getBoundingClientRect().top);

const matches = (choice: Locator, selector: string): Promise<boolean> =>
  choice.evaluate((element, one) => element.matches(one), selector);

/** What of a choice is pressed: of a group its last, and the second time its first. */
async function pressedOf(choice: Locator, times: number): Promise<Locator> {
  if (await matches(choice, 'select, input, button')) return choice;
  return choice
    .locator('[role=tab], label')
    .filter({ visible: true })
    .nth(times === 0 ? -1 : 0);
}

/** Changes a choice to something else, and the second time to something else again, in the way that its kind is changed. */
async function change(choice: Locator, pressed: Locator, times: number): Promise<void> {
  const page = choice.page();
  const before = page.url();
  if (await matches(choice, 'select')) {
    const chosen = await choice.evaluate((element) => (element as HTMLSelectElement).selectedIndex);
    await choice.selectOption({ index: chosen === 0 ? 1 : 0 });
  } else if (await matches(choice, 'input[aria-haspopup=listbox]')) {
    await choice.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter', 'Escape']) await page.keyboard.press(key);
  } else if (await matches(choice, 'input[type=date]')) await choice.fill(times === 0 ? '2020-02-29' : '');
  else if (await matches(choice, 'input')) await choice.fill(times === 0 ? 'nothing is called so' : '');
  // As the browser tells a touch: what lies over it for a moment, such as a toast, would make the page be scrolled first.
  else await pressed.evaluate((element: HTMLElement) => element.click());
  // A group may be of settings, such as units, which stand in no address.
  if (!(await matches(choice, 'fieldset'))) await page.waitForURL((url) => url.href !== before);
}
