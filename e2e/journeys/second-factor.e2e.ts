import { createHmac } from 'node:crypto';
import { pathOf } from '@brina/contract/screens';
import { confirmation_ms, totp } from '@brina/domain/people/factors';
import { expect, signInWith, test } from '../fixtures.ts';
import { isAt } from '../screens.ts';

/** What an authenticator app shows that was given this key, at this moment (RFC 4226, 5.3; RFC 6238, 4). */
function codeOf(key: string, now_ms: number): string {
  const bits = Array.from(key, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
    .map((five) => five.toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(now_ms / totp.step_ms)));
  const mac = createHmac('sha1', secret).update(step).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 10 ** totp.digits).padStart(totp.digits, '0');
}

test('B11.4 staff sets its second factor up before anything else, signs in with a code, and is asked again before a dangerous act', async ({
  page,
  guarded,
}) => {
  const who = guarded.account('SUPERFACTORY');
  await signInWith(page, guarded, who);
  await expect(page).toHaveURL(isAt(pathOf('second-factor')));
  await page.goto(guarded.url + pathOf('factory'));
  await expect(page).toHaveURL(isAt(pathOf('second-factor')));
  await expect(page.getByText('Your role needs two-step sign-in.')).toBeVisible();
  // Where the browser can do both, the app is one of two ways.
  const code = page.getByLabel('Code of the app');
  const next = page.getByRole('button', { name: 'Continue' });
  await expect(code.or(next)).toBeVisible();
  if (await next.isVisible()) await next.click();
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  await code.fill(codeOf(key, await guarded.later(0)));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page).toHaveURL(isAt(pathOf('factory')));

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(isAt(pathOf('login')));
  await guarded.later(totp.step_ms);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
  await page.keyboard.type(codeOf(key, await guarded.later(0)));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(isAt(pathOf('factory')));

  await guarded.later(confirmation_ms);
  await page.goto(guarded.url + pathOf('account'));
  await page.getByRole('button', { name: 'New codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New codes' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(who.password);
  await question.getByLabel('Code of the app').fill(codeOf(key, await guarded.later(0)));
  await page.keyboard.press('Enter');
  // What was asked for goes on by itself.
  await expect(question).toBeHidden();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
});
