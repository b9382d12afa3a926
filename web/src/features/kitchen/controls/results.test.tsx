import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { messageLife_ms } from '@brina/domain/constants';
import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { answerCommands, tellCommand } from '../../../appliance/testing/commands.ts';
import { cabinet, duo, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { exampleUser } from '../../../lib/testing/portal-fixture.ts';
import { holdTimers } from '../../../ui/testing/held-timers.ts';
import { tick_ms } from './use-command.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = () => page.getByRole('dialog');
const sizes = [
  [1440, 900],
  [390, 844],
] as const;

/** What is pressed, with the command that it sends, and the sentence for each end that it can have. */
type Press = {
  control: string;
  unit: () => Appliance;
  press: () => Promise<void>;
  sent: { name: string; args: Record<string, unknown> };
  done: string;
  refused: string;
};
const confirmed = async (control: string, confirm: string | RegExp): Promise<void> => {
  await userEvent.click(button(control));
  await userEvent.click(dialog().getByRole('button', { name: confirm }));
};
const presses: readonly Press[] = [
  {
    control: 'Blink: Find this appliance',
    unit: cabinet,
    press: () => userEvent.click(button('Blink: Find this appliance')),
    sent: { name: 'identify', args: { seconds: 20 } },
    done: 'The appliance is blinking.',
    refused: 'The appliance does not blink.',
  },
  {
    control: 'Switch on: Light',
    unit: cabinet,
    press: () => userEvent.click(button('Switch on: Light')),
    sent: { name: 'setLight', args: { on: true } },
    done: 'The light is on.',
    refused: 'The light was not switched on.',
  },
  {
    control: 'Start defrost: Defrost',
    unit: cabinet,
    press: () => confirmed('Start defrost: Defrost', 'Start defrost'),
    sent: { name: 'setDefrost', args: { on: true } },
    done: 'The defrost is running.',
    refused: 'The defrost did not start.',
  },
  {
    control: 'Switch off: Power',
    unit: cabinet,
    press: () => confirmed('Switch off: Power', 'Switch off'),
    sent: { name: 'setPower', args: { on: false } },
    done: 'The appliance is off.',
    refused: 'The appliance was not switched off.',
  },
  {
    control: 'Reset: Door openings',
    unit: cabinet,
    press: () => confirmed('Reset: Door openings', 'Reset'),
    sent: { name: 'resetDoorCounter', args: { door: 1 } },
    done: 'The door counter begins again at 0.',
    refused: 'The door counter was not reset.',
  },
  {
    control: 'Change: Set temperature · Lower compartment',
    unit: duo,
    press: () => confirmed('Change: Set temperature · Lower compartment', /^Set to/),
    sent: { name: 'setTemperature', args: { zone: 2, target: 2 } },
    done: 'Lower compartment: Temperature set to 35.6°F.',
    refused: 'Lower compartment: The temperature was not set to 35.6°F.',
  },
  {
    control: 'Change: Mode',
    unit: cabinet,
    press: () => confirmed('Change: Mode', /^Set to/),
    sent: { name: 'setMode', args: { mode: 2 } },
    done: 'Mode set to Chilled storage.',
    refused: 'The mode was not set to Chilled storage.',
  },
];

describe('the result of a command', () => {
  for (const [width, height] of sizes)
    it.each(presses)(
      `B1.5 S8.21 $sent.name: shows in the button and in a sentence, both in sight, at ${width} px`,
      async (one) => {
        using tick = holdTimers(tick_ms);
        using _life = holdTimers(messageLife_ms);
        await page.viewport(width, height);
        const { unit, act } = await press(one);
        await expect.element(act).toHaveAttribute('aria-busy', 'true');
        // A dialog that was confirmed takes a moment to go, a sentence to come.
        await expect.poll(() => isInSight(act)).toBe(true);
        tellCommand(unit.serialNumber, { ...one.sent, state: 'done', v: 3 });
        await expect.element(act).toHaveAttribute('data-state', 'done');
        await expect.element(page.getByText(one.done)).toBeVisible();
        await expect.poll(() => [isInSight(page.getByText(one.done)), isInSight(act)]).toEqual([true, true]);
        // The tick goes, and the button is as it was.
        tick.end();
        await expect.element(act).not.toHaveAttribute('data-state');
      },
    );

  it.each(presses)('B1.5 S8.21 $sent.name refused: the reason stands at the control and in a sentence', async (one) => {
    using _life = holdTimers(messageLife_ms);
    await page.viewport(390, 844);
    const { unit, act } = await press(one);
    tellCommand(unit.serialNumber, { ...one.sent, state: 'rejected', reason: 'panel_locked', v: 3 });
    const sentence = page.getByRole('alert').filter({ hasText: one.refused });
    await expect.element(sentence).toBeVisible();
    await expect.poll(() => isInSight(sentence)).toBe(true);
    const row = page.getByRole('group').filter({ has: act }).last();
    await expect.element(row).toMatchTextContent('A technician is working on the panel.');
    await expect.element(act).not.toHaveAttribute('data-state');
  });

  it('B1.5 S8.21 a command that ran out of time, and one that the portal did not take, say so at the control', async () => {
    await page.viewport(390, 844);
    const light = presses[1] as Press;
    const { unit, portal, act } = await press(light);
    const row = page.getByRole('group').filter({ has: act }).last();
    tellCommand(unit.serialNumber, { ...light.sent, state: 'expired', v: 3 });
    await expect.element(row).toMatchTextContent('The appliance did not answer in time');
    portal.refuse(sendCommand, 409, 'appliance_offline', { id: unit.serialNumber });
    await light.press();
    await expect.element(row).toMatchTextContent('refused: appliance_offline');
    expect(isInSight(act)).toBe(true);
  });

  it('B1.5 a command whose answer was lost is repeated under its key; after an answer the same one is another', async () => {
    await page.viewport(390, 844);
    const light = presses[1] as Press;
    const { unit, portal, act } = await press(light);
    const sent = () =>
      portal.askedFor(sendCommand.path.replace('{id}', unit.serialNumber)).filter(({ method }) => method === 'POST');
    tellCommand(unit.serialNumber, { ...light.sent, state: 'expired', v: 3 });
    portal.cut(sendCommand, { id: unit.serialNumber });
    for (const count of [2, 3]) {
      await expect.element(act).not.toHaveAttribute('aria-busy');
      await light.press();
      await expect.poll(() => sent().length).toBe(count);
    }
    const [answered, lost, repeated] = sent().map(({ headers }) => headers.get('idempotency-key'));
    expect(answered).toMatch(/./);
    expect(lost).not.toBe(answered);
    expect(repeated).toBe(lost);
  });

  it('B1.5 Sanigen names its level where it is chosen', async () => {
    await page.viewport(390, 844);
    const unit = cabinet();
    await show(unit);
    await userEvent.click(page.getByText('Very high', { exact: true }));
    tellCommand(unit.serialNumber, { name: 'setSanigen', args: { level: 5 }, state: 'done', v: 3 });
    await expect.element(page.getByText('Sanigen set to Very high.')).toBeVisible();
    await expect.poll(() => isInSight(page.getByText('Sanigen set to Very high.'))).toBe(true);
  });
});

async function show(unit: Appliance) {
  const portal = portalWith([unit]);
  answerCommands(portal, unit.serialNumber, { state: 'sent' });
  await renderApp(`/appliance/${unit.serialNumber}`, { portal });
}

/** Presses a control as far down the page as it is. */
async function press(one: Press) {
  const unit = one.unit();
  const portal = portalWith([unit]);
  const user = exampleUser();
  portal.reply(getUserInfo, { ...user, preferences: { ...user.preferences, measurement_system: 'imperial' } });
  answerCommands(portal, unit.serialNumber, { ...one.sent, state: 'sent' });
  await renderApp(`/appliance/${unit.serialNumber}`, { portal });
  const act = button(one.control);
  await expect.element(act).toBeVisible();
  act.element().scrollIntoView({ block: 'center' });
  await one.press();
  return { unit, portal, act };
}

/** Whether somebody who looks at the page sees it: it lies within the window, and nothing lies over its middle. */
function isInSight(locator: Locator): boolean {
  const element = locator.element();
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && bottom <= window.innerHeight && left >= 0 && right <= window.innerWidth && element.contains(over);
}
