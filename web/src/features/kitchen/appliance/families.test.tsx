import { type Appliance, getAppliance, hideAnomaly, listServices } from '@brina/contract/calls/kitchen/appliances';
import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import { runLive } from '@brina/contract/calls/kitchen/live-feed';
import { passportLink } from '@brina/contract/calls/maker/passport';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { type AlarmInterval, listAlarms } from '@brina/contract/calls/record/alarms';
import { listMaintenance, recordMaintenance } from '@brina/contract/calls/record/maintenance';
import { countNotifications, readNotifications } from '@brina/contract/calls/record/notifications';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { applianceMay } from '@brina/contract/testing/rights';
import { modelRow } from '@brina/domain/appliance/families/families';
import { planProofing } from '@brina/domain/cycles/proofing';
import { localMinute } from '@brina/domain/language/local-minute';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { answerCommands, listCommand, sentCommands, tellCommand } from '../../../appliance/testing/commands.ts';
import {
  applianceWith,
  cabinet,
  chilling,
  duo,
  mya,
  offline,
  portalWith,
  prover,
} from '../../../appliance/testing/example-appliances.ts';
import { applyLive } from '../../../lib/appliances.ts';
import { now } from '../../../lib/clock.ts';
import { queryClient } from '../../../lib/query.ts';
import { exampleUser } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const main = () => page.getByRole('main');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const region = (name: string) => page.getByRole('region', { name });

async function show(appliance: Appliance, query = '', options: Parameters<typeof renderApp>[1] = {}) {
  const portal = portalWith([appliance]);
  answerCommands(portal, appliance.serialNumber, { state: 'done' });
  const { router } = await renderApp(`/appliance/${appliance.serialNumber}${query}`, { portal, ...options });
  return { portal, router, sent: () => sentCommands(portal, appliance.serialNumber) };
}

