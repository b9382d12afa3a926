import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import {
  type EffectOfPlan,
  effectOfPlan,
  getPlans,
  type PlansOfKitchen,
  savePlan,
} from '@brina/contract/calls/record/plans';
import { grantSigning, signingWays } from '@brina/contract/calls/record/signatures';
import { countryPlan } from '@brina/domain/haccp/plans/country-plans';
import { type FoodPlan, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { hour_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { learnServerTime, ownClock } from '../../../lib/clock.ts';
import { portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const [lab] = listLaboratories.example.reply;
const at = 1_763_600_000_000;
const dated = (plan: FoodPlan, change: Partial<NonNullable<PlansOfKitchen['current']>> = {}) => ({
  id: '0198c0de-0000-7000-8000-0000000000f1',
  fromAt: at,
  by: 'Anna Neri',
  plan,
  signatures: [],
  ...change,
});
const plansWith = (change: Partial<PlansOfKitchen>): PlansOfKitchen => ({
  current: dated(countryPlan('FR')),
  inherited: false,
  proposal: countryPlan('FR'),
  history: [],
  may: { edit: true },
  ...change,
});
const effect = { ...effectOfPlan.example.reply, changed: [...effectOfPlan.example.reply.changed] } as EffectOfPlan;

async function open(plans: PlansOfKitchen, said: EffectOfPlan = effect) {
  const portal = portalFixture();
  portal.reply(listLaboratories, [lab]);
  portal.reply(getPlans, plans);
  portal.reply(effectOfPlan, said);
  portal.reply(savePlan, plans);
  portal.reply(signingWays, { pinSince: null });
  portal.reply(grantSigning, grantSigning.example.reply);
  const { router } = await renderApp(`/account/laboratories?plan=${lab.id}`, { portal });
  await expect.element(page.getByRole('heading', { level: 1, name: `${lab.name}: food-safety plan` })).toBeVisible();
  const sent = (path: string) =>
    portal
      .askedFor(path)
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body) as { basedOn: string; plan: FoodPlan; grant?: string });
  return { portal, router, saved: () => sent(savePlan.path), tried: () => sent(effectOfPlan.path) };
}

const edit = () => userEvent.click(page.getByRole('button', { name: 'Change plan' }));
const chilling = () => page.getByRole('region', { name: 'Chilling' });
const effectAside = () => page.getByRole('complementary', { name: 'What it would have changed' });
const signAndSave = async () => {
  await userEvent.fill(page.getByRole('dialog').getByLabelText('Your password'), 'Cold-line-2026');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Sign and save' }));
};
const save = () => effectAside().getByRole('button', { name: 'Save plan' });

describe('the food-safety plan of a kitchen', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('B2.3 opens from the kitchen’s row, and leads back to the kitchens', async () => {
    const { router } = await open(plansWith({}));
    await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Kitchens' }));
    await expect.element(page.getByRole('link', { name: `Food-safety plan of ${lab.name}` })).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Food-safety plan of Appliances without a kitchen' }));
    await expect.poll(() => router.state.location.search).toEqual({ plan: 'company' });
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Appliances without a kitchen/);
  });

  it('B2.3 is read with number, source, clause and force; an estimate says so', async () => {
    await open(plansWith({ current: dated({ ...countryPlan('FR'), further: [{ id: 'CA', version: null }] }) }));
    const main = page.getByRole('main');
    await expect.element(chilling()).toMatchTextContent(/63\.0°C to 10\.0°C in 120 min/);
    await expect.element(chilling()).toMatchTextContent(/Arrêté du 21 décembre 2009, annexe IV/);
    await expect.element(chilling()).toMatchTextContent(/Law/);
    await expect.element(page.getByRole('region', { name: 'Also judged by' })).toMatchTextContent(/Canada.*estimate/);
    await expect.element(main).toMatchTextContent(/Chilling to 3°C in 90 minutes \(always\)/);
    await expect.element(main).toMatchTextContent(/decided by Anna Neri/);
    expect(await axeFindings()).toEqual([]);
  });

  it('B2.3 tells of a rule that it follows before it comes in a new version, with what that would have changed', async () => {
    const itIs = (at: number) => learnServerTime(new Date(at).toUTCString(), ownClock());
    onTestFinished(() => itIs(ownClock()));
    const { tried } = await open(plansWith({ current: dated(countryPlan('DE')), proposal: countryPlan('DE') }));
    await edit();
    itIs(Date.UTC(2023, 1, 10, 12));
    await userEvent.click(effectAside().getByRole('button', { name: 'Cancel' }));
    await expect.element(page.getByText(/Mar.2023 another version holds: Germany/)).toBeVisible();
    await expect
      .element(page.getByText(/Until then: 65.0.C to 10.0.C in 120.min\. From then on: 65.0.C to 3.0.C in 90.min/))
      .toBeVisible();
    await expect.poll(() => tried().at(-1)?.plan.primary.chill).toEqual({ id: 'DE_DIN10536', version: '2' });
  });

  it('B2.3 who may not decide reads it', async () => {
    await open(plansWith({ may: { edit: false }, current: dated(makersPlan) }));
    await expect.element(chilling()).toBeVisible();
    expect(page.getByRole('button', { name: 'Change plan' }).elements()).toEqual([]);
    expect(page.getByText(/Nothing changes by itself/).elements()).toEqual([]);
  });

  it('B2.3 B2.6 another rule is tried on the kitchen’s batches before it is signed and saved, each that changes named and linked', async () => {
    const { saved, tried } = await open(plansWith({}));
    await edit();
    await userEvent.click(chilling().getByRole('switch', { name: /^Own limit/ }));
    await userEvent.fill(chilling().getByLabelText('Within', { exact: true }), '100');
    await expect.poll(() => tried().at(-1)?.plan.primary.chill).toMatchObject({ own: { stages: [{ max_min: 100 }] } });
    const aside = effectAside();
    await expect.element(aside.getByRole('status')).toMatchTextContent('Would not have passed: 1 of 92');
    const batch = aside.getByRole('list', { name: 'Batches with another result' });
    await expect.element(batch).toMatchTextContent(/PASS, by this plan FAIL · 84.2 min of 70 min/);
    await expect
      .element(batch.getByRole('link', { name: /Lasagne/ }))
      .toHaveAttribute('href', expect.stringContaining('batch='));
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(save());
    await expect.element(page.getByRole('dialog')).toMatchTextContent(/batches that start from now on/);
    expect(saved()).toEqual([]);
    await signAndSave();
    await expect.poll(() => saved()[0]?.basedOn).toBe(dated(makersPlan).id);
    expect(saved()[0]?.grant).toBe(grantSigning.example.reply.grant);
    await expect.element(page.getByRole('button', { name: 'Change plan' })).toBeVisible();
  });

  it('B2.3 what may not be is told at its field, and cannot be saved', async () => {
    const { tried } = await open(plansWith({ current: dated(countryPlan('ES')) }));
    await edit();
    await userEvent.click(chilling().getByRole('switch', { name: /^Own limit/ }));
    const within = chilling().getByLabelText('Within', { exact: true });
    await userEvent.fill(within, '150');
    await expect.element(chilling()).toMatchTextContent(/The law says 120 min. Your own limit may only be stricter./);
    await expect.element(save()).toBeDisabled();
    await userEvent.fill(within, 'soon');
    await expect.element(chilling()).toMatchTextContent(/Enter a value from 1 min to 1,440 min/);
    await expect.element(effectAside()).toMatchTextContent(/as soon as the marked fields are right/);
    expect(tried().every(({ plan }) => JSON.stringify(plan).includes('150') === false)).toBe(true);
  });

  it('B2.3 a looser limit than a guideline’s needs its document', async () => {
    await open(plansWith({ current: dated(makersPlan), proposal: makersPlan }));
    await edit();
    await userEvent.click(chilling().getByRole('switch', { name: /^Own limit/ }));
    await userEvent.fill(chilling().getByLabelText('Within', { exact: true }), '120');
    const document = chilling().getByLabelText(/Document that the looser limit rests on/);
    await userEvent.fill(document, 'too short');
    await expect.element(document).toHaveAttribute('aria-invalid', 'true');
    await expect.element(save()).toBeDisabled();
    await userEvent.fill(document, 'Validation 2026-04, folder 12');
    await expect.element(save()).toBeEnabled();
  });

  it('B2.12 a plan may keep its records longer: what holds, for what it holds, and from which number to which', async () => {
    const { saved } = await open(plansWith({ current: dated({ ...countryPlan('FR'), keep_years: 7 }) }));
    await expect.element(page.getByRole('region', { name: 'Keeping of records' }).getByText('7 years')).toBeVisible();
    await edit();
    const years = page.getByRole('textbox', { name: 'Years that records are kept' });
    await expect.element(page.getByText(/From 5 to 10\. It holds for what is recorded/)).toBeVisible();
    await userEvent.fill(years, '4');
    await userEvent.tab();
    await expect.element(page.getByText('Enter a value from 5 to 10.')).toBeVisible();
    await expect.element(save()).toBeDisabled();
    await userEvent.fill(years, '10');
    await userEvent.tab();
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(save());
    await signAndSave();
    await expect.poll(() => saved().at(-1)?.plan.keep_years).toBe(10);
  });

  it('B2.7 a plan says after how many days core probes are checked again, and takes from 90 to 730', async () => {
    const { saved } = await open(plansWith({ current: dated({ ...countryPlan('FR'), calibration_days: 180 }) }));
    await expect
      .element(page.getByRole('region', { name: 'Core probe checks' }).getByText('Every 180 days'))
      .toBeVisible();
    await edit();
    const days = page.getByRole('textbox', { name: 'Days after which a core probe is checked again' });
    await userEvent.fill(days, '80');
    await userEvent.tab();
    await expect.element(page.getByText('Enter a value from 90 to 730.')).toBeVisible();
    await userEvent.fill(days, '90');
    await userEvent.tab();
    await userEvent.click(save());
    await signAndSave();
    await expect.poll(() => saved().at(-1)?.plan.calibration_days).toBe(90);
  });

  it('B2.3 who was overtaken is told by whom, loses nothing, and decides', async () => {
    const { portal, saved } = await open(plansWith({}));
    await edit();
    await userEvent.click(page.getByRole('switch', { name: /lot number/ }));
    portal.refuse(savePlan, 409, 'plan_changed');
    const theirs = dated(countryPlan('US'), {
      id: '0198c0de-0000-7000-8000-0000000000f2',
      by: 'Bruno Neri',
      fromAt: at + hour_ms,
    });
    portal.reply(getPlans, plansWith({ current: theirs, history: [dated(countryPlan('FR'))] }));
    await userEvent.click(save());
    await signAndSave();
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Bruno Neri has saved another plan meanwhile/);
    await expect.element(page.getByRole('switch', { name: /lot number/ })).toBeChecked();
    await userEvent.click(page.getByRole('button', { name: 'Go on with mine' }));
    portal.reply(savePlan, plansWith({}));
    await userEvent.click(save());
    await signAndSave();
    await expect.poll(() => saved().at(-1)?.basedOn).toBe(theirs.id);
    expect(saved().at(-1)?.plan.demands.lot).toBe(true);
  });

  it('B2.3 a kitchen that keeps the maker’s limits sees its country’s plan with its effect, and takes it over by saving alone', async () => {
    const { saved } = await open(plansWith({ current: dated(makersPlan), proposal: countryPlan('IT') }), {
      judged: 40,
      wouldFail: 0,
      wouldPass: 3,
      changed: [],
    });
    const notice = page.getByRole('status').filter({ hasText: 'A plan for Italy' });
    await expect.element(notice).toMatchTextContent(/65\.0°C to 10\.0°C in 120 min, or 65\.0°C to 3\.0°C in 90 min/);
    await expect.element(notice).toMatchTextContent(/Would have passed: 3 of 40/);
    await userEvent.click(notice.getByRole('button', { name: 'Look at it' }));
    await expect.element(save()).toBeEnabled();
    expect(saved()).toEqual([]);
  });

  it('B2.3 tells who changed it when, old and new side by side', async () => {
    const history = [dated(makersPlan, { id: '0198c0de-0000-7000-8000-0000000000f0', by: null, fromAt: at - hour_ms })];
    await open(plansWith({ history }));
    const changes = page.getByRole('region', { name: 'Changes of the plan' });
    await expect.element(changes).toMatchTextContent(/Anna Neri/);
    const chill = changes.getByRole('row').filter({ hasText: 'Chilling' });
    await expect
      .element(chill)
      .toMatchTextContent(/Chilling to 3°C in 90 minutes.*France: 63\.0°C to 10\.0°C in 120 min/);
    await expect.element(changes).toMatchTextContent(/The first plan of the kitchen/);
  });
});
