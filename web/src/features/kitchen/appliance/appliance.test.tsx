import { getAppliance, releaseAppliance, updateAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listCommands, sendCommand } from '@brina/contract/calls/kitchen/commands';
import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import { seeNotice } from '@brina/contract/calls/kitchen/notices';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { answerCommands, askedForCommands, sentCommands, tellCommand } from '../../../appliance/testing/commands.ts';
import {
  alarmed,
  applianceWith,
  chilling,
  offline,
  portalWith,
} from '../../../appliance/testing/example-appliances.ts';
import { applianceKey, applyLive } from '../../../lib/appliances.ts';
import { now } from '../../../lib/clock.ts';
import { commandsKey, refetchCommands } from '../../../lib/commands.ts';
import { useLiveState } from '../../../lib/live-state.ts';
import { queryClient } from '../../../lib/query.ts';
import { exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const id = getAppliance.example.reply.serialNumber;
const address = `/appliance/${id}`;
const dialog = (name: string) => page.getByRole('dialog', { name });
const button = (name: string) => page.getByRole('button', { name });

async function startChilling(): Promise<void> {
  await userEvent.click(button('Start cycle'));
  await userEvent.click(dialog('Start cycle').getByRole('button', { name: 'Continue' }));
  await userEvent.click(dialog('Start this cycle?').getByRole('button', { name: 'Start cycle' }));
}

describe('the page of an appliance', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S1.5 shows chamber, core and set-point, phase and remaining time, and the machine’s facts', async () => {
    await renderApp(address, { portal: portalWith([chilling()]) });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Blast chiller 1' })).toBeVisible();
    const main = page.getByRole('main');
    await expect.element(main).toMatchTextContent('Chamber temperature−3.2°C');
    await expect.element(main).toMatchTextContent('Core temperature24.6°CTarget 3.0°C');
    await expect.element(main).toMatchTextContent('Soft chilling Phase 2 of 3');
    await expect.element(main).toMatchTextContent('38 min left');
    await expect.element(page.getByRole('link', { name: 'HACCP reports' })).toHaveAttribute('href', `${address}/haccp`);
  });

  it('S1.5 a cycle of one phase counts none', async () => {
    const unit = chilling();
    const single = { ...unit, cycle: unit.cycle && { ...unit.cycle, phaseIndex: 1, phaseCount: 1 } };
    await renderApp(address, { portal: portalWith([single]) });
    await expect.element(page.getByRole('main')).toMatchTextContent('38 min left');
    await expect.element(page.getByRole('main')).not.toMatchTextContent('Phase 1');
  });

  it('S4.9 a live frame moves the number on the page', async () => {
    await renderApp(address, { portal: portalWith([chilling()]) });
    await expect.element(page.getByRole('main')).toMatchTextContent('Chamber temperature−3.2°C');
    const v = { ...chilling().v, reported: 100 };
    applyLive(queryClient, [{ serialNumber: id, at: 0, v, reported: { TCell: -5.6 } }]);
    await expect.element(page.getByRole('main')).toMatchTextContent('Chamber temperature−5.6°C');
  });

  it('S3.30 the information shows the port that the unit reports, as it reports it, and nothing of one that reports none', async () => {
    await renderApp(`${address}?tab=info`, { portal: portalWith([applianceWith({ reported: { port: null } })]) });
    const about = page.getByRole('region', { name: 'About the appliance' });
    await expect.element(about).toMatchTextContent('Firmware2.4.1');
    expect(about.element().textContent).not.toContain('Port in the kitchen network');
    const v = { ...chilling().v, reported: 100 };
    applyLive(queryClient, [{ serialNumber: id, at: 0, v, reported: { port: 8502 } }]);
    await expect.element(about).toMatchTextContent('Port in the kitchen network8502');
  });

  it('the curve has a summary, a table and its period in the URL', async () => {
    const portal = portalWith([chilling()]);
    const { router } = await renderApp(address, { portal });
    const curve = page.getByRole('img', { name: /^Temperature curve\. Chamber between −12\.0°C and 16\.0°C/ });
    await expect.element(curve).toBeVisible();
    await userEvent.click(button('Show as table'));
    const table = page.getByRole('table');
    await expect.element(table.getByRole('columnheader', { name: 'Core temperature' })).toBeVisible();
    await expect.element(table).toMatchTextContent('70.0°C');
    await userEvent.click(button('Show as chart'));
    await expect.element(curve).toBeVisible();

    await userEvent.click(page.getByText('7 days'));
    await expect.poll(() => router.state.location.search).toEqual({ range: '7d' });
    await expect.poll(() => portal.askedFor(getTelemetry.path.replace('{id}', id)).length).toBe(2);
  });

  it('B4.1 what comes late is said to arrive, and shown as soon as it has', async () => {
    const portal = portalWith([applianceWith({ online: false })]);
    const whole = { from: 0, to: 3_600_000, level: '10min' as const, step_ms: 600_000, at: [], series: {} };
    const gaps = [{ from: 0, to: 3_600_000, reason: 'arriving' as const }];
    portal.reply(getTelemetry, { ...whole, gaps, arriving: true }, { id });
    await renderApp(`${address}?range=7d`, { portal });
    await expect.element(page.getByText('Data came late, not shown yet')).toBeVisible();
    portal.reply(getTelemetry, { ...whole, gaps: [], arriving: false }, { id });
    await expect.element(page.getByText('Nothing was measured in this period.')).toBeVisible();
  });

  it('B4.1 a bucket that shows a part of its data is asked for again until the rest has come', async () => {
    const portal = portalWith([applianceWith({ online: false })]);
    const at = [now() - hour_ms];
    const chart = (degrees: number, arriving: boolean) => {
      const TCell = { min: [degrees], mean: [degrees], max: [degrees] };
      const [from, to] = [now() - 7 * day_ms, now()];
      return { from, to, level: '10min' as const, step_ms: 600_000, at, series: { TCell }, gaps: [], arriving };
    };
    portal.reply(getTelemetry, chart(16, true), { id });
    await renderApp(`${address}?range=7d`, { portal });
    await expect.element(page.getByRole('img', { name: /last 16\.0°C/ })).toBeVisible();
    portal.reply(getTelemetry, chart(4, false), { id });
    await expect.element(page.getByRole('img', { name: /last 4\.0°C/ })).toBeVisible();
  });

  it('S8.22 says so when nothing was measured, S8.25 when the curve failed, and tries again', async () => {
    const portal = portalWith([applianceWith({ online: false })]);
    portal.refuse(getTelemetry, 403, 'access_denied', { id });
    await renderApp(address, { portal });
    await expect.element(page.getByRole('alert')).toMatchTextContent('The curve could not be shown.');
    portal.reply(
      getTelemetry,
      { from: 0, to: 1, level: 'raw', step_ms: 1, at: [], series: {}, gaps: [], arriving: false },
      { id },
    );
    await userEvent.click(button('Retry'));
    await expect.element(page.getByText('Nothing was measured in this period.')).toBeVisible();
  });

  it('S4.14 S1.6 a start is chosen, looked at once more and sent; then it says what became of it', async () => {
    const portal = portalWith([applianceWith({})]);
    answerCommands(portal, id, { state: 'sent' });
    await renderApp(address, { portal });
    await userEvent.click(button('Start cycle'));
    const choose = dialog('Start cycle');
    await userEvent.click(choose.getByText('Soft chilling'));
    await userEvent.fill(choose.getByLabelText('Core temperature at the end'), '4');
    await userEvent.fill(choose.getByLabelText('Product'), 'Beef stew');
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(choose.getByRole('button', { name: 'Continue' }));

    const confirm = dialog('Start this cycle?');
    await expect.element(confirm).toMatchTextContent('Soft chilling0.0°CUntil core 4.0°C');
    expect(sentCommands(portal, id)).toEqual([]);
    await userEvent.click(confirm.getByRole('button', { name: 'Start cycle' }));
    await expect.element(page.getByText('Sent. Waiting for the appliance…')).toBeInTheDocument();
    expect(sentCommands(portal, id)).toEqual([
      {
        name: 'startCycle',
        args: { function: 0, by: 'core', program: 'soft', core: 4, hold: true, product: 'Beef stew' },
      },
    ]);
    tellCommand(id, { state: 'done', v: 3 });
    await expect.element(page.getByText(/ is running\.$/)).toBeVisible();
    // A frame that was overtaken, and a reply of before, take nothing back.
    tellCommand(id, { state: 'accepted', v: 2 });
    await refetchCommands(queryClient, id);
    await expect.element(page.getByText(/ is running\.$/)).toBeVisible();
  });

  it('S4.14 who starts while the door is open is told so until it is closed, and may start', async () => {
    const portal = portalWith([applianceWith({ door: 1, reported: { door: 1 } })]);
    answerCommands(portal, id, { state: 'sent' });
    await renderApp(address, { portal });
    await userEvent.click(button('Start cycle'));
    await userEvent.click(dialog('Start cycle').getByRole('button', { name: 'Continue' }));
    const confirm = dialog('Start this cycle?');
    await expect.element(confirm.getByRole('alert')).toMatchTextContent('The door is open. Close it first.');
    await expect.element(confirm.getByRole('button', { name: 'Start cycle' })).toBeEnabled();
    const v = { ...chilling().v, reported: 100 };
    applyLive(queryClient, [{ serialNumber: id, at: now(), v, reported: { door: 0 } }]);
    await expect.poll(() => confirm.getByRole('alert').elements()).toEqual([]);

    applyLive(queryClient, [{ serialNumber: id, at: now(), v: { ...v, reported: 101 }, reported: { door: 1 } }]);
    await userEvent.click(confirm.getByRole('button', { name: 'Change' }));
    await userEvent.click(button('Cancel'));
    await userEvent.click(button('Start defrost: Defrost'));
    await expect
      .element(dialog('Start a defrost?').getByRole('alert'))
      .toMatchTextContent('The door is open. Close it first.');
  });

  it('S4.14 what is looked at once more has its length in hours and minutes, as the phase that it makes', async () => {
    await renderApp(address, { portal: portalWith([applianceWith({})]) });
    await userEvent.click(button('Start cycle'));
    const choose = dialog('Start cycle');
    await userEvent.click(choose.getByText('After a time'));
    await userEvent.fill(choose.getByLabelText('Duration'), '90');
    await userEvent.click(choose.getByRole('button', { name: 'Continue' }));
    const confirm = dialog('Start this cycle?');
    await expect.element(confirm).toMatchTextContent('Duration1 h 30 min');
    expect(confirm.element().textContent).not.toContain('90');
  });

  it('S1.6 S8.21 while the live connection stands nothing is asked again and again; while it is down, now and then', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    try {
      useLiveState.setState('live', true);
      const portal = portalWith([applianceWith({})]);
      answerCommands(portal, id, { state: 'sent' });
      await renderApp(address, { portal });
      await vi.waitFor(() => expect(askedForCommands(portal, id)).toBe(1));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(askedForCommands(portal, id)).toBe(1);
      useLiveState.setState('lost', true);
      await vi.advanceTimersByTimeAsync(12_000);
      expect(askedForCommands(portal, id)).toBeGreaterThan(1);
    } finally {
      useLiveState.setState('off', true);
      vi.useRealTimers();
    }
  });

  it('S8.21 S4.10 what the portal could not answer after a gap is asked again, though the live connection stands and tells more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    try {
      useLiveState.setState('live', true);
      const portal = portalWith([applianceWith({})]);
      answerCommands(portal, id, { state: 'sent' });
      await renderApp(address, { portal });
      await vi.waitFor(() => expect(askedForCommands(portal, id)).toBe(1));
      for (const isTold of [false, true]) {
        portal.cut(listCommands, { id });
        void refetchCommands(queryClient, id);
        // A question and its two repetitions.
        const before = askedForCommands(portal, id);
        await vi.advanceTimersByTimeAsync(4_000);
        await vi.waitFor(() => expect(queryClient.getQueryState(commandsKey(id))?.status).toBe('error'));
        answerCommands(portal, id, { state: 'sent' });
        if (isTold) tellCommand(id, { state: 'done', v: 3 });
        await vi.advanceTimersByTimeAsync(6_000);
        await vi.waitFor(() => expect(queryClient.getQueryState(commandsKey(id))?.status).toBe('success'));
        expect(askedForCommands(portal, id)).toBe(before + 4);
        await vi.advanceTimersByTimeAsync(60_000);
        expect(askedForCommands(portal, id)).toBe(before + 4);
      }
    } finally {
      useLiveState.setState('off', true);
      vi.useRealTimers();
    }
  });

  it('a value outside its limits is said at its field, and nothing is sent', async () => {
    const portal = portalWith([applianceWith({})]);
    await renderApp(address, { portal });
    await userEvent.click(button('Start cycle'));
    const field = dialog('Start cycle').getByLabelText('Core temperature at the end');
    await userEvent.fill(field, '40');
    await userEvent.click(dialog('Start cycle').getByRole('button', { name: 'Continue' }));
    await expect.element(dialog('Start cycle')).toMatchTextContent('Choose a value from 0.0°C to 30.0°C.');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    expect(sentCommands(portal, id)).toEqual([]);
  });

  it('S9.3 a temperature typed in °F is sent in °C', async () => {
    const user = exampleUser();
    const portal = portalFixture({ ...user, preferences: { ...user.preferences, measurement_system: 'imperial' } });
    portal.reply(getAppliance, applianceWith({}), { id });
    answerCommands(portal, id, { state: 'done' });
    await renderApp(address, { portal });
    await userEvent.click(button('Start cycle'));
    await userEvent.fill(dialog('Start cycle').getByLabelText('Core temperature at the end'), '41');
    await userEvent.click(dialog('Start cycle').getByRole('button', { name: 'Continue' }));
    await userEvent.click(dialog('Start this cycle?').getByRole('button', { name: 'Start cycle' }));
    await expect.poll(() => sentCommands(portal, id)).toMatchObject([{ args: { core: 5 } }]);
  });

  it.each([
    [{ state: 'rejected', reason: 'door_open' }, ' did not start. The door is open. Close it and try again.'],
    [{ state: 'rejected', reason: 'not_compatible' }, 'This model, package or type of cycle cannot do that.'],
    [{ state: 'rejected', reason: 'alarm_blocks' }, 'An alarm must be solved first: Compressor not working.'],
    [{ state: 'expired', reason: null }, 'The appliance did not answer in time. The command will not run later.'],
  ] as const)('S8.21 a refused start says why: %o', async (answer, sentence) => {
    const portal = portalWith([applianceWith({ alarms: [{ name: 'compressorAlarm', active: true, since: 0 }] })]);
    answerCommands(portal, id, answer);
    await renderApp(address, { portal });
    await startChilling();
    await expect.element(page.getByRole('alert')).toMatchTextContent(sentence);
  });

  it('S8.21 a refusal of the portal shows once, in the dialog', async () => {
    const portal = portalWith([applianceWith({})]);
    portal.refuse(sendCommand, 409, 'appliance_offline', { id });
    await renderApp(address, { portal });
    await startChilling();
    await expect
      .element(dialog('Start this cycle?').getByRole('alert'))
      .toMatchTextContent('refused: appliance_offline');
    expect(page.getByText('refused: appliance_offline').elements()).toHaveLength(1);
  });

  it('S4.14 stopping asks first, and the way out is to keep it running', async () => {
    const portal = portalWith([chilling()]);
    answerCommands(portal, id, { state: 'done' });
    await renderApp(address, { portal });
    await userEvent.click(button('Stop cycle'));
    await userEvent.click(dialog('Stop the cycle?').getByRole('button', { name: 'Keep running' }));
    await expect.poll(() => dialog('Stop the cycle?').elements()).toEqual([]);
    expect(sentCommands(portal, id)).toEqual([]);

    await userEvent.click(button('Stop cycle'));
    await userEvent.click(dialog('Stop the cycle?').getByRole('button', { name: 'Stop cycle' }));
    await expect.element(page.getByText('The cycle has stopped.')).toBeVisible();
    expect(sentCommands(portal, id)).toEqual([{ name: 'stopCycle', args: {} }]);
  });

  it('S4.14 S2.24 who stops a cycle or wants the appliance off is told of the food in it, and what its record will say', async () => {
    const unit = chilling();
    const portal = portalWith([unit]);
    const run = { ...listCycles.example.reply[0], startedAt: unit.cycle?.startedAt ?? 0, product: 'Vitello arrosto' };
    portal.reply(listCycles, [run], { id });
    const shown = await renderApp(address, { portal });
    await userEvent.click(button('Stop cycle'));
    const question = dialog('Stop the cycle?');
    await expect.element(question).toMatchTextContent('In it: Vitello arrosto, core 24.6°C.');
    await expect.element(question).toMatchTextContent('The core has not reached 3.0°C.');
    await expect.element(question).toMatchTextContent('will not say PASS');
    await userEvent.click(question.getByRole('button', { name: 'Keep running' }));
    // The unit would refuse it while it runs.
    await expect.element(button('Switch off: Power')).toBeDisabled();
    await expect.element(page.getByText('A cycle is running. Stop it first.', { exact: false })).toBeVisible();
    await shown.screen.unmount();

    const cycle = unit.cycle && { ...unit.cycle, state: 'ended' as const, endedAt: now() };
    const holding = { ...unit, status: 'ended' as const, cycleRunning: false, cycle };
    const again = portalWith([holding]);
    again.reply(listCycles, [run], { id });
    await renderApp(address, { portal: again });
    await userEvent.click(button('Switch off: Power'));
    const off = dialog('Switch the appliance off?');
    await expect.element(off).toMatchTextContent('In it: Vitello arrosto, core 24.6°C.');
    await expect.element(off).toMatchTextContent('no longer kept cold');
  });

  it('an appliance that is not connected cannot be commanded and says since when', async () => {
    const away = offline();
    await renderApp(`/appliance/${away.serialNumber}`, { portal: portalWith([away]) });
    await expect.element(button('Start cycle')).toBeDisabled();
    await expect
      .element(page.getByRole('status').filter({ hasText: 'The appliance is not connected.' }))
      .toMatchTextContent('These are the last values received (26 minutes ago).');
  });

  it('an alarm says what it means and what to do', async () => {
    const open = alarmed();
    await renderApp(`/appliance/${open.serialNumber}`, { portal: portalWith([open]) });
    const alarms = page.getByRole('region', { name: 'Needs attention' });
    await expect.element(alarms).toMatchTextContent('Alarm Door open too long');
    await expect
      .element(alarms)
      .toMatchTextContent('The door has been open too long: the chamber is losing its temperature.');
    await expect.element(alarms).toMatchTextContent('Close the door and look for what keeps it open.');
    await expect.element(page.getByRole('tab', { name: 'Alarms 1' })).toBeVisible();
  });

  it('S3.12 the alarm of a cycle that somebody stopped says who, that it is no fault, and asks only for what can be done', async () => {
    const since = now() - 6 * minute_ms;
    const stopped = applianceWith({
      status: 'stopped',
      alarms: [{ name: 'cycleInterruptedAlarm', active: true, since }],
    });
    const portal = portalWith([stopped]);
    const stoppedBy = { way: 'portal' as const, name: 'Anna Rossi' };
    const run = {
      ...listCycles.example.reply[0],
      endedAt: since,
      state: 'stopped' as const,
      reason: 'person',
      stoppedBy,
    };
    portal.reply(listCycles, [run], { id });
    const shown = await renderApp(address, { portal });
    const alarms = page.getByRole('region', { name: 'Needs attention' });
    await expect.element(alarms).toMatchTextContent('Cycle stopped before its end');
    await expect
      .element(alarms)
      .toMatchTextContent('Stopped by Anna Rossi from the portal. This is no fault of the appliance.');
    await expect.element(alarms).toMatchTextContent('this alarm ends when the next cycle starts');
    await expect.element(alarms).not.toMatchTextContent(/decides/);
    await shown.screen.unmount();

    const lost = portalWith([stopped]);
    lost.reply(listCycles, [{ ...run, state: 'interrupted', reason: 'power', stoppedBy: null }], { id });
    await renderApp(address, { portal: lost });
    await expect.element(alarms).toMatchTextContent('The cycle ended before the food reached its temperature.');
    await expect.element(alarms).not.toMatchTextContent('no fault');
  });

  it('S3.12 S2.23 upkeep is no alarm: it has its own word, is not counted, buzzes not, and is no risk before any step', async () => {
    const warnings = [{ name: 'descaleWarning', active: true, since: now() - 19 * 24 * 3_600_000 }];
    await renderApp(address, { portal: portalWith([applianceWith({ warnings, anomaly: true })]) });
    const list = page.getByRole('region', { name: 'Needs attention' });
    await expect.element(list.getByRole('heading', { level: 3 })).toMatchTextContent('Upkeep Descale the humidifier');
    await expect.element(page.getByText('Upkeep is recommended.')).toBeVisible();
    await expect.element(list.getByText('The food is not at risk now.', { exact: true })).toBeVisible();
    const steps = list
      .getByRole('list')
      .last()
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
    expect(steps).toEqual(['Descale the humidifier.', 'Confirm on the appliance’s screen and note what you did.']);
    expect(page.getByRole('tab', { name: 'Alarms' }).element().textContent).toBe('Alarms');
    expect(page.getByText('Buzzer').elements()).toEqual([]);
  });

  it('S3.12 the advice of upkeep says where on this page stands what to do', async () => {
    const warnings = [{ name: 'descaleWarning', active: true, since: now() }];
    await renderApp(address, { portal: portalWith([applianceWith({ warnings, anomaly: true })]) });
    const advice = page.getByText('Upkeep is recommended.');
    const list = page.getByRole('region', { name: 'Needs attention' });
    for (const [tab, where, isBelow] of [
      ['Machine state', 'What to do stands below.', true],
      ['Information', 'What to do stands under Alarms.', false],
      ['Alarms', 'What to do stands below.', true],
    ] as const) {
      await userEvent.click(page.getByRole('tab', { name: tab }));
      await expect.element(advice).toBeVisible();
      await expect.element(page.getByText(where, { exact: false })).toBeVisible();
      await expect.poll(() => list.elements().length).toBe(isBelow ? 1 : 0);
    }
  });

  it('S1.6 what somebody should be told stands above, until somebody of the kitchen has understood it', async () => {
    const at = Date.UTC(2026, 10, 20, 9, 3);
    const told = [
      { id: '0198c0de-0000-7000-8000-0000000000d1', name: 'tray_done', at, detail: { tray: 3, product: 'Peas' } },
      { id: '0198c0de-0000-7000-8000-0000000000d2', name: 'tray_done', at, detail: { tray: 4 } },
      {
        id: '0198c0de-0000-7000-8000-0000000000d3',
        name: 'start_not_possible',
        at,
        detail: { title: 'Ragù', minute: '2026-11-20T10:00', reason: 'door_open' },
      },
      { id: '0198c0de-0000-7000-8000-0000000000d4', name: 'of_a_later_version', at, detail: {} },
    ];
    const portal = portalWith([applianceWith({ notices: told })]);
    await renderApp(address, { portal });
    const main = page.getByRole('main');
    await expect.element(main).toMatchTextContent('Tray 3 is done: Peas');
    await expect.element(main).toMatchTextContent('Tray 4 is done');
    await expect
      .element(main)
      .toMatchTextContent('“Ragù” could not be started at 10:00. The door is open. Close it and try again.');
    await expect.element(main).toMatchTextContent('Something happened at the appliance');
    expect(await axeFindings()).toEqual([]);
    const [first] = told;
    portal.reply(seeNotice, { code: '200' }, { id, noticeId: first?.id ?? '' });
    await userEvent.click(button('Understood: Tray 3 is done: Peas'));
    const v = { ...chilling().v, notices: 1 };
    applyLive(queryClient, [{ serialNumber: id, at: 0, v, notices: told.slice(1, 2) }]);
    await expect.element(main).not.toMatchTextContent('Tray 3 is done');
    await expect.element(main).toMatchTextContent('Tray 4 is done');
    expect(portal.askedFor(`/api/v1/appliance/appliances/${id}/notices/${first?.id}/seen`).length).toBe(1);
  });

  it('is renamed and moved', async () => {
    const portal = portalWith([applianceWith({})]);
    await renderApp(address, { portal });
    await userEvent.click(button('Options'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Rename or move' }));
    await userEvent.fill(dialog('Rename or move').getByLabelText('Name'), 'By the window');
    await userEvent.selectOptions(dialog('Rename or move').getByLabelText('Kitchen'), 'Pastry');
    const renamed = applianceWith({ name: 'By the window' });
    portal.reply(updateAppliance, renamed, { id });
    portal.reply(getAppliance, renamed, { id });
    await userEvent.click(button('Save'));
    await expect.poll(() => dialog('Rename or move').elements()).toEqual([]);
    const sent = portal.asked.find(({ method }) => method === 'PUT');
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      name: 'By the window',
      labId: '0198c0de-0000-7000-8000-00000000000b',
    });
  });

  it('S7.17 is released after a confirmation, and shows the next owner’s code once', async () => {
    const portal = portalWith([applianceWith({})]);
    portal.reply(releaseAppliance, releaseAppliance.example.reply, { id });
    const { router } = await renderApp(address, { portal });
    await userEvent.click(button('Options'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Release appliance' }));
    await userEvent.click(dialog('Release this appliance?').getByRole('button', { name: 'Release appliance' }));
    await expect.element(dialog('Appliance released')).toMatchTextContent('7KQ2M-9XWPA');

    // The live connection tells that the appliance is gone: the code stays all the same.
    portal.refuse(getAppliance, 404, 'not_found', { id });
    await queryClient.resetQueries({ queryKey: applianceKey(id) });
    await expect.element(dialog('Appliance released')).toMatchTextContent('7KQ2M-9XWPA');
    await userEvent.click(dialog('Appliance released').getByRole('button', { name: 'Close' }));
    await expect.poll(() => router.state.location.pathname).toBe('/');
  });

  it.each([
    ['en', '', 'You no longer have access to this appliance', 'My appliances'],
    ['de', '', 'Sie haben keinen Zugriff mehr auf dieses Gerät', 'Meine Geräte'],
    ['ja', '/mf-cycle', 'この機器は表示できなくなりました', '機器一覧'],
  ] as const)(
    'S6.3 an appliance whose sharing ends while it is looked at says so, in %s%s',
    async (locale, place, sentence, back) => {
      const portal = portalWith([chilling()]);
      await renderApp(address + place, { portal, locale });
      await expect.element(page.getByRole('main').getByText('Blast chiller 1').first()).toBeVisible();
      portal.refuse(getAppliance, 404, 'not_found', { id });
      await queryClient.resetQueries({ queryKey: applianceKey(id) });
      await expect.element(page.getByRole('heading', { level: 2, name: sentence })).toBeVisible();
      await expect.element(page.getByRole('link', { name: back })).toHaveAttribute('href', '/');
      expect(page.getByRole('main').element().textContent).not.toContain('−3');
    },
  );

  it('S8.23 says so when the appliance is not there', async () => {
    const portal = portalWith([]);
    portal.refuse(getAppliance, 404, 'not_found', { id });
    await renderApp(address, { portal });
    await expect
      .element(page.getByRole('heading', { level: 2, name: 'You have no appliance with this number' }))
      .toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  it('S8.23 says why when the appliance could not be asked for', async () => {
    const portal = portalWith([]);
    portal.refuse(getAppliance, 500, 'generic', { id });
    await renderApp(address, { portal });
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('The appliance could not be shown. refused: generic');
  });

  it.each([
    ['light at 1440 px', { width: 1440, dark: false, appliance: chilling }],
    ['dark at 390 px', { width: 390, dark: true, appliance: alarmed }],
  ])('axe finds nothing: %s', async (_, { width, dark, appliance }) => {
    await page.viewport(width, 900);
    const shown = appliance();
    await renderApp(`/appliance/${shown.serialNumber}`, { portal: portalWith([shown]), dark, locale: 'de' });
    await expect.element(page.getByRole('img', { name: /^Temperaturkurve/ })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(width);
  });
});
