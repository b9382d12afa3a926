import { runLive } from '@brina/contract/calls/kitchen/live-feed';
import { type Action, getAction, saveAction } from '@brina/contract/calls/record/actions';
import { filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import {
  type CheckedProbe,
  checkProbe,
  listDueChecks,
  listProbeChecks,
  type ProbeCheck,
  type ProbeReading,
  readProbe,
} from '@brina/contract/calls/record/checks';
import { listMissing } from '@brina/contract/calls/record/missing';
import { grantSigning, listSigners, signingWays } from '@brina/contract/calls/record/signatures';
import { minute_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { exampleReply } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const { serialNumber: serial } = applianceWith({});
const [good] = exampleReply(listProbeChecks) as [ProbeCheck];
const [overdue] = exampleReply(listDueChecks).items.map((one) => ({ ...one, serialNumber: serial })) as [CheckedProbe];
const until = 1_763_680_000_000;
const action = exampleReply(getAction);
const reading = (state: ProbeReading['state'], value_C: number, sigma_K = 0.03): ProbeReading => ({
  state,
  until,
  points: [1, 2, 3, 4].map((point) => ({
    point,
    state: state === 'stale' ? 'few' : state,
    last_C: value_C,
    mean_C: value_C,
    sigma_K,
    samples: 30,
  })),
});
const low: ProbeCheck = {
  ...good,
  id: '0198c0de-0000-7000-8000-0000000000f8',
  source: 'TELEMETRY',
  until: { before: until, after: null },
  before_C: -1.2,
  error_K: -1.2,
  left_K: -1.2,
  foundGood: false,
  leftGood: false,
  records: { waiting: 14, again: 0, failed: 0 },
  actions: [{ id: action.id, revision: 1, state: 'open', cause: null, createdAt: until }],
};

function portalWithProbe(checks: ProbeCheck[] = [], model?: string) {
  const portal = portalWith([applianceWith(model ? { model } : {})]);
  const shown = { checks, reading: reading('moving', -1.2, 0.4) };
  portal.reply(listProbeChecks, () => shown.checks, { serial });
  portal.reply(listDueChecks, { items: [overdue], total: 1 });
  portal.reply(readProbe, () => shown.reading, { serial });
  portal.reply(runLive, runLive.example.reply, { id: serial });
  portal.reply(
    checkProbe,
    () => {
      shown.checks = [low];
      return low;
    },
    { serial },
  );
  return { portal, shown };
}

const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name, exact: true }));
const sent = ({ portal }: ReturnType<typeof portalWithProbe>): unknown =>
  JSON.parse(
    String(
      portal.askedFor(`/api/v1/analytics/haccp/${serial}/checks`).findLast(({ method }) => method === 'POST')?.body,
    ),
  );
const screen = `/haccp/${serial}?checks=probes`;

