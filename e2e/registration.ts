import { inviteMember } from '@brina/contract/calls/people/sharing';
import { pathOf } from '@brina/contract/screens';
import type { Page } from '@playwright/test';
import { callAs, expect, type World } from './fixtures.ts';

/** Password of everybody who registers in a journey. */
export const password = 'Cold-line-2026';
let people = 0;
/** An address that no other journey has. */
export const address = (name: string): string => `${name}-${(people += 1)}@journey.example`;

/** Chooses an option of a filterable list by typing its beginning. */
async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Fills in the sign-up form of an Italian pastry shop and sends it. */
export async function signUp(page: Page, world: World, email: string): Promise<void> {
  await page.goto(world.url + pathOf('login'));
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByLabel('Company name').fill('Pasticceria Viaggio');
  await choose(page, 'Country', 'Ital', 'Italy');
  await page.getByLabel('Tax code').fill('0074 3110 157');
  await page.getByLabel('Sector').selectOption('pastry');
  await page.getByLabel('City').fill('Treviso');
  await choose(page, 'Province', 'Trev', 'Treviso (TV)');
  await page.getByLabel('Phone').fill('+39 0422 412345');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Neri');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Repeat the password' }).fill(password);
  await page.getByLabel('I accept the terms of service').check();
  await page.getByLabel('I have read the privacy notice').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
}

/** Registers and confirms by the mailed code; leaves the page at the sign-in form. */
export async function registered(page: Page, world: World, email: string): Promise<void> {
  await signUp(page, world, email);
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  const { code = '' } = await world.mail(email, /code/i);
  await page.getByRole('textbox', { name: 'Digit 1 of 4' }).click();
  await page.keyboard.type(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Code validated.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue('');
}

/** Lets the demo company invite somebody without an account, and resolves with the link of the letter. */
export async function invitationLink(
  world: World,
  { email = address('invited'), language = 'en_GB' } = {},
): Promise<string> {
  await callAs(world, world.account('USER'), inviteMember, {
    body: { email, firstName: 'Lea', lastName: 'Rossi', role: 'KITCHEN_MANAGER', language, appliances: [] },
  });
  const { links } = await world.mail(email, /./);
  return links.find((link) => new URL(link).pathname === pathOf('changepassword')) ?? '';
}
