import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** No screen has more that can be reached before what is wanted. */
const presses_max = 150;

/** Goes to something by the Tab key alone, as who has no pointer does. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < presses_max; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached by the Tab key`);
}

/** Presses a button or follows a link by the keyboard. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, target);
  await page.keyboard.press(key);
}

/** Types into a field by the keyboard, in place of what it holds. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