describe('checks of core probes', () => {
  beforeEach(() => page.viewport(390, 844));

  it('B2.7 a chef checks the needle in ice water by large buttons alone: the portal waits until it rests, measures, and says what becomes of records', async () => {
    const given = portalWithProbe();
    await renderApp(screen, { portal: given.portal });
    await expect.element(page.getByText(/^Check due since/)).toBeVisible();
    await press('Check the probe');
    await expect.element(page.getByText('What do you check it with?')).toBeVisible();
    await press('Ice water');
    for (const button of page.getByRole('dialog').getByRole('button').elements().slice(1))
      expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(64);
    expect(await axeFindings()).toEqual([]);
    await press('Next step');
    await press('The whole needle');
    await press('Next step');
    await expect.element(page.getByText('It still changes, by 0.4°C. Wait.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    expect(await axeFindings()).toEqual([]);
    given.shown.reading = reading('steady', -1.2);
    await expect.element(page.getByText('It is at rest: −1.2°C.')).toBeVisible();
    await press('Next step');
    await expect.element(page.getByText('It reads 1.2°C too low. At most 0.5°C is allowed.')).toBeVisible();
    await press('No, it stays as it is');
    await press('Next step');
    await press('Record it unsigned');
    await expect.element(page.getByText('The probe is not good')).toBeVisible();
    await expect.element(page.getByRole('dialog').getByText('14 records are being looked at again')).toBeVisible();
    await expect.element(page.getByText('Until a good check, new records are judged with this finding.')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(sent(given)).toEqual({
      needle: 1,
      points: [],
      source: 'TELEMETRY',
      setting: { method: 'ICE' },
      until: { before: until, after: null },
      instrument: 'Ice water',
      certificate: '',
      certificateUntil: null,
      note: '',
    });
    given.shown.checks = [{ ...low, records: { waiting: 0, again: 12, failed: 2 } }];
    await expect.element(page.getByRole('dialog').getByText('2 do not pass any more')).toBeVisible();
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last());
    await expect.element(page.getByText(/12 records were judged again; 2 do not pass any more/)).toBeVisible();
  });

  /** A portal that knows the action that a failed check has opened. */
  function givenAction(portal: ReturnType<typeof portalWithProbe>['portal']): void {
    const subject = { ...action.subjects[0], kind: 'check', id: low.id, verdict: null } as Action['subjects'][number];
    const open = { ...action, state: 'open', cause: null, load_kg: null } as const;
    portal.reply(
      getAction,
      { ...open, revision: 1, proposedCauses: ['UNIT'], subjects: [subject] },
      { actionId: action.id },
    );
    portal.reply(saveAction, action, { actionId: action.id });
    portal.reply(signingWays, { pinSince: 1_763_600_000_000 });
    portal.reply(grantSigning, grantSigning.example.reply);
  }

  async function tell(): Promise<void> {
    await press('There was no food');
    await press('Next step');
    await press('Fault of the appliance');
    await press('Next step');
    for (const digit of '407193') await press(digit);
    await press('Sign and record');
    await expect.element(page.getByText('What was done is recorded and signed.')).toBeVisible();
  }

  it('B2.5 B2.7 what is done about a probe that failed is said at once by large buttons, or later from the list of checks', async () => {
    const given = portalWithProbe();
    givenAction(given.portal);
    given.shown.reading = reading('steady', -1.2);
    await renderApp(screen, { portal: given.portal });
    await press('Check the probe');
    await press('Ice water');
    await press('Next step');
    await press('Next step');
    await expect.element(page.getByText('It is at rest: −1.2°C.')).toBeVisible();
    await press('Next step');
    await press('No, it stays as it is');
    await press('Next step');
    await press('Record it unsigned');
    await expect.element(page.getByText('A corrective action is open: say what is done about it.')).toBeVisible();
    const way = page.getByRole('dialog').getByRole('button', { name: 'Say what was done' });
    expect(way.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(64);
    await userEvent.click(way);
    await expect.element(page.getByRole('dialog').getByText(/^Probe 1, /)).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await tell();
    const saved = () =>
      given.portal.askedFor(`/api/v1/analytics/haccp/actions/${action.id}`).filter(({ method }) => method === 'PUT');
    expect(JSON.parse(String(saved()[0]?.body))).toMatchObject({ state: 'done', cause: 'UNIT', dispositions: [] });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    const section = page.getByRole('region', { name: 'Corrective actions' });
    await expect.element(section).toMatchTextContent(/Probe 1, /);
    await userEvent.click(section.getByRole('button', { name: 'Say what was done' }));
    await tell();
    expect(saved().length).toBe(2);
  });

  it('B2.7 a needle that hangs in no bath is not measured; by hand a value is set without typing; adjusted it is measured once more', async () => {
    const given = portalWithProbe();
    given.shown.reading = reading('steady', 22);
    await renderApp(screen, { portal: given.portal });
    await press('Check the probe');
    await press('Boiling water');
    await press('Next step');
    await press('Raise');
    await expect.element(page.getByText('Water boils there at 99.7°C.')).toBeVisible();
    await press('Next step');
    await press('Only its tip');
    await press('Next step');
    await expect.element(page.getByText('This is far from what it should read. Is the needle in?')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    given.shown.reading = reading('steady', 97.8);
    await expect.element(page.getByText('It is at rest: 97.8°C.')).toBeVisible();
    await press('Enter the value myself');
    await press('Lower');
    await press('Next step');
    await expect.element(page.getByText('It reads 2.0°C too low. At most 1.0°C is allowed.')).toBeVisible();
    await press('Yes, measure it again');
    await press('Next step');
    await expect.element(page.getByText('Measure once more')).toBeVisible();
    given.shown.reading = reading('steady', 99.5);
    await expect.element(page.getByText('It is at rest: 99.5°C.')).toBeVisible();
    await press('Next step');
    await press('Record it unsigned');
    await expect
      .poll(() => sent(given))
      .toMatchObject({
        source: 'MANUAL',
        points: [1],
        setting: { method: 'BOILING', altitude_m: 100 },
        before_C: 97.7,
        after_C: 99.5,
      });
  });

  it('B2.7 beside a thermometer the check says which, with its certificate and until when that holds, and is signed by whoever checked; of a trolley unit it asks which probe', async () => {
    const given = portalWithProbe([], 'SF Roll 100 RWL');
    const [luca] = exampleReply(listSigners) as [{ id: string; name: string; role: string }];
    given.portal.reply(listSigners, [luca]);
    given.portal.reply(signingWays, { pinSince: null });
    given.portal.reply(grantSigning, grantSigning.example.reply);
    given.shown.reading = reading('steady', 0.4);
    await renderApp(screen, { portal: given.portal });
    await press('Check the probe');
    await press('Probe 2');
    await press('Next step');
    await press('Reference thermometer');
    await press('Next step');
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await userEvent.fill(page.getByLabelText('Which thermometer is it?'), 'Testo 110');
    await userEvent.fill(page.getByLabelText('Its certificate (optional)'), 'C-77');
    await userEvent.fill(page.getByLabelText('It is valid until (optional)'), '2026-05-31');
    await press('Raise');
    await press('Next step');
    await press('Next step');
    await expect.element(page.getByText('It is at rest: 0.4°C.')).toBeVisible();
    await press('Next step');
    await expect.element(page.getByText('It reads right: 0.3°C off.')).toBeVisible();
    await press('No, it stays as it is');
    await press('Next step');
    // Who has checked it signs, on whosever tablet.
    await press(luca.name);
    await expect.element(page.getByRole('button', { name: 'Sign and record' })).toBeDisabled();
    for (const button of page.getByRole('dialog').getByRole('button').elements().slice(1))
      expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(64);
    expect(await axeFindings()).toEqual([]);
    for (const digit of '407193') await press(digit);
    await press('Sign and record');
    await expect
      .poll(() => JSON.parse(String(given.portal.askedFor(grantSigning.path).at(-1)?.body ?? '{}')))
      .toEqual({ pin: '407193', person: luca.id });
    await expect
      .poll(() => sent(given))
      .toMatchObject({
        needle: 2,
        grant: grantSigning.example.reply.grant,
        setting: { method: 'REFERENCE', reference_C: 0.1 },
        instrument: 'Testo 110',
        certificate: 'C-77',
        // The end of that day in the kitchen.
        certificateUntil: Date.parse('2026-05-31T21:59:59.999Z'),
      });
  });

  it('B2.7 what the portal refuses is said, and nothing is lost; a unit that sends nothing is checked by hand', async () => {
    const given = portalWithProbe();
    given.shown.reading = { ...reading('stale', 0.2), until: null, points: [] };
    given.portal.refuse(checkProbe, 422, 'check_unstable', { serial });
    await renderApp(screen, { portal: given.portal });
    await press('Check the probe');
    await press('Ice water');
    await press('Next step');
    await press('Next step');
    await expect
      .element(page.getByText('The appliance sends no values. You can enter the value yourself.'))
      .toBeVisible();
    await press('Enter the value myself');
    await press('Next step');
    await press('No, it stays as it is');
    await press('Next step');
    await press('Record it unsigned');
    await expect.element(page.getByText('refused: check_unstable')).toBeVisible();
    await press('Step back');
    await press('Step back');
    await expect.element(page.getByRole('dialog').getByText('0.0°C', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeEnabled();
  });

  it('B2.7 a needle with a broken point is measured by its tip; what it reads after it was adjusted is of a minute of its own', async () => {
    const given = portalWithProbe();
    const broken = { state: 'few', last_C: null, mean_C: null, sigma_K: null, samples: 0 } as const;
    const tip = (at: number, value_C: number): ProbeReading => {
      const { points } = reading('steady', value_C);
      return { state: 'few', until: at, points: points.map((one) => (one.point === 1 ? one : { ...one, ...broken })) };
    };
    given.shown.reading = tip(until, 0.9);
    await renderApp(screen, { portal: given.portal });
    await press('Check the probe');
    await press('Ice water');
    await press('Next step');
    await press('Next step');
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await press('Step back');
    await press('Only its tip');
    await press('Next step');
    await expect.element(page.getByText('It is at rest: 0.9°C.')).toBeVisible();
    await press('Next step');
    await press('Yes, measure it again');
    await press('Next step');
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    given.shown.reading = tip(until + minute_ms, 0.1);
    await expect.element(page.getByText('It is at rest: 0.1°C.')).toBeVisible();
    await press('Next step');
    await press('Record it unsigned');
    await expect
      .poll(() => sent(given))
      .toMatchObject({ points: [1], source: 'TELEMETRY', until: { before: until, after: until + minute_ms } });
  });

  it('B2.7 what was checked is listed with what it found and did; on a phone, too', async () => {
    const adjusted = {
      ...low,
      id: 'a',
      leftGood: true,
      after_C: 0.1,
      left_K: 0.1,
      by: 'Luca Bianchi',
      certificateUntil: until,
    };
    const { portal } = portalWithProbe([{ ...low, records: { waiting: 0, again: 14, failed: 3 } }, adjusted, good]);
    for (const width of [390, 1440]) {
      await page.viewport(width, 900);
      await renderApp(screen, { portal });
      await expect.element(page.getByText('Overdue').first()).toBeVisible();
      for (const said of [
        'Not good',
        'Good after adjustment',
        'Luca Bianchi',
        '14 records were judged again; 3 do not pass any more',
      ])
        await expect.element(page.getByText(said).first()).toBeVisible();
      expect(await axeFindings()).toEqual([]);
    }
  });

  it('B2.7 B2.11 a check that is due needs somebody in the book, and is a tap away', async () => {
    const { portal } = portalWithProbe();
    portal.reply(filterRecords, { items: [], total: 0 });
    portal.reply(getBookMonth, { ...exampleReply(getBookMonth), month: '2026-03', today: '2026-03-06', cells: [] });
    portal.reply(listMissing, { items: [] });
    portal.reply(listDueChecks, { items: [overdue], total: 1 });
    const { router } = await renderApp('/?view=records', { portal });
    await expect.element(page.getByText(/0 records today/)).toMatchTextContent('1 needs you');
    const link = page.getByRole('link', { name: /^Check the probe: Blast chiller 1, Probe 1/ });
    expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(64);
    expect(JSON.stringify(await axeFindings())).toBe('[]');
    await userEvent.click(link);
    await expect.poll(() => router.state.location.href).toBe(screen);
  });
});
