import { claimAppliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { createLaboratory, deleteLaboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { countNotifications } from '@brina/contract/calls/record/notifications';
import type { LiveFrame } from '@brina/contract/live';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { Profiler } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { renderApp } from '../../../app/testing/render-app.tsx';
import {
  alarmed,
  applianceWith,
  chilling,
  offline,
  portalWith,
} from '../../../appliance/testing/example-appliances.ts';
import { applianceKey, appliancesQuery, applyLive } from '../../../lib/appliances.ts';
import { loadMessages } from '../../../lib/catalogues.ts';
import { now } from '../../../lib/clock.ts';
import { firstSeen } from '../../../lib/live-merge.ts';
import { queryClient } from '../../../lib/query.ts';
import { exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';
import { theme } from '../../../ui/theme.ts';
import { messages } from './DashboardScreen.tsx';
import { ApplianceCard } from './parts/ApplianceCard.tsx';
import { fleet, portalWithFleet } from './testing/example-fleet.ts';

const card = (name: string) => page.getByRole('article', { name });
const kitchens = () => page.getByRole('heading', { level: 2 });

describe('the dashboard', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S1.6 the card says the newest of what somebody should be told, and that there is more', async () => {
    await renderApp('/', { portal: portalWithFleet(6) });
    const { serialNumber, v } = fleet(6).find(({ name }) => name === 'Blast chiller 1')!;
    const card = page.getByRole('article', { name: 'Blast chiller 1' });
    await expect.element(card).toBeVisible();
    const told = [4, 3].map((tray) => ({ id: `n${tray}`, name: 'tray_done', at: tray, detail: { tray } }));
    applyLive(queryClient, [{ serialNumber, at: 0, v: { ...v, notices: 1 }, notices: told }]);
    await expect.element(card).toMatchTextContent('Tray 4 is done +1');
    applyLive(queryClient, [{ serialNumber, at: 0, v: { ...v, notices: 2 }, notices: [] }]);
    await expect.element(card).not.toMatchTextContent('is done');
  });

  it('S2.21 shows every appliance by kitchen with temperature, set-point, phase and remaining time', async () => {
    await renderApp('/', { portal: portalWith([chilling(), alarmed(), offline()]) });
    const chiller = card('Blast chiller 1');
    await expect.element(chiller).toMatchTextContent('Chilling');
    await expect.element(chiller).toMatchTextContent('MultiFresh Next L 45');
    await expect.element(chiller).toMatchTextContent('−3.2°C');
    await expect.element(chiller).toMatchTextContent('Set0.0°C');
    await expect.element(chiller).toMatchTextContent('Soft chilling');
    await expect.element(chiller).toMatchTextContent('Phase 2 of 3');
    await expect.element(chiller).toMatchTextContent('38 min left');
    expect(Number(chiller.getByRole('progressbar').element().getAttribute('aria-valuenow'))).toBe(44);
    await expect.element(page.getByRole('region', { name: 'Main kitchen' })).toMatchTextContent('2 appliances');
    await expect
      .element(page.getByRole('region', { name: 'Banqueting' }))
      .toMatchTextContent('No appliance in this kitchen yet.');
  });

  it('S2.21 an active alarm is named on its card and above all, with where it is', async () => {
    await renderApp('/', { portal: portalWith([chilling(), alarmed()]) });
    await expect.element(card('Blast chiller 2')).toMatchTextContent('Door open too long');
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Door open too longBlast chiller 2, Main kitchen. Chamber 9.6°C, set 2.0°C.');
    await userEvent.click(page.getByRole('link', { name: 'View appliance' }));
    await expect.element(page.getByRole('heading', { level: 1, name: 'Blast chiller 2' })).toBeVisible();
  });

  it('S2.21 of an appliance with an alarm whose air is not controlled no set-point is spoken of', async () => {
    const unit = alarmed();
    const { cellSetTemp: _, ...reported } = unit.twin.reported;
    await renderApp('/', { portal: portalWith([{ ...unit, twin: { ...unit.twin, reported } }]) });
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Main kitchen\. Chamber 9\.6°C\./);
    expect(page.getByRole('alert').element().textContent).not.toContain('set');
  });

  it('S3.8 an appliance that is not connected says since when, with the last values', async () => {
    await renderApp('/', { portal: portalWith([offline()]) });
    const freezer = card('Ice cream');
    await expect.element(freezer).toMatchTextContent('Not connected');
    await expect.element(freezer).toMatchTextContent('Last seen 26 minutes ago');
    await expect.element(freezer).toMatchTextContent('−21.3°C');
    expect(getComputedStyle(freezer.element()).borderTopStyle).toBe('dashed');
  });

  it('S2.21 S3.8 an alarm of an appliance that is not connected is as loud as any: its power may be what has failed', async () => {
    const lost = offline();
    const alarms = [{ name: 'blackOutAlarm', active: true, since: lost.lastSeenAt ?? 0 }];
    await renderApp('/', { portal: portalWith([chilling(), { ...lost, alarms }]) });
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Power failureIce cream, Pastry. Last seen 26 minutes ago.');
    await expect.element(page.getByRole('button', { name: '0 Not connected' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '1 Alarm' }));
    const freezer = card('Ice cream');
    await expect.poll(() => card('Blast chiller 1').elements()).toEqual([]);
    await expect.element(freezer).toMatchTextContent(/Alarm.*Power failure.*Last seen 26 minutes ago/);
    // The frame says the same as the count.
    expect(getComputedStyle(freezer.element()).borderTopStyle).toBe('solid');
  });

  it('S2.21 filters by state, kitchen and words; all of them live in the URL', async () => {
    const { router } = await renderApp('/', { portal: portalWith([chilling(), alarmed(), offline()]) });
    await userEvent.click(page.getByRole('button', { name: '1 Alarm' }));
    await expect.element(card('Blast chiller 2')).toBeVisible();
    await expect.poll(() => card('Blast chiller 1').elements()).toEqual([]);
    expect(router.state.location.search).toEqual({ status: 'alarm' });

    await userEvent.click(page.getByRole('button', { name: '3 All' }));
    await userEvent.click(page.getByRole('combobox', { name: 'Kitchen', exact: true }));
    await userEvent.click(page.getByRole('option', { name: 'Pastry' }));
    await userEvent.keyboard('{Escape}');
    await expect
      .poll(() =>
        kitchens()
          .elements()
          .map((heading) => heading.textContent),
      )
      .toEqual(['Pastry']);

    await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
    await userEvent.fill(page.getByLabelText('Search'), 'mfm30');
    await expect.element(card('Blast chiller 2')).toBeVisible();
    await expect.poll(() => card('Ice cream').elements()).toEqual([]);

    await userEvent.fill(page.getByLabelText('Search'), 'nothing like it');
    await expect.element(page.getByText('No appliance matches')).toBeVisible();
  });

  it('S2.21 S2.14 the tiles say that they count what is now, the menu that it counts what is unread', async () => {
    const portal = portalWith([chilling(), alarmed()]);
    portal.reply(countNotifications, 1);
    await renderApp('/', { portal });
    const tiles = page.getByRole('group', { name: 'Appliances by their state right now' });
    await expect.element(tiles.getByRole('button', { name: '1 Alarm' })).toBeVisible();
    await expect.element(page.getByText('Appliances by their state right now')).toBeVisible();
    await expect.element(page.getByRole('complementary').getByText('1 unread', { exact: true })).toBeVisible();
  });

  it('S2.21 restores the filters of a pasted link', async () => {
    await renderApp('/?status=offline', { portal: portalWith([chilling(), offline()]) });
    await expect.element(card('Ice cream')).toBeVisible();
    expect(card('Blast chiller 1').elements()).toEqual([]);
    await expect.element(page.getByRole('button', { name: '1 Not connected' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('S2.21 S8.22 a state that nothing is in says so with how all are, when that was seen, and who is not heard from', async () => {
    const warnings = [
      { name: 'humidityLowWarning', active: true, since: now() },
      { name: 'descaleWarning', active: true, since: now() },
    ];
    const sound = applianceWith({ serialNumber: 'MFS20-26-000001', name: 'Fish' });
    const [dry, worn] = warnings.map((warning, index) =>
      applianceWith({ serialNumber: `MFS20-26-00000${index + 2}`, name: `Meat ${index}`, warnings: [warning] }),
    );
    const { router } = await renderApp('/?status=alarm&kitchen=', {
      portal: portalWith([chilling(), sound, offline(), ...[dry, worn].flatMap((one) => one ?? [])]),
    });
    await expect.element(page.getByRole('heading', { name: 'No alarm' })).toBeVisible();
    const main = page.getByRole('main');
    await expect.element(main).toMatchTextContent(/2 of 5 appliances are in order, checked \d\d:\d\d\./);
    await expect.element(main).toMatchTextContent('1 is not heard from: nobody knows how it is.');
    await expect.element(main).toMatchTextContent('1 has a warning.');
    await expect.element(main).toMatchTextContent('1 is due for upkeep.');
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Show all (5)' }));
    await expect.element(card('Fish')).toBeVisible();
    expect(router.state.location.search).toEqual({});
    await userEvent.click(page.getByRole('button', { name: '0 Freezing' }));
    await expect.element(page.getByRole('heading', { name: 'Nothing is being frozen or kept frozen' })).toBeVisible();
    // A filter that leaves nothing is another matter.
    await userEvent.fill(page.getByLabelText('Search'), 'nothing like it');
    await expect.element(page.getByText('No appliance matches')).toBeVisible();
  });

  it('S2.21 adds an appliance: the code is written as on the label, faults stand at their fields', async () => {
    const portal = portalWith([chilling()]);
    await renderApp('/', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Add appliance' }).first());
    const dialog = page.getByRole('dialog', { name: 'Add appliance' });
    await userEvent.click(dialog.getByRole('button', { name: 'Add appliance' }));
    await expect.element(dialog.getByText('This field is required.').first()).toBeVisible();
    expect(portal.asked.filter(({ method, path }) => method === 'POST' && path === claimAppliance.path)).toEqual([]);
    await expect.poll(() => document.activeElement).toBe(dialog.getByLabelText('Activation code').element());

    await userEvent.fill(dialog.getByLabelText('Activation code'), '7kq2m9xwoa');
    await expect.element(dialog.getByLabelText('Activation code')).toHaveValue('7KQ2M-9XW0A');
    await userEvent.fill(dialog.getByLabelText('Name of the appliance'), 'Fish');

    portal.refuse(claimAppliance, 404, 'activation_code_unknown');
    await userEvent.click(dialog.getByRole('button', { name: 'Add appliance' }));
    await expect.element(dialog.getByText('refused: activation_code_unknown')).toBeVisible();
    await expect.element(dialog.getByLabelText('Activation code')).toHaveAttribute('aria-invalid', 'true');
    expect(await axeFindings()).toEqual([]);

    const added = applianceWith({ serialNumber: 'MFS20-26-000001', name: 'Fish' });
    portal.reply(claimAppliance, added);
    portal.reply(listAppliances, [chilling(), added]);
    await userEvent.click(dialog.getByRole('button', { name: 'Add appliance' }));
    await expect.element(card('Fish')).toBeVisible();
    const said = page.getByRole('status').filter({ hasText: 'Fish was added.' });
    await expect
      .element(said.getByRole('link', { name: 'View appliance' }))
      .toHaveAttribute('href', '/appliance/MFS20-26-000001');
    await userEvent.click(said.getByRole('button', { name: 'Close' }));
    await expect.element(said).not.toBeInTheDocument();
    const sent = portal.asked.findLast(({ method, path }) => method === 'POST' && path === claimAppliance.path);
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      activationCode: '7KQ2M9XW0A',
      name: 'Fish',
      labId: chilling().lab?.id,
    });
  });

  it('S2.21 an appliance that has told nothing yet waits for its first report, and is in no state until then', async () => {
    const silent = { status: 'unknown' as const, reported: { TCell: null, cellSetTemp: null } };
    const added = applianceWith({ serialNumber: 'MFS20-26-000001', name: 'Fish', ...silent });
    await renderApp('/', { portal: portalWith([chilling(), added]) });
    await expect.element(card('Fish')).toMatchTextContent('Waiting for its first report');
    await expect.element(page.getByRole('button', { name: '0 Standby' })).toBeVisible();
    const v = { ...added.v, reported: 100, status: 100 };
    const frame = { serialNumber: added.serialNumber, at: 0, v };
    applyLive(queryClient, [
      { ...frame, reported: { TCell: 3.1, powerState: 1, cycleState: 0 } },
      { ...frame, status: 'standby' },
    ]);
    await expect.element(card('Fish')).toMatchTextContent('Standby');
    await expect.element(page.getByRole('button', { name: '1 Standby' })).toBeVisible();
  });

  it('S2.21 S6.9 says under the kitchen which service partner will see the appliance', async () => {
    const portal = portalWith([chilling()]);
    const [lab] = listLaboratories.example.reply;
    portal.reply(listLaboratories, [
      { ...lab, servedBy: 'Freddo Assistenza' },
      { ...lab, id: 'pastry', name: 'Pastry' },
    ]);
    await renderApp('/', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Add appliance' }).first());
    const kitchen = page.getByRole('dialog', { name: 'Add appliance' }).getByLabelText('Kitchen');
    const told = 'Freddo Assistenza looks after this kitchen and will see the appliance.';
    await expect.element(kitchen).toHaveAccessibleDescription(told);
    await userEvent.selectOptions(kitchen, 'Pastry');
    await expect.element(kitchen).not.toHaveAccessibleDescription(told);
  });

  it('S1.4 the link of a label opens the dialog with its code, and is forgotten with it', async () => {
    const { router } = await renderApp('/?activation=7kq2m-9xwpa', { portal: portalWith([chilling()]) });
    const dialog = page.getByRole('dialog', { name: 'Add appliance' });
    await expect.element(dialog.getByLabelText('Activation code')).toHaveValue('7KQ2M-9XWPA');
    await expect.poll(() => document.activeElement).toBe(dialog.getByLabelText('Name of the appliance').element());
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => dialog.elements()).toEqual([]);
    expect(router.state.location.search).toEqual({});
  });

  it('S1.4 whoever has no kitchen makes one first; the code of the link stays', async () => {
    const portal = portalWith([]);
    portal.reply(listLaboratories, []);
    await renderApp('/?activation=7KQ2M-9XWPA', { portal });
    const [lab] = listLaboratories.example.reply;
    portal.reply(createLaboratory, lab);
    const first = page.getByRole('dialog', { name: 'Add kitchen' });
    await userEvent.fill(first.getByRole('textbox', { name: 'Name of the kitchen' }), 'Pizzeria');
    portal.reply(listLaboratories, [lab]);
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Add appliance' });
    await expect.element(dialog.getByLabelText('Activation code')).toHaveValue('7KQ2M-9XWPA');
    await expect.element(dialog.getByLabelText('Kitchen')).toHaveValue(lab.id);
  });

  it('S8.15 a kitchen that cannot be added says that the operation was not successful', async () => {
    const portal = portalWith([chilling()]);
    await renderApp('/', { portal });
    portal.refuse(createLaboratory, 500, 'generic');
    await userEvent.click(page.getByRole('button', { name: 'Add kitchen' }));
    const dialog = page.getByRole('dialog', { name: 'Add kitchen' });
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Name of the kitchen' }), 'Pizzeria');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent('The operation was not successful. refused: generic');
    await expect.element(dialog.getByRole('textbox', { name: 'Name of the kitchen' })).toHaveValue('Pizzeria');
  });

  it('S8.14 a kitchen with appliances cannot be deleted and says why', async () => {
    await renderApp('/', { portal: portalWith([chilling()]) });
    await userEvent.click(page.getByRole('button', { name: 'Options of Main kitchen' }));
    const entry = page.getByRole('menuitem', { name: /^Delete kitchen/ });
    await expect.element(entry).toBeDisabled();
    await expect.element(entry).toMatchTextContent('You cannot delete a kitchen that has appliances.');
  });

  it('S8.14 a refusal of the portal shows once, in the dialog that asked', async () => {
    const portal = portalWith([chilling()]);
    await renderApp('/', { portal });
    const id = '0198c0de-0000-7000-8000-00000000000c';
    portal.refuse(deleteLaboratory, 409, 'laboratory_in_use', { id });
    await userEvent.click(page.getByRole('button', { name: 'Options of Banqueting' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete kitchen' }));
    const dialog = page.getByRole('dialog', { name: 'Delete this kitchen?' });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete kitchen' }));
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('refused: laboratory_in_use');
    expect(page.getByText('refused: laboratory_in_use').elements()).toHaveLength(1);

    portal.reply(deleteLaboratory, { code: '200' }, { id });
    portal.reply(listLaboratories, []);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete kitchen' }));
    await expect.poll(() => dialog.elements()).toEqual([]);
  });

  it('S2.21 tells a new company what to do first, and leads through it', async () => {
    const portal = portalWith([]);
    portal.reply(listLaboratories, []);
    await renderApp('/', { portal });
    await expect.element(page.getByRole('heading', { name: 'No appliance yet' })).toBeVisible();
    expect(await axeFindings()).toEqual([]);

    const [lab] = listLaboratories.example.reply;
    portal.reply(createLaboratory, { ...lab, name: 'Pizzeria' });
    portal.reply(listLaboratories, [{ ...lab, name: 'Pizzeria' }]);
    await userEvent.click(page.getByRole('button', { name: 'Add kitchen' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name of the kitchen' }), 'Pizzeria');
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Add appliance' });
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByLabelText('Kitchen')).toHaveValue(lab.id);
  });

  it.each(['/', '/?status=alarm&q=2'])(
    'S2.21 S8.22 kitchens without any appliance are an invitation, with nothing to count and nothing to filter: %s',
    async (place) => {
      await renderApp(place, { portal: portalWith([]) });
      const [lab] = listLaboratories.example.reply;
      const kitchen = page.getByRole('region', { name: lab.name });
      await expect.element(kitchen).toMatchTextContent('No appliance in this kitchen yet.');
      await expect.element(kitchen.getByRole('button', { name: 'Add appliance' })).toBeVisible();
      const main = page.getByRole('main');
      expect(main.element().querySelectorAll('search')).toHaveLength(0);
      expect(main.getByText('Standby').elements()).toEqual([]);
      expect(main.getByRole('button', { name: 'Clear filters' }).elements()).toEqual([]);
    },
  );

  it.each([
    ['ADMIN', ['Add kitchen']],
    ['KITCHEN_MANAGER', []],
  ] as const)('S6.2 an invited %s is offered only what it may add', async (role, offered) => {
    const membership = {
      id: '0198c0de-0000-7000-8000-0000000000d1',
      company: 'Hotel Alpino',
      role,
      state: 'ACCEPTED',
    } as const;
    const portal = portalWith([chilling()]);
    portal.reply(getUserInfo, exampleUser({ language: 'en_GB', membership, memberships: [membership] }));
    await renderApp('/?activation=7KQ2M-9XWPA', { portal });
    await expect.element(card('Blast chiller 1')).toBeVisible();
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Appliances are added by the owner of the company.');
    expect(page.getByRole('dialog').elements()).toEqual([]);
    const adding = page.getByRole('button', { name: /^Add/ }).elements();
    expect(adding.map(({ textContent }) => textContent)).toEqual(offered);
  });

  it('S8.25 says what failed, for whom to ask, and tries again', async () => {
    const portal = portalWith([chilling()]);
    portal.refuse(listAppliances, 403, 'access_denied');
    await renderApp('/', { portal });
    await expect.element(page.getByRole('alert')).toMatchTextContent('The appliances could not be shown.');
    await expect.element(page.getByRole('alert')).toMatchTextContent('Request test');
    portal.reply(listAppliances, [chilling()]);
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(card('Blast chiller 1')).toBeVisible();
  });

  it.each([
    ['light at 1440 px', { width: 1440, dark: false }],
    ['dark at 390 px', { width: 390, dark: true }],
  ])('axe finds nothing: %s', async (_, { width, dark }) => {
    await page.viewport(width, 900);
    await renderApp('/', { portal: portalWith([chilling(), alarmed(), offline()]), dark, locale: 'de' });
    await expect.element(card('Blast chiller 1')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(width);
  });

  it('S1.2 shows degrees Fahrenheit to whom reads imperial units', async () => {
    const user = exampleUser();
    const portal = portalFixture({ ...user, preferences: { ...user.preferences, measurement_system: 'imperial' } });
    portal.reply(listAppliances, [chilling()]);
    portal.reply(listLaboratories, listLaboratories.example.reply.slice());
    await renderApp('/', { portal });
    await expect.element(card('Blast chiller 1')).toMatchTextContent('26.2°F');
  });
});

describe('live frames', () => {
  it('S4.9 with 200 appliances at 20 frames a second, one frame renders one card', async () => {
    const serials = Array.from({ length: 200 }, (_, place) => `MFL45-26-${String(place).padStart(6, '0')}`);
    await renderApp('/access');
    await loadMessages('en', ...messages);
    queryClient.setQueryData(appliancesQuery.queryKey, serials);
    for (const serialNumber of serials) {
      queryClient.setQueryData(
        applianceKey(serialNumber),
        firstSeen(applianceWith({ serialNumber, name: serialNumber })),
      );
    }
    const rendered: string[] = [];
    const root = createRootRoute({
      component: () =>
        serials.map((serial) => (
          <Profiler key={serial} id={serial} onRender={(id) => rendered.push(id)}>
            <ApplianceCard serial={serial} />
          </Profiler>
        )),
    });
    const router = createRouter({ routeTree: root, history: createMemoryHistory() });
    const screen = await render(
      <MantineProvider theme={theme}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    );
    const last = screen.getByRole('article', { name: serials[199]! });
    await expect.element(last).toMatchTextContent('3.2°C');
    const cards = new Map(
      [...document.querySelectorAll('article')].map((one) => [one.querySelector('h3')?.textContent, one]),
    );

    for (let second = 0; second < 3; second += 1) {
      for (let frame = 0; frame < 20; frame += 1) {
        const serialNumber = serials[(second * 20 + frame) * 3]!;
        const shown = cards.get(serialNumber);
        rendered.length = 0;
        applyLive(queryClient, [reportedFrame(serialNumber, -20 - frame)]);
        await expect.poll(() => shown?.textContent).toContain(`−${20 + frame}.0°C`);
        expect(new Set(rendered)).toEqual(new Set([serialNumber]));
      }
    }
  });
});

const reportedFrame = (serialNumber: string, TCell: number): LiveFrame => ({
  serialNumber,
  at: 0,
  v: { reported: 1_000 - TCell, online: 1, status: 1, cycle: 0, warnings: 0, alarms: 0, commands: 0, notices: 0 },
  reported: { TCell },
});
