import { pathOf } from '@brina/contract/screens';
import { htmlLang, type Locale } from '@brina/domain/language/locales';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { address, invitationLink, password } from '../registration.ts';
import { isAt } from '../screens.ts';

const speaks = (page: Page, locale: Locale): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('lang', htmlLang(locale));

test('S3.22 S2.11 the page of a letter’s link is in the letter’s language, and so is the sign-in after it', async ({
  otherBrowser,
  world,
}) => {
  const email = address('mia');
  const link = await invitationLink(world, { email, language: 'de_DE' });
  const page = await otherBrowser();
  await page.goto(link);
  await speaks(page, 'de');
  await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible();
  expect(new URL(page.url()).searchParams.has('lang')).toBe(false);
  await page.getByRole('textbox', { name: 'Neues Passwort', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Passwort wiederholen' }).fill(password);
  await page.getByRole('button', { name: 'Annehmen und Passwort festlegen' }).click();
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page).toHaveURL(isAt(pathOf('login')));
  await page.reload();
  await speaks(page, 'de');
  // The letter of welcome leads to the home, and its language stands in no address after the sign-in.
  const { links } = await world.mail(email, /^Willkommen/);
  await page.goto(links.find(isAt(pathOf('dashboard'))) ?? '');
  await expect(page).toHaveURL(world.url + pathOf('login'));
});

test('S3.22 a letter’s language is taken over only where none was chosen, by who is not signed in', async ({
  otherBrowser,
  signIn,
  world,
}) => {
  const account = `${world.url}${pathOf('account')}?lang=`;
  const stranger = await otherBrowser();
  await stranger.goto(`${account}xx`);
  await speaks(stranger, 'en');
  await expect(stranger).toHaveURL(`${world.url}${pathOf('login')}?to=${encodeURIComponent(pathOf('account'))}`);
  await stranger.goto(`${account}du&lang=ja`);
  await speaks(stranger, 'du');
  await stranger.goto(`${account}ja`);
  await speaks(stranger, 'du');
  const page = await signIn();
  await page.goto(`${account}ja`);
  await speaks(page, 'en');
  await expect(page).toHaveURL(world.url + pathOf('account'));
});
