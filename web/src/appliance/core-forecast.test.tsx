import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { type AlarmInterval, listAlarms } from '@brina/contract/calls/record/alarms';
import type { CycleForecast } from '@brina/contract/live';
import { minute_ms } from '@brina/domain/language/durations';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../app/testing/render-app.tsx';
import { now } from '../lib/clock.ts';
import { exampleReply } from '../lib/testing/portal-fixture.ts';
import { applianceWith, chilling, portalWith } from './testing/example-appliances.ts';

const limitAt = now() + 30 * minute_ms;
const late: CycleForecast = {
  at: limitAt + 11 * minute_ms,
  low: limitAt + 6 * minute_ms,
  high: limitAt + 16 * minute_ms,
  to: 3,
  limitAt,
  state: 'will',
  because: [{ reason: 'thick', depth_mm: 50 }],
};
const silent: CycleForecast = { at: null, low: null, high: null, to: null, limitAt: null, state: 'inAir', because: [] };

function forecasting(forecast: CycleForecast | undefined, more: Partial<Appliance> = {}) {
  const { cycle } = chilling();
  return applianceWith({ ...chilling(), cycle: cycle && { ...cycle, ...(forecast && { forecast }) }, ...more });
}

async function show(forecast: CycleForecast | undefined) {
  const unit = forecasting(forecast);
  await renderApp(`/appliance/${unit.serialNumber}`, { portal: portalWith([unit]) });
}

describe('the forecast of a running cycle', () => {
  it('B2.14 says when, how late and why, and what can still be done', async () => {
    await show(late);
    const sentence = page.getByText(/3\.0\s?°C at about .+ \(.+–.+\), 11\s?min after the limit\./);
    await expect.element(sentence).toBeVisible();
    await expect.element(sentence).toMatchTextContent('The food is thick, about 50 mm.');
    await expect.element(sentence).toMatchTextContent('Split it now: what is moved to flat trays can still make it.');
  });

  it('B2.14 stands on its card and on the wall, there beside the warning, too', async () => {
    const warned = { warnings: [{ name: 'chillForecastWarning', active: true, since: now() }] };
    const portal = portalWith([forecasting(late, warned)]);
    const { router } = await renderApp('/', { portal });
    const said = /3\.0\s?°C at \d\d:\d\d/;
    const card = page.getByRole('main').getByRole('article');
    await expect.element(card).toMatchTextContent(said);
    await expect.element(card).toMatchTextContent('This load will be late');
    await router.navigate({ to: '/', search: { view: 'wall' } });
    const tile = page.getByRole('dialog', { name: 'Wall display' }).getByRole('article');
    await expect.element(tile).toMatchTextContent(/Late: 3\.0\s?°C at \d\d:\d\d/);
  });

  it('B2.14 says that it is on time', async () => {
    await show({ ...late, state: 'onTime', because: [] });
    await expect.element(page.getByText(/^On time: .*3\.0\s?°C at about/)).toBeVisible();
  });

  it('B2.14 says why it says nothing', async () => {
    await show(silent);
    await expect.element(page.getByText('Cannot say: the needle follows the air.')).toBeVisible();
  });

  it('B2.14 says nothing of a cycle that nobody forecasts', async () => {
    await show(undefined);
    await expect.element(page.getByRole('progressbar').first()).toBeVisible();
    await expect.element(page.getByText(/at about|Cannot say/)).not.toBeInTheDocument();
  });

  it('B2.14 its warning says when, how late and why in the list of those that were, and among what was told', async () => {
    const cycleAt = limitAt - 90 * minute_ms;
    const evidence = {
      cycleAt,
      limit_min: 90,
      low_min: 96,
      forecast_min: 101,
      high_min: 106,
      to: 3,
      because: 'thick',
      depth_mm: 50,
    };
    const [example] = exampleReply(listAlarms);
    if (!example) throw new Error('The call has no example.');
    const name = 'chillForecastWarning';
    const past: AlarmInterval = {
      ...example,
      name,
      severity: 'W',
      state: 'cleared',
      startedAt: cycleAt,
      raisedAt: cycleAt,
      clearedAt: limitAt,
      evidence,
    };
    const unit = applianceWith(chilling());
    const portal = portalWith([unit]);
    portal.reply(listAlarms, [past], { id: unit.serialNumber });
    const said = /3\.0\s?°C at about .+ \(.+–.+\), 11\s?min after the limit\. The food is thick, about 50\s?mm\./;
    const { router } = await renderApp(`/appliance/${unit.serialNumber}?tab=alarms`, { portal });
    const row = page.getByRole('group').filter({ hasText: 'Warning: This load will be late' });
    await userEvent.click(row.getByText('Warning: This load will be late'));
    await expect.element(row.getByText(said)).toBeVisible();
    // It is over: nobody can split it any more.
    await expect.element(row).not.toMatchTextContent('Split it now');
    await router.navigate({ to: '.', search: { tab: 'notifications' } });
    await expect.element(page.getByRole('row').nth(1).getByText(said)).toBeVisible();
  });
});