describe('the pages of the families', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S4.16 a cabinet shows mode, temperature and humidity, and a new mode is sent after its set-points were read', async () => {
    const { sent } = await show(cabinet());
    await expect.element(main()).toMatchTextContent('ModeChilled storage');
    await expect.element(main()).toMatchTextContent('Humidity78%Set 80%');
    await userEvent.click(button('Change: Mode'));
    await userEvent.click(dialog('Mode').getByText('Chocolate'));
    await expect.element(dialog('Mode')).toMatchTextContent('10.0°C to 18.0°C, humidity 40% to 65%');
    await userEvent.click(dialog('Mode').getByRole('button', { name: /^Set to Chocolate/ }));
    await expect.poll(sent).toEqual([{ name: 'setMode', args: { mode: 3 } }]);
    await expect.element(page.getByText('Mode set to Chocolate.')).toBeVisible();
  });

  it('S4.16 the controls of a cabinet fill both columns', async () => {
    await show(cabinet());
    await expect.element(button('Blink: Find this appliance')).toBeVisible();
    const rows = region('Controls')
      .getByRole('group')
      .elements()
      // A choice within a row is a group of its own.
      .filter(({ localName }) => localName === 'div')
      .map((row) => row.getBoundingClientRect());
    const first = Math.min(...rows.map(({ left }) => left));
    const bottomOf = (inFirst: boolean) =>
      Math.max(...rows.filter(({ left }) => (left === first) === inFirst).map(({ bottom }) => bottom));
    const low = Math.min(...rows.map(({ height }) => height));
    expect(Math.abs(bottomOf(true) - bottomOf(false))).toBeLessThanOrEqual(low + 1);
  });

  it.each([
    ['chills', {}, '2.0°C'],
    ['stands by', { operatingMode: 0, cellSetTemp: null, cellSetHumidity: null }, 'Not controlled'],
  ])('S4.16 the same controls stand below each other while a cabinet %s', async (_, reported, set) => {
    await show(cabinet({ reported }));
    await expect.element(region('Controls')).toMatchTextContent(`Set temperature${set}`);
    const labels = region('Controls')
      .getByRole('group')
      .elements()
      .filter(({ localName }) => localName === 'div')
      .map((row) => document.getElementById(row.getAttribute('aria-labelledby') ?? '')?.textContent);
    expect(labels.slice(0, 4)).toEqual(['Mode', 'Set temperature', 'Set humidity', 'Defrost']);
  });

  it('S4.16 a cabinet that is not connected has no known mode, and nothing can be sent', async () => {
    await show(cabinet({ online: false }));
    await expect.element(region('Controls')).toMatchTextContent('ModeUnknown while not connected');
    for (const change of region('Controls').getByRole('button').elements()) await expect.element(change).toBeDisabled();
  });

  it('S4.16 S8.21 a set-point asked for stands beside the reported one until they agree, and a refusal says why', async () => {
    const unit = cabinet();
    const portal = portalWith([unit]);
    listCommand(portal, unit.serialNumber, { args: { target: 4 } });
    await renderApp(`/appliance/${unit.serialNumber}`, { portal });
    await expect.element(region('Controls')).toMatchTextContent('Set to 4.0°C. The appliance still says: 2.0°C');
    tellCommand(unit.serialNumber, { args: { target: 4 }, state: 'rejected', reason: 'panel_locked', v: 2 });
    await expect.element(region('Controls')).toMatchTextContent('Not changed to 4.0°C.');
  });

  it('S4.16 S8.21 what has to be agreed to at the unit says so until it is', async () => {
    const unit = cabinet();
    const portal = portalWith([unit]);
    listCommand(portal, unit.serialNumber, { name: 'setPower', args: { on: false }, state: 'accepted' });
    await renderApp(`/appliance/${unit.serialNumber}`, { portal });
    await expect
      .element(region('Controls'))
      .toMatchTextContent('Set to Off. The appliance still says: On Now confirm it on the appliance.');
  });

  it('S4.16 a set-point is typed within the limits of the mode in force, in °F for who reads °F', async () => {
    const user = exampleUser();
    const unit = cabinet();
    const portal = portalWith([unit]);
    answerCommands(portal, unit.serialNumber, { state: 'done' });
    portal.reply(getUserInfo, { ...user, preferences: { ...user.preferences, measurement_system: 'imperial' } });
    await renderApp(`/appliance/${unit.serialNumber}`, { portal });
    await userEvent.click(button('Change: Set temperature'));
    const form = dialog('Set temperature');
    await expect.element(form).toMatchTextContent('From 28.4°F to 50.0°F');
    await userEvent.fill(form.getByLabelText('Set temperature', { exact: true }), '60');
    await userEvent.click(form.getByRole('button', { name: /^Set to/ }));
    await expect.element(form).toMatchTextContent('Choose a value from 28.4°F to 50.0°F.');
    expect(sentCommands(portal, unit.serialNumber)).toEqual([]);
    await userEvent.fill(form.getByLabelText('Set temperature', { exact: true }), '41');
    await userEvent.click(form.getByRole('button', { name: 'Set to 41.0°F' }));
    await expect
      .poll(() => sentCommands(portal, unit.serialNumber))
      .toEqual([{ name: 'setTemperature', args: { target: 5 } }]);
  });

  it('S4.16 two compartments stand side by side, and each is set by itself', async () => {
    const { sent } = await show(duo());
    await expect.element(region('Upper compartment')).toMatchTextContent('ModeFrozen storage');
    const lower = region('Lower compartment');
    await expect.element(lower).toMatchTextContent('Set humidity80%');
    await userEvent.click(lower.getByRole('button', { name: 'Start defrost: Defrost · Lower compartment' }));
    await expect.element(dialog('Start a defrost?')).toMatchTextContent('Lower compartment');
    await userEvent.click(dialog('Start a defrost?').getByRole('button', { name: 'Start defrost' }));
    await expect.poll(sent).toEqual([{ name: 'setDefrost', args: { on: true, zone: 2 } }]);
  });

  it('S4.16 no two buttons of a page are called the same, and those of two compartments name theirs', async () => {
    await show(duo());
    await expect.element(button('Change: Set temperature · Lower compartment')).toBeVisible();
    const names = page
      .getByRole('button')
      .elements()
      .map((one) => one.getAttribute('aria-label') ?? one.textContent);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
    await userEvent.click(button('Change: Set temperature · Lower compartment'));
    await expect.element(dialog('Set temperature · Lower compartment')).toBeVisible();
  });

  it('S3.12 S3.13 values and alarms of two compartments say which is meant', async () => {
    const alarm = { name: 'productTempHighAlarm', active: true, since: now() - 30 * 3_600_000 };
    const unit = duo({ alarms: [alarm] });
    const portal = portalWith([unit]);
    const [example] = listAlarms.example.reply;
    const told = { name: alarm.name, zone: 2 as const, state: 'active' as const, clearedAt: null };
    const open: AlarmInterval = { ...example, ...told, by: ['server'] };
    portal.reply(listAlarms, [open], { id: unit.serialNumber });
    await renderApp(`/appliance/${unit.serialNumber}`, { portal });
    await expect.element(region('Needs attention')).toMatchTextContent(/Lower compartment · Since \d+\/\d+\/\d+/);
    await userEvent.click(page.getByRole('tab', { name: 'Advanced' }));
    await expect.element(region('All values')).toMatchTextContent('Chamber temperature · Upper compartment−20.4°C');
    await expect.element(region('All values')).toMatchTextContent('Chamber temperature · Lower compartment2.6°C');
  });

  it('S4.16 the door counter is reset after a question, and the power of a stocked cabinet needs its panel', async () => {
    const { sent } = await show(cabinet());
    await userEvent.click(button('Reset: Door openings'));
    await expect.element(dialog('Reset the counter?')).toMatchTextContent('It shows 37 openings');
    await userEvent.click(dialog('Reset the counter?').getByRole('button', { name: 'Reset' }));
    await expect.poll(sent).toEqual([{ name: 'resetDoorCounter', args: { door: 1 } }]);
    await userEvent.click(button('Switch off: Power'));
    await expect
      .element(dialog('Switch the appliance off?'))
      .toMatchTextContent('Somebody must then confirm it on the appliance within 2 minutes.');
  });

  it('S4.16 a door that opens after its counter was reset is counted, and is no doubt about the reset', async () => {
    const unit = cabinet({ reported: { dailyOpenDoor1Counter: 1 } });
    const portal = portalWith([unit]);
    const reset = { name: 'resetDoorCounter', args: { door: 1 } };
    listCommand(portal, unit.serialNumber, { ...reset, state: 'accepted' });
    await renderApp(`/appliance/${unit.serialNumber}`, { portal });
    await expect.element(region('Controls')).toMatchTextContent('Set to 0. The appliance still says: 1');
    tellCommand(unit.serialNumber, { ...reset, state: 'done', finishedAt: now(), v: 2 });
    await expect.element(region('Controls')).not.toMatchTextContent('still says');
    await expect.element(region('Controls')).toMatchTextContent('Door openings1');
  });

  it('S4.18 MYA shows its Sanigen level by name, and sends the level, not the code of its wire', async () => {
    const { sent } = await show(mya());
    const levels = region('Controls').getByRole('group', { name: 'Sanigen' });
    await expect.element(levels.getByRole('radio', { name: 'Not active' })).toBeChecked();
    expect(main().element().textContent).not.toContain('65');
    await userEvent.click(levels.getByText('Very high'));
    await expect.poll(sent).toEqual([{ name: 'setSanigen', args: { level: 5 } }]);
  });

  it('S4.17 MYA names its program, and its automatic mode asks for one', async () => {
    const { sent } = await show(mya());
    await expect.element(region('Controls')).toMatchTextContent('Automatic · Chocolate and pralines');
    await userEvent.click(button('Change: Mode'));
    await userEvent.selectOptions(dialog('Mode').getByLabelText('Program'), 'Macarons');
    await userEvent.click(dialog('Mode').getByRole('button', { name: /^Set to/ }));
    await expect.poll(sent).toEqual([{ name: 'setMode', args: { mode: 2, program: 4 } }]);
  });

  it('S4.17 a proving is planned: its timeline moves with the time, too soon says the earliest, and the plan is sent', async () => {
    const { sent } = await show(prover());
    await userEvent.click(button('Plan'));
    const form = dialog('Programmed proving');
    await expect.element(form.getByRole('list', { name: 'Phases of the plan' })).toMatchTextContent('Blocking');
    await expect.element(form).toMatchTextContent('3 h'); // Waking takes three hours unless somebody says otherwise.

    await userEvent.selectOptions(form.getByLabelText('Day'), 'Today');
    await userEvent.fill(form.getByLabelText('Time', { exact: true }), '0:00');
    await expect.element(form).toMatchTextContent(/Too soon\. Ready at .+ at the earliest\./);
    await userEvent.click(form.getByRole('button', { name: 'Start this plan' }));
    await expect.element(form.getByLabelText('Time', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    expect(sent()).toEqual([]);

    await userEvent.selectOptions(form.getByLabelText('Day'), 'Tomorrow');
    await userEvent.fill(form.getByLabelText('Time', { exact: true }), '8:30 pm');
    const plan = form.getByRole('list', { name: 'Phases of the plan' });
    await expect.element(plan.getByRole('listitem').last()).toMatchTextContent(/Tomorrow 20:30\s*Ready/);
    await userEvent.click(form.getByText('Every day'));
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(form.getByRole('button', { name: 'Start this plan' }));
    await expect
      .poll(sent)
      .toMatchObject([
        { name: 'setProofingPlan', args: { readyAt: expect.stringMatching(/T20:30$/), repeat: 'daily' } },
      ]);
  });

  it('S4.17 S4.14 a running plan stands on its timeline and is cancelled after a question', async () => {
    const unit = prover({ status: 'running', reported: { operatingMode: 3, cyclePhase: 2 } });
    const portal = portalWith([unit]);
    answerCommands(portal, unit.serialNumber, { state: 'done' });
    const model = modelRow(unit.model);
    const begun = now() - 4 * 3_600_000;
    const args = { readyAt: localMinute(begun + 20 * 3_600_000, 'Europe/Rome') };
    expect(model && planProofing(model, args, { now_ms: begun, timeZone: 'Europe/Rome' })).toHaveProperty('phases');
    listCommand(portal, unit.serialNumber, {
      name: 'setProofingPlan',
      args,
      state: 'done',
      createdAt: begun,
      finishedAt: begun,
    });
    await renderApp(`/appliance/${unit.serialNumber}`, { portal });
    const timeline = page.getByRole('list', { name: 'Phases of the plan' });
    await expect.element(timeline.getByRole('listitem').first()).toMatchTextContent(/Blocking.*Completed/);
    await expect.element(timeline.getByRole('listitem').nth(1)).toMatchTextContent('Running');
    await userEvent.click(button('Cancel plan'));
    await userEvent.click(dialog('Cancel the plan?').getByRole('button', { name: 'Cancel plan' }));
    await expect
      .poll(() => sentCommands(portal, unit.serialNumber))
      .toEqual([{ name: 'cancelProofingPlan', args: {} }]);
  });

  it('S4.17 direct proving brings its temperature, humidity and time along', async () => {
    const { sent } = await show(prover());
    await userEvent.click(button('Change: Mode'));
    await userEvent.click(dialog('Mode').getByText('Direct proving'));
    await userEvent.fill(dialog('Mode').getByLabelText('Duration'), '120');
    await userEvent.click(dialog('Mode').getByRole('button', { name: /^Set to/ }));
    await expect.poll(sent).toEqual([{ name: 'setMode', args: { mode: 2, air: 28, rh: 75, time_min: 120, fan: 40 } }]);
  });

  const openDoor = { door: 1, reported: { door: 1 } };
  it.each([
    ['S4.16 a defrost of a cabinet', cabinet(openDoor), '', 'Start defrost: Defrost', 'Start a defrost?'],
    ['S4.16 a defrost of a blast chiller', applianceWith(openDoor), '', 'Start defrost: Defrost', 'Start a defrost?'],
    ['S4.17 a planned proving', prover(openDoor), '', 'Plan', 'Programmed proving'],
    ['S4.14 a cycle', applianceWith(openDoor), '/mf-cycle-def', 'Start cycle', 'Start this cycle?'],
  ] as const)(
    '%s is asked about with the door that stands open until it is closed, and its buttons stay where they are',
    async (_, unit, place, start, title) => {
      await page.viewport(390, 844);
      await show(unit, place);
      await userEvent.click(button(start));
      const notice = dialog(title).getByText('The door is open. Close it first.');
      await expect.element(notice).toBeVisible();
      // What has come in moves no more.
      await expect.poll(() => document.getAnimations().filter((one) => one instanceof CSSTransition)).toEqual([]);
      const placesOf = () =>
        dialog(title)
          .getByRole('button')
          .elements()
          .map((one) => one.getBoundingClientRect().top);
      const before = placesOf();
      const v = { ...unit.v, reported: unit.v.reported + 100 };
      applyLive(queryClient, [{ serialNumber: unit.serialNumber, at: now(), v, reported: { door: 0 } }]);
      await expect.element(notice).not.toBeVisible();
      await expect.element(dialog(title).getByText('The door is closed now.')).toBeVisible();
      expect(placesOf()).toEqual(before);
    },
  );

  it('a blast chiller defrosts only after somebody said that it is empty', async () => {
    const { sent } = await show(applianceWith({}));
    await userEvent.click(button('Start defrost: Defrost'));
    const form = dialog('Start a defrost?');
    await userEvent.click(form.getByRole('button', { name: 'Start defrost' }));
    await expect.element(form).toMatchTextContent('Take the food out first, then tick this.');
    expect(sent()).toEqual([]);
    await userEvent.click(form.getByLabelText('The chamber is empty'));
    await userEvent.click(form.getByRole('button', { name: 'Start defrost' }));
    await expect.poll(sent).toEqual([{ name: 'setDefrost', args: { on: true } }]);
  });

  it('S6.9 who only serves or made it sees no control, and the service partner records a repair', async () => {
    const unit = cabinet({
      role: 'SERVICE',
      may: applianceMay.SERVICE,
    });
    const id = unit.serialNumber;
    const portal = portalWith([unit]);
    portal.reply(listMaintenance, [], { id });
    portal.reply(recordMaintenance, recordMaintenance.example.reply, { id });
    const { router } = await renderApp(`/appliance/${id}`, { portal });
    await expect.element(main()).toMatchTextContent('Chamber temperature3.4°C');
    expect(region('Controls').elements()).toEqual([]);
    expect(page.getByRole('link', { name: 'HACCP reports' }).elements()).toEqual([]);
    await userEvent.click(page.getByRole('tab', { name: 'Information' }));
    await expect.poll(() => router.state.location.search).toEqual({ tab: 'info' });
    await userEvent.click(button('Record work done'));
    await userEvent.selectOptions(dialog('Record work done').getByLabelText('What was done'), 'Repair');
    await userEvent.fill(dialog('Record work done').getByLabelText('Note'), 'Fan changed');
    await userEvent.click(dialog('Record work done').getByRole('button', { name: 'Record work done' }));
    await expect.element(page.getByText('Recorded.')).toBeVisible();
    const [body] = portal.asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/maintenance'));
    expect(JSON.parse(body?.body ?? '')).toMatchObject({ kind: 'repair', note: 'Fan changed' });
  });

  const wayOut = ['HACCP reports', 'Analytics', 'Cycles', 'Energy'];
  const helpers = ['Analytics', 'Energy'];
  it.each([
    [
      'USER',
      'OWNER',
      { links: wayOut, options: ['Rename or move', 'Release appliance'], serves: true, kinds: 2, live: true },
    ],
    ['member ADMIN', 'SHARED', { links: wayOut, options: ['Rename or move'], serves: true, kinds: 2, live: true }],
    ['member KITCHEN_MANAGER', 'SHARED', { links: wayOut, options: [], serves: true, kinds: 2, live: true }],
    ['SERVICE', 'SERVICE', { links: helpers, options: [], serves: false, kinds: 4, live: true }],
    ['SERVICE_SALES', 'SERVICE', { links: helpers, options: [], serves: false, kinds: 0, live: true }],
    ['FACTORY', 'FACTORY', { links: helpers, options: [], serves: true, kinds: 0, live: false }],
    ['SUPERFACTORY', 'FACTORY', { links: helpers, options: [], serves: true, kinds: 0, live: false }],
  ] as const)(
    'S2.23 S6.1 S6.9 %s finds on its page what it may do there, and nothing else',
    async (kind, role, expected) => {
      const unit = cabinet({ role, may: applianceMay[kind] });
      const id = unit.serialNumber;
      const portal = portalWith([unit]);
      portal.reply(listServices, listServices.example.reply, { id });
      portal.reply(listMaintenance, [], { id });
      await renderApp(`/appliance/${id}?tab=info`, { portal });
      await expect.element(region('About the model')).toBeVisible();
      const named = (names: readonly string[], of: 'link' | 'button' | 'menuitem') =>
        names.filter(
          (name) => (of === 'menuitem' ? page : main()).getByRole(of, { name, exact: true }).elements().length > 0,
        );
      expect(named(wayOut, 'link')).toEqual(expected.links);
      expect(region('Seen and served by').elements()).toHaveLength(expected.serves ? 1 : 0);
      expect(named(['Record work done'], 'button')).toHaveLength(expected.kinds > 0 ? 1 : 0);
      if (expected.kinds > 0) {
        await userEvent.click(button('Record work done'));
        const choice = dialog('Record work done').getByLabelText('What was done').element() as HTMLSelectElement;
        expect(choice.options).toHaveLength(expected.kinds);
        await userEvent.keyboard('{Escape}');
      }
      expect(portal.askedFor(runLive.path.replace('{id}', id)).length > 0).toBe(expected.live);
      expect(portal.askedFor(listServices.path.replace('{id}', id)).length > 0).toBe(expected.serves);
      const options = button('Options');
      expect(options.elements()).toHaveLength(expected.options.length > 0 ? 1 : 0);
      if (expected.options.length === 0) return;
      await userEvent.click(options);
      await expect.element(page.getByRole('menuitem').first()).toBeVisible();
      expect(named(['Rename or move', 'Release appliance'], 'menuitem')).toEqual(expected.options);
    },
  );

  it('S1.7 work too long ago is refused at its day', async () => {
    const unit = cabinet({ may: applianceMay.USER });
    const id = unit.serialNumber;
    const portal = portalWith([unit]);
    portal.reply(listServices, [], { id });
    portal.reply(listMaintenance, [], { id });
    portal.refuse(recordMaintenance, 422, 'maintenance_too_old', { id });
    await renderApp(`/appliance/${id}?tab=info`, { portal });
    await userEvent.click(button('Record work done'));
    const form = dialog('Record work done');
    await userEvent.fill(form.getByLabelText('When'), '2020-01-01');
    await userEvent.click(form.getByRole('button', { name: 'Record work done' }));
    await expect.element(form.getByLabelText('When')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(form).toMatchTextContent('refused: maintenance_too_old');
    expect(form.getByRole('alert').elements()).toEqual([]);
  });

  it('S2.23 S6.9 information names who serves it and leads to its passport', async () => {
    const unit = chilling();
    const id = unit.serialNumber;
    const portal = portalWith([unit]);
    portal.reply(listServices, listServices.example.reply, { id });
    portal.reply(listMaintenance, [], { id });
    portal.reply(passportLink, passportLink.example.reply, { serial: id });
    await renderApp(`/appliance/${id}?tab=info`, { portal });
    await expect.element(region('Seen and served by')).toMatchTextContent('Freddo Assistenza');
    await expect
      .element(page.getByRole('link', { name: 'Digital product passport' }))
      .toHaveAttribute('href', passportLink.example.reply.link);
    await expect.element(region('About the model')).toMatchTextContent('R290');
  });

  it('S3.8 S7.28 the advice of maintenance is put aside', async () => {
    const { portal } = await show(cabinet({ anomaly: true }));
    portal.reply(hideAnomaly, { code: '200' }, { id: cabinet().serialNumber });
    portal.reply(getAppliance, cabinet(), { id: cabinet().serialNumber });
    await expect.element(page.getByText('Upkeep is recommended.')).toBeVisible();
    await userEvent.click(button('Hide'));
    await expect.poll(() => page.getByText('Upkeep is recommended.').elements()).toEqual([]);
  });

  it('S3.12 S3.14 what is over explains itself; alarms, warnings and upkeep are told apart, when each began from when it was reported', async () => {
    const unit = chilling();
    const portal = portalWith([unit]);
    const [door] = listAlarms.example.reply;
    const began = Date.UTC(2026, 10, 20, 9, 3);
    const spans = { startedAt: began, raisedAt: began + 5 * 60_000, clearedAt: began + 8 * 60_000 };
    const told = (
      id: string,
      name: string,
      severity: AlarmInterval['severity'],
      maintenance: boolean,
    ): AlarmInterval => ({
      ...door,
      ...spans,
      by: ['unit'],
      id,
      name,
      severity,
      maintenance,
      foldedInto: null,
    });
    portal.reply(
      listAlarms,
      [
        told('1', 'openDoorAlarm', 'A', false),
        told('2', 'highPressureAlarm', 'A', true),
        told('3', 'offlineWarning', 'W', false),
        told('4', 'descaleWarning', 'W', true),
      ],
      { id: unit.serialNumber },
    );
    await renderApp(`/appliance/${unit.serialNumber}?tab=alarms`, { portal });
    await userEvent.click(region('Past').getByText('Alarm: Door open too long'));
    const signs = ['Alarm: Door open too long', 'Warning: Appliance not connected'].map((name) => {
      const words = region('Past').getByText(name).element();
      const { content, width, backgroundColor } = getComputedStyle(words, '::before');
      return { content, width, at: words.getBoundingClientRect().left, backgroundColor };
    });
    // Each has its sign in the same column; only the colour tells them apart.
    expect({ ...signs[1], backgroundColor: '' }).toEqual({ ...signs[0], backgroundColor: '' });
    expect(signs[1]?.backgroundColor).not.toBe(signs[0]?.backgroundColor);
    await expect.element(region('Past')).toMatchTextContent('Likely causes');
    await expect.element(region('Past')).toMatchTextContent(/Began 20\/11\/2026.10:03 · lasted 8 min/);
    await expect.element(region('Past')).toMatchTextContent('Upkeep: Descale the humidifier');
    await userEvent.click(page.getByRole('tab', { name: 'Notifications' }));
    const rows = () =>
      page
        .getByRole('table')
        .getByRole('row')
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(rows).toHaveLength(5);
    const grades = ['Door open too longAlarm', 'High pressureAlarm', 'Appliance not connectedWarning'];
    for (const [row, words] of [...grades, 'Descale the humidifierUpkeep'].entries())
      expect(rows()[row + 1]).toContain(words);
    expect(rows()[1]).toMatch(/10:03.*10:08/);
  });

  it('S3.13 on a phone how long a past alarm lasted stands in one line with its word', async () => {
    await page.viewport(390, 844);
    const unit = chilling();
    const portal = portalWith([unit]);
    const [example] = listAlarms.example.reply;
    const [startedAt, clearedAt] = [Date.UTC(2026, 10, 24, 9, 52), Date.UTC(2026, 10, 24, 11, 29)];
    const past: AlarmInterval = { ...example, by: [...example.by], startedAt, clearedAt };
    portal.reply(listAlarms, [past], { id: unit.serialNumber });
    await renderApp(`/appliance/${unit.serialNumber}?tab=alarms`, { portal, locale: 'de' });
    const lasted = page.getByText(/^Dauer 1/);
    await expect.element(lasted).toBeVisible();
    expect(lasted.element().getClientRects()).toHaveLength(1);
  });

  it('S7.12 what is shown of the alarms is read: each is told once, and the badge is counted anew; a partner tells nothing', async () => {
    const unit = chilling();
    const portal = portalWith([unit]);
    portal.reply(listAlarms, listAlarms.example.reply, { id: unit.serialNumber });
    const { screen } = await renderApp(`/appliance/${unit.serialNumber}?tab=alarms`, { portal });
    const told = () => portal.askedFor(readNotifications.path).map(({ body }) => JSON.parse(body) as unknown);
    await expect.poll(told).toEqual([{ ids: listAlarms.example.reply.map(({ id }) => id) }]);
    await expect.poll(() => portal.askedFor(countNotifications.path).length).toBe(2);
    await screen.unmount();
    const served = portalWith([unit]);
    served.reply(getUserInfo, exampleUser({ role: 'SERVICE' }));
    served.reply(listAlarms, listAlarms.example.reply, { id: unit.serialNumber });
    await renderApp(`/appliance/${unit.serialNumber}?tab=notifications`, { portal: served });
    await expect.element(page.getByRole('table')).toBeVisible();
    expect(served.askedFor(readNotifications.path)).toEqual([]);
  });

  it('S7.12 what a lost connection kept from being told read is told when the list comes next', async () => {
    const unit = chilling();
    const portal = portalWith([unit]);
    portal.reply(listAlarms, listAlarms.example.reply, { id: unit.serialNumber });
    portal.cut(readNotifications);
    const console_ = vi.spyOn(console, 'error').mockImplementation(() => {});
    try {
      await renderApp(`/appliance/${unit.serialNumber}?tab=alarms`, { portal });
      await expect.poll(() => console_.mock.calls.flat()).toContain('What was read could not be told.');
    } finally {
      console_.mockRestore();
    }
    portal.reply(readNotifications, readNotifications.example.reply);
    const before = portal.askedFor(readNotifications.path).length;
    await userEvent.click(page.getByText('90 days'));
    const told = () => portal.askedFor(readNotifications.path).slice(before);
    await expect
      .poll(() => told().map(({ body }) => JSON.parse(body) as unknown))
      .toEqual([{ ids: listAlarms.example.reply.map(({ id }) => id) }]);
  });

  it('S3.13 charts of the metrics chosen stand in the URL, one for each axis, states as bands', async () => {
    const { router, portal } = await show(chilling(), '?tab=advanced');
    await userEvent.click(page.getByText(/^Choose what is shown/));
    await userEvent.click(page.getByLabelText('Evaporator fan speed'));
    await userEvent.click(page.getByLabelText('Compressor', { exact: true }));
    await expect
      .poll(() => (router.state.location.search as { metrics?: string }).metrics)
      .toBe('TCell,cellSetTemp,compressorState,evapFanPercentage');
    await expect.element(region('Temperatures')).toBeVisible();
    await expect.element(region('Power and speed')).toBeVisible();
    await expect.element(region('States')).toBeVisible();
    await expect
      .poll(() => portal.askedFor(getTelemetry.path.replace('{id}', chilling().serialNumber)).at(-1)?.query)
      .toContain('compressorState');
  });

  it('S7.36 while it is looked at, the appliance is asked to sample more often', async () => {
    const { portal } = await show(chilling());
    await expect.poll(() => portal.askedFor(runLive.path.replace('{id}', chilling().serialNumber)).length).toBe(1);
  });

  it.each([
    ['a prover at 390 px, dark, German', prover, 390, true, 'de'],
    ['two compartments at 390 px, Japanese', duo, 390, false, 'ja'],
    ['MYA at 1440 px, Russian', mya, 1440, false, 'ru'],
  ] as const)('axe finds nothing, and nothing overflows: %s', async (_, make, width, dark, locale) => {
    await page.viewport(width, 900);
    await show(make(), '', { dark, locale });
    await expect.element(page.getByRole('tablist')).toBeVisible();
    await expect.element(page.getByRole('img').first()).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(width);
  });
});

describe('the cycle pages of an appliance', () => {
  beforeEach(() => page.viewport(1440, 900));
  const id = chilling().serialNumber;

  it('S2.38 the running cycle is large, with its phases, and is stopped from there', async () => {
    const portal = portalWith([chilling()]);
    answerCommands(portal, id, { state: 'done' });
    portal.reply(listCycles, [], { id });
    await renderApp(`/appliance/${id}/mf-cycle`, { portal });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Chilling' })).toBeVisible();
    await expect.element(main()).toMatchTextContent('38 min left');
    const phases = page.getByRole('list', { name: 'Phases' });
    await expect.element(phases.getByRole('listitem').first()).toMatchTextContent('Completed');
    await expect.element(phases.getByRole('listitem').nth(1)).toMatchTextContent('Running');
    await expect.element(phases.getByRole('listitem').nth(2)).toMatchTextContent('Afterwards: Cold holding');
    await expect.element(button('Stop cycle')).toBeVisible();
  });

  it('S2.38 a function is chosen, its phases edited within their limits, and started', async () => {
    const portal = portalWith([applianceWith({})]);
    answerCommands(portal, id, { state: 'done' });
    await renderApp(`/appliance/${id}/mf-cycle-def`, { portal });
    await userEvent.click(page.getByLabelText('Edit the phases one by one'));
    const air = page.getByRole('group', { name: 'Hard chilling' }).getByLabelText('Air temperature', { exact: true });
    await userEvent.fill(air, '30');
    await userEvent.click(button('Start cycle'));
    await expect.element(air).toHaveAttribute('aria-invalid', 'true');
    await userEvent.fill(air, '-20');
    await userEvent.click(button('Start cycle'));
    await userEvent.click(dialog('Start this cycle?').getByRole('button', { name: 'Start cycle' }));
    await expect
      .poll(() => sentCommands(portal, id))
      .toMatchObject([{ name: 'startCycle', args: { function: 0, phases: [{ air: -20 }, {}, {}] } }]);
  });

  it.each([
    ['mf-cycle', 'MF'],
    ['mf-cycle-def', 'MF'],
    ['ef-cycle-def', 'EF'],
    ['sf-cycle-def', 'SF'],
  ])('S2.38 S8.21 %s is for %s alone: on another family it says not compatible', async (place, family) => {
    const notCompatible = 'This model, package or type of cycle cannot do that.';
    for (const [code, appliance] of [
      ['MF', place === 'mf-cycle' ? chilling() : applianceWith({})],
      ['EF', applianceWith({ model: 'EF Next M 25' })],
      ['SF', applianceWith({ model: 'SF Roll 100 RWL' })],
      ['CP', cabinet()],
    ] as const) {
      const portal = portalWith([appliance]);
      portal.reply(listCycles, [], { id: appliance.serialNumber });
      const { screen } = await renderApp(`/appliance/${appliance.serialNumber}/${place}`, { portal });
      if (code === family) await expect.element(button(/^(Start|Stop) cycle$/)).toBeVisible();
      else await expect.element(page.getByText(notCompatible)).toBeVisible();
      if (code === family) expect(page.getByText(notCompatible).elements(), code).toEqual([]);
      await screen.unmount();
    }
  });

  it('S8.21 an appliance that is not connected is not started', async () => {
    const away = offline();
    await renderApp(`/appliance/${away.serialNumber}/mf-cycle-def`, { portal: portalWith([away]) });
    await expect.element(button('Start cycle')).toBeDisabled();
  });

  it('S2.41 cycles that ran lead to the record of their food', async () => {
    const portal = portalWith([chilling()]);
    portal.reply(listCycles, listCycles.example.reply, { id });
    await renderApp(`/appliance/${id}/cycles`, { portal });
    const table = page.getByRole('table');
    await expect.element(table).toMatchTextContent('Ragù · L-24');
    await expect
      .element(table.getByRole('link', { name: 'PASS' }))
      .toHaveAttribute('href', `/appliance/${id}/haccp?batch=${listCycles.example.reply[0].batchId}`);
  });

  it('S2.41 a cycle that runs leads to no record yet: nothing is written before it ends', async () => {
    const portal = portalWith([chilling()]);
    const [ran] = listCycles.example.reply;
    const running = {
      ...ran,
      recipe: null,
      id: 'run-now',
      batchId: 'run-now',
      endedAt: null,
      state: 'running',
    } as const;
    portal.reply(
      listCycles,
      [
        { ...running, verdict: null },
        { ...ran, recipe: null },
      ],
      { id },
    );
    await renderApp(`/appliance/${id}/cycles`, { portal });
    const table = page.getByRole('table');
    await expect.element(table.getByRole('link', { name: 'PASS' })).toBeVisible();
    expect(table.getByRole('link').elements()).toHaveLength(1);
  });

  it('S2.41 many cycles come a page at a time, and the page stands in the URL', async () => {
    const portal = portalWith([chilling()]);
    const [run] = listCycles.example.reply;
    const runs = Array.from({ length: 45 }, (_, n) => ({ ...run, plan: null, id: `run-${n}`, product: `Batch ${n}` }));
    portal.reply(listCycles, runs, { id });
    const { router } = await renderApp(`/appliance/${id}/cycles`, { portal });
    await expect.element(page.getByText('1–20 of 45')).toBeVisible();
    await userEvent.click(button('Next'));
    await expect.element(page.getByRole('table')).toMatchTextContent('Batch 20');
    expect(router.state.location.search).toEqual({ page: '2' });
    expect(page.getByRole('table').element().textContent).not.toContain('Batch 19');
  });

  it('S8.22 says so when no cycle ran', async () => {
    const portal = portalWith([chilling()]);
    portal.reply(listCycles, [], { id });
    await renderApp(`/appliance/${id}/cycles`, { portal });
    await expect.element(page.getByText('No cycle ran in this period')).toBeVisible();
  });
});
