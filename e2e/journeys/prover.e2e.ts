import { pathOf } from '@brina/contract/screens';
import { instantOf, localMinute } from '@brina/domain/language/local-minute';
import { addAppliance, control, expect, test } from '../fixtures.ts';
import { isAt, reopenUntil } from '../screens.ts';

const [standby, direct, programmed] = [0, 2, 3];
const running = 1;

const timeZone = 'Europe/Rome';
const now_ms = (): number => performance.timeOrigin + performance.now();
/** In the evening it is too late for dough to be ready tomorrow at six; then the morning after is meant. */
const isEvening = (): boolean => Number(localMinute(now_ms(), timeZone).slice(11, 13)) >= 20;

test('S4.17 S1.5 S1.4 a prover is planned for six in the morning, shows its phases on the clock, is cancelled, and proves a batch at once', async ({
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
  const [day = ''] = await dialog.getByLabel('Day', { exact: true }).selectOption({ index: isEvening() ? 2 : 1 });
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
  const planned = await world.unit(serial);
  expect(planned).toMatchObject({ plan: [1, 2, 3, 4, 5], cycleState: running, zones: [{ mode: programmed, set: 0 }] });
  const ahead_min = (instantOf(`${day}T06:00`, timeZone) - now_ms()) / 60_000;
  expect(Math.abs((planned.planned_min ?? 0) - ahead_min)).toBeLessThan(3);

  await plan.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(plan.getByRole('button', { name: 'Plan', exact: true })).toBeVisible();
  expect(await world.unit(serial)).toMatchObject({ plan: [], zones: [{ mode: standby, set: null }] });

  // Dough that cannot wait: warmed, proved for as long as asked, done.
  await control(page, 'Mode').getByRole('button', { name: 'Change' }).click();
  const mode = page.getByRole('dialog', { name: 'Mode' });
  await mode.getByRole('radio', { name: 'Direct proving' }).check();
  await mode.getByRole('textbox', { name: 'Air temperature' }).fill('30');
  await mode.getByRole('textbox', { name: 'Duration' }).fill('60');
  await mode.getByRole('button', { name: 'Set to Direct proving' }).click();
  await expect(mode).toBeHidden();
  await expect(control(page, 'Mode')).toContainText('Direct proving');
  expect(await world.unit(serial)).toMatchObject({ plan: [6, 4], zones: [{ mode: direct, set: 30, humiditySet: 75 }] });
  await expect
    .poll(() => world.unit(serial), { timeout: 120_000 })
    .toMatchObject({ plan: [], zones: [{ mode: standby, set: null }] });
  await expect(control(page, 'Mode')).toContainText('Standby');
  await page.getByRole('main').getByRole('link', { name: 'Cycles', exact: true }).click();
  await expect(page).toHaveURL(isAt(pathOf('appliance-cycles', { serialNumber: serial })));
  await reopenUntil(page, page.getByRole('row', { name: /Direct proving.*Completed/ }));
});
