import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { updateAppliance } from '@brina/contract/calls/kitchen/appliances';
import { createLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { type BatchRecord, getBatch, listBatches, tryRule } from '@brina/contract/calls/record/haccp';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { effectOfPlan, getPlans, listRules, savePlan } from '@brina/contract/calls/record/plans';
import { countryPlan } from '@brina/domain/haccp/plans/country-plans';
import { type FoodPlan, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { rules } from '@brina/domain/haccp/rules';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { type Chill, type ChillMessage, chillMessages, coolingTime_min, sendAll } from '../../../../test/chill.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { grantOf, saveFoodPlan } from '../../../../test/signing.ts';

describe('food-safety plans', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, member, claimedUnit } = given(portal);

  const plansOf = (owner: TestUser, labId: string) => owner.call(getPlans, { query: { labId } });
  const listed = async (owner: TestUser, serial: string) => {
    const now = portal.clock.now();
    return owner.call(listBatches, { params: { serial }, query: { from: now - 2 * day_ms, to: now } });
  };
  /** Sends a chill that begins now, and lets it end. */
  const cooled = async (device: TestDevice, runId: string, chill: Omit<Chill, 'runId' | 'startedAt'>) => {
    const messages = chillMessages({ ...chill, runId, startedAt: portal.clock.now() });
    portal.clock.leap((chill.minutes + 1) * minute_ms);
    await sendAll(device, messages);
    await portal.settled();
  };
  const records = async (owner: TestUser, serial: string): Promise<BatchRecord[]> => {
    const batches = await listed(owner, serial);
    return Promise.all(
      batches.toReversed().map(({ batchId }) => owner.call(getBatch, { params: { serial, batchId } })),
    );
  };
  const ruleIds = ({ rule, further }: BatchRecord) => [rule?.id, ...further.map((one) => one.rule.id)];

  async function kitchen() {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const device = new TestDevice(portal, unit);
    await device.connect();
    return {
      owner,
      device,
      serial: unit.serialNumber,
      labId: unit.labId,
      [Symbol.dispose]: () => device[Symbol.dispose](),
    };
  }

  it('B2.3 a kitchen begins with the plan of its country, and may take another that somebody decided on', async () => {
    const owner = await user();
    const { id: labId } = await owner.call(createLaboratory, { body: { name: 'Lyon', country: 'FR' } });
    const { current, inherited, history, may } = await plansOf(owner, labId);
    assert.deepEqual(
      [current?.plan, current?.by, inherited, history, may],
      [countryPlan('FR'), null, false, [], { edit: true }],
    );
    const saved = await saveFoodPlan(owner, labId, makersPlan);
    assert.equal(saved.current?.by, 'Test USER');
    assert.deepEqual(
      saved.current?.signatures.map(({ meaning, by, revision }) => [meaning, by, revision]),
      [['LIMITS_APPROVED', 'Test USER', 2]],
    );
    assert.deepEqual(
      saved.history.map(({ signatures }) => signatures),
      [[]],
      'nobody has decided on the first',
    );
    assert.deepEqual([saved.current?.plan, saved.proposal], [makersPlan, countryPlan('FR')]);
    assert.deepEqual(
      saved.history.map(({ plan }) => plan),
      [countryPlan('FR')],
    );
    const late = { labId, basedOn: current?.id ?? null, plan: countryPlan('FR'), grant: await grantOf(owner) };
    const refusal = await owner.refused(savePlan, { body: late });
    assert.deepEqual([refusal.status, refusal.code], [409, 'plan_changed']);
  });

  it('B2.3 B2.6 who does not prove who it is has changed no plan; a plan and its signature stand in the book', async () => {
    const owner = await user();
    const { id: labId } = await owner.call(createLaboratory, { body: { name: 'Lyon', country: 'FR' } });
    const { current } = await plansOf(owner, labId);
    const saving = (grant: string) => ({ body: { labId, basedOn: current?.id ?? null, plan: makersPlan, grant } });
    assert.equal((await owner.refused(savePlan, saving('none'))).code, 'signing_refused');
    assert.equal((await plansOf(owner, labId)).current?.id, current?.id);
    const saved = await owner.call(savePlan, saving(await grantOf(owner)));
    const entries = await owner.call(listChanges, { query: { after: -1, limit: 100 } });
    const told = entries.map(({ entry, content }) => ({
      kind: entry?.kind,
      rev: entry?.rev,
      hash: entry?.hash,
      content,
    }));
    const [plan, signature] = told.slice(-2);
    assert.deepEqual([plan?.kind, plan?.rev, signature?.kind], ['plan', 2, 'signature']);
    assert.deepEqual(plan?.content?.['plan'], makersPlan);
    assert.deepEqual(signature?.content?.['what'], [{ kind: 'plan', id: labId, revision: 2, hash: plan?.hash }]);
    assert.equal(saved.current?.signatures[0]?.at, saved.current?.fromAt);
  });

  it('B2.3 a plan judges what begins after it, with all its rules, and never what there was', async () => {
    using scene = await kitchen();
    const { owner, device, serial, labId } = scene;
    // 70 to 3 °C takes about 100 minutes: too long for the maker, early enough for Italy and the United States.
    const chill = { minutes: 110, from: 75, to: 2 };
    await cooled(device, 'by the maker’s plan', chill);
    const plan: FoodPlan = { ...countryPlan('IT'), further: [{ id: 'US_FDA', version: null }] };
    await saveFoodPlan(owner, labId, plan);
    await cooled(device, 'by the Italian plan', chill);
    const [first, second] = await records(owner, serial);
    assert.ok(first && second);
    assert.deepEqual([first.verdict, ruleIds(first)], ['FAIL', ['CHILL_90']]);
    assert.deepEqual([second.verdict, ruleIds(second)], ['PASS', ['IT_HACCP', 'US_FDA', 'CHILL_90']]);
    assert.deepEqual(
      second.further.map(({ verdict }) => verdict),
      ['PASS', 'FAIL'],
    );
    const taken = second.further.at(-1)?.minutes ?? 0;
    assert.ok(Math.abs(taken - coolingTime_min(chill, 70, 3)) < 0.1, `${taken} min`);
    // What came late is judged by the rules of the record.
    const door: ChillMessage = {
      topic: 'evt',
      body: { at: first.startedAt + minute_ms, type: 'door', door: 1, open: true },
    };
    await sendAll(device, [door]);
    await portal.settled();
    portal.clock.leap(minute_ms);
    await portal.settled();
    const [again] = await records(owner, serial);
    assert.deepEqual([again?.revision, again?.verdict, again && ruleIds(again)], [2, 'FAIL', ['CHILL_90']]);
  });

  it('B2.3 a unit that moves goes by the plan of its new kitchen', async () => {
    using scene = await kitchen();
    const { owner, device, serial } = scene;
    const { id } = await owner.call(createLaboratory, { body: { name: 'Sydney', country: 'AU' } });
    await owner.call(updateAppliance, { params: { id: serial }, body: { name: 'Moved', labId: id } });
    await cooled(device, 'in Sydney', { minutes: 80 });
    const [record] = await records(owner, serial);
    assert.deepEqual(record && ruleIds(record), ['AU_322', 'CHILL_90']);
  });

  it('B2.3 any other rule is tried on a record, and leaves it as it is', async () => {
    using scene = await kitchen();
    const { owner, device, serial } = scene;
    await cooled(device, 'tried', { minutes: 110, from: 75, to: 2 });
    const [{ batchId, revisions }] = (await records(owner, serial)) as [BatchRecord];
    const tried = (ruleId: string) => ({ params: { serial, batchId }, query: { ruleId } });
    const { verdict, rule, stages } = await owner.call(tryRule, tried('AU_322'));
    assert.deepEqual([verdict, rule.id, stages.length], ['PASS', 'AU_322', 2]);
    for (const ruleId of ['FREEZE_240', 'OWN', 'NOBODYS'])
      assert.equal((await owner.refused(tryRule, tried(ruleId))).code, 'rule_unknown');
    const [after] = await records(owner, serial);
    assert.deepEqual([after?.verdict, after?.revisions], ['FAIL', revisions]);
  });

  it('B2.3 a limit of one’s own judges with its numbers, and a plan looser than the law is refused', async () => {
    using scene = await kitchen();
    const { owner, device, serial, labId } = scene;
    const own = { base: 'CHILL_90', version: '1', stages: [{ from: 70, to: 3, max_min: 60 }], document: null };
    const stricter: FoodPlan = { ...makersPlan, primary: { ...makersPlan.primary, chill: { own } } };
    await saveFoodPlan(owner, labId, stricter);
    await cooled(device, 'stricter', { minutes: 80 });
    const [record] = await records(owner, serial);
    assert.deepEqual([record?.verdict, record?.limit_min, record?.rule?.own], ['FAIL', 60, own]);
    assert.deepEqual(
      record?.further.map(({ rule, verdict }) => [rule.id, verdict]),
      [['CHILL_90', 'PASS']],
    );

    const french = countryPlan('FR');
    const looser = { base: 'FR_2009', version: '1', stages: [{ from: 63, to: 10, max_min: 180 }], document: null };
    const refusals: [FoodPlan, string][] = [
      [{ ...french, primary: { ...french.primary, chill: { own: looser } } }, 'limit_needs_document'],
      [{ ...french, hold: { ...french.hold, chilled_max_C: 5 } }, 'limit_looser_than_law'],
      [{ ...french, further: [{ id: 'FR_2009', version: null }] }, 'rule_twice'],
      [{ ...french, primary: { ...french.primary, chill: { id: 'FREEZE_240', version: null } } }, 'rule_unknown'],
      [{ ...french, primary: { ...french.primary, chill: { id: 'EU_852', version: null } } }, 'rule_unknown'],
    ];
    const basedOn = (await plansOf(owner, labId)).current?.id ?? null;
    for (const [plan, code] of refusals)
      assert.equal((await owner.refused(savePlan, { body: { labId, basedOn, plan, grant: 'none' } })).code, code);
    assert.deepEqual((await plansOf(owner, labId)).current?.plan, stricter);
  });

  it('B2.3 S6.2 a limit looser than its rule is the owner’s to sign; what the owner has signed does not keep an invited person from the rest', async () => {
    using scene = await kitchen();
    const { owner, labId, serial } = scene;
    const admin = await member(owner, 'ADMIN', [serial]);
    const stages = [{ from: 63, to: 10, max_min: 180 }];
    const own = { base: 'FR_2009', version: '1', stages, document: 'Analysis 2026-4, office, binder 3' };
    const french = countryPlan('FR');
    const looser: FoodPlan = { ...french, primary: { ...french.primary, chill: { own } } };
    const basedOn = (await plansOf(owner, labId)).current?.id ?? null;
    const refusal = await admin.refused(savePlan, {
      body: { labId, basedOn, plan: looser, grant: await grantOf(admin) },
    });
    assert.deepEqual([refusal.status, refusal.code], [403, 'looser_by_owner']);
    await saveFoodPlan(owner, labId, looser);
    const { current } = await saveFoodPlan(admin, labId, { ...looser, keep_years: 7 });
    assert.deepEqual(current?.plan.keep_years, 7);
    const wider = { ...own, stages: [{ from: 63, to: 10, max_min: 200 }] };
    const wide = { ...looser, primary: { ...french.primary, chill: { own: wider } } };
    const again = await admin.refused(savePlan, {
      body: { labId, basedOn: current?.id ?? null, plan: wide, grant: 'none' },
    });
    assert.equal(again.code, 'looser_by_owner');
    // What may judge beside is not what says by itself what became of a batch.
    const beside = { ...french, further: [{ own }] };
    const { current: second } = await saveFoodPlan(owner, labId, beside);
    const first = await admin.refused(savePlan, {
      body: { labId, basedOn: second?.id ?? null, plan: looser, grant: 'none' },
    });
    assert.equal(first.code, 'looser_by_owner');
  });

  it('B2.3 what a plan would have done is told by the kitchen’s own batches, before it is chosen', async () => {
    using scene = await kitchen();
    const { owner, device, serial, labId } = scene;
    await cooled(device, 'quick', { minutes: 70 });
    await cooled(device, 'slow', { minutes: 85 });
    const own = { base: 'CHILL_90', version: '1', stages: [{ from: 70, to: 3, max_min: 70 }], document: null };
    const plan: FoodPlan = { ...makersPlan, primary: { ...makersPlan.primary, chill: { own } } };
    const { changed, ...counts } = await owner.call(effectOfPlan, { body: { labId, plan } });
    assert.deepEqual(counts, { judged: 2, wouldFail: 1, wouldPass: 0 });
    const slow = (await records(owner, serial)).at(-1);
    assert.ok(slow);
    assert.deepEqual(
      changed.map(({ batchId, before, after, minutes, limit_min }) => [batchId, before, after, minutes, limit_min]),
      [[slow.batchId, 'PASS', 'FAIL', slow.minutes, 70]],
    );
    assert.equal((await plansOf(owner, labId)).history.length, 0);
  });

  it('B2.3 the rules are listed with their sources, all or those of a country', async () => {
    const owner = await user();
    const all = await owner.call(listRules, { query: {} });
    assert.deepEqual(new Set(all.map(({ id }) => id)), new Set(Object.keys(rules)));
    const german = await owner.call(listRules, { query: { country: 'DE' } });
    const versions = german.filter(({ id }) => id === 'DE_DIN10536').map(({ version, certain }) => [version, certain]);
    assert.deepEqual(versions, [
      ['2', false],
      ['1', false],
    ]);
    assert.ok(german.some(({ id }) => id === 'CHILL_90') && !german.some(({ id }) => id === 'FR_2009'));
  });
});
