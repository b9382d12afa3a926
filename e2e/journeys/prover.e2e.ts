import { addAppliance, expect, test } from '../fixtures.ts';

const standby = 0;
const programmed = 3;

/** In the evening it is too late for dough to be ready tomorrow at six; then the morning after is meant. */
const isEvening = (): boolean =>
  Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/Rome' }).format(
      performance.timeOrigin + performance.now(),
    ),
  ) >= 20;

test('S4.17 S1.5 S1.4 a prover is planned for six in the morning, shows its phases on the clock, and the plan is cancelled', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const { serial, activationCode } = world.spare('PL');
  const card = await addAppliance(page, activationCode, 'Croissants');
  await card.getByRole('link', { name: 'Croissants' }).click();

  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Programmed proving' });
  await dialog.getByLabel('Day', { exact: true }).selectOption({ index: 0 });
  await dialog.getByLabel('Time', { exact: true }).fill('00:00');
  await dialog.getByRole('button', { name: 'Start this plan' }).click();
  await expect(dialog).toContainText('Too soon.');
  await dialog.getByLabel('Day', { exact: true }).selectOption({ index: isEvening() ? 2 : 1 });
  await dialog.getByLabel('Time', { exact: true }).fill('6:00');
  const ahead = dialog.getByRole('list', { name: 'Phases of the plan' });
  await expect(ahead.getByRole('listitem').last()).toContainText('06:00');
  await dialog.getByRole('button', { name: 'Start this plan' }).click();
  await expect(dialog).toBeHidden();

  const plan = page.getByRole('region', { name: 'Programmed proving' });
  const phases = plan.getByRole('list', { name: 'Phases of the plan' }).getByRole('listitem');
  await expect(phases.filter({ hasText: 'Blocking' })).toContainText('Running');
  await expect(phases.filter({ hasText: 'Waking' })).toBeVisible();
  await expect(phases.last()).toContainText('06:00');
  expect(await world.unit(serial)).toMatchObject({ zones: [{ mode: programmed }] });

  await plan.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(plan.getByRole('button', { name: 'Plan', exact: true })).toBeVisible();
  expect(await world.unit(serial)).toMatchObject({ zones: [{ mode: standby }] });
});
