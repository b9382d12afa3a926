import { type BookRecord, filterRecords } from '@brina/contract/calls/record/book';
import { pathOf } from '@brina/contract/screens';
import { callAs, expect, signInWith, test, type World } from '../fixtures.ts';
import { open } from '../screens.ts';

/** A day on which a cabinet could not keep its limit, once it is judged. */
async function warmDay(world: World): Promise<BookRecord> {
  const serialNumber = await world.past('Frigo carne', 1.6);
  const filterAttributes = [
    { attribute: 'serialNumber' as const, value: serialNumber },
    { attribute: 'verdict' as const, value: 'EXCEEDED' },
  ];
  const body = { page: 0, nRows: 1, filterAttributes };
  const exceeded = async () => (await callAs(world, world.account('USER'), filterRecords, { body })).items[0];
  await expect.poll(exceeded, { timeout: 180_000, message: 'no day exceeded its limit' }).toBeTruthy();
  const day = await exceeded();
  if (!day) throw new Error('the record has gone');
  return day;
}

test('B2.4 B2.5 B2.11 a cabinet’s day: its compressor stopped, the book counts it, the day tells how warm for how long, and the chef says on the phone what became of the food', async ({
  page: chef,
  world,
}) => {
  test.slow();
  const { serialNumber, day } = await warmDay(world);
  await chef.setViewportSize({ width: 390, height: 844 });
  await signInWith(chef, world, world.account('ADMIN'));
  await open(chef, `${world.url}${pathOf('dashboard')}?view=records&serialNumber=${serialNumber}`);
  await chef
    .getByRole('group', { name: 'Verdict' })
    .getByRole('button', { name: /LIMIT EXCEEDED/ })
    .click();
  await chef.locator(`a[href*="day=${day?.day}"]`).first().click();
  await expect(chef.getByText('LIMIT EXCEEDED').first()).toBeVisible();
  await expect(chef.getByRole('region', { name: 'Times beyond the limit' }).first()).toContainText(/°C/);
  await chef.getByRole('button', { name: 'Say what was done' }).click();
  const steps = chef.getByRole('dialog');
  const next = steps.getByRole('button', { name: 'Next step' });
  await steps.getByRole('button', { name: 'Not measured' }).click();
  await next.click();
  await steps.getByRole('button', { name: 'Thrown away' }).click();
  await next.click();
  await next.click();
  await steps.getByRole('button', { name: 'Fault of the appliance' }).click();
  await next.click();
  await steps.getByLabel('Your password').fill(world.account('ADMIN').password);
  await steps.getByRole('button', { name: 'Sign and record' }).click();
  await expect(steps).toBeHidden();
  await expect(chef.getByRole('region', { name: 'Corrective action' }).first()).toContainText(/Done.*Thrown away/s);
});
