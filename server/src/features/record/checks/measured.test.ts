import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { checkProbe, listProbeChecks, type ProbeReading, readProbe } from '@brina/contract/calls/record/checks';
import { hour_ms, minute_ms, second_ms } from '@brina/domain/language/durations';
import { TestDevice, type Values } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { serves } from '../../../../test/serves.ts';

const { before_C: _, after_C: __, at: ___, ...form } = checkProbe.example.body;

/** Samples of a unit that is watched, one every two seconds, up to now. */
const samples_n = 30;
const step_ms = 2 * second_ms;

describe('probes that the portal measures itself', async () => {
  const portal = await sharedPortal();
  const { company, user, member, claimedUnit } = given(portal);
  const points = (value: number): Values => ({ TCore1: value, TCore2: value, TCore3: value, TCore4: value });

  async function chiller(model?: string) {
    const owner = await user();
    const unit = await claimedUnit(owner, model);
    const device = new TestDevice(portal, unit);
    await device.connect();
    const serial = unit.serialNumber;
    // Held for some minutes before anything is measured.
    portal.clock.leap(10 * minute_ms);
    return {
      owner,
      serial,
      unit,
      device,
      [Symbol.dispose]: () => device[Symbol.dispose](),
      /** Lets a minute pass in which the needle says this, by the number of the sample. */
      measure: async (says: (nth: number) => Values, n = samples_n) => {
        const at = portal.clock.now();
        portal.clock.leap(n * step_ms);
        const samples = Array.from({ length: n }, (_, nth) => says(nth));
        assert.equal(await device.sendSamples(samples, { at: at + step_ms, step_ms }), 'got');
      },
    };
  }
  const read = (who: TestUser, serial: string, needle = 1): Promise<ProbeReading> =>
    who.call(readProbe, { params: { serial }, query: { needle } });
  type Body = Extract<Parameters<typeof bodyOf>[1], object>;
  const bodyOf = (until: number | null, more: object = {}) => ({
    ...form,
    points: [] as number[],
    source: 'TELEMETRY' as const,
    setting: { method: 'ICE' as const },
    until: { before: until ?? 0, after: null as number | null },
    ...more,
  });
  const check = (who: TestUser, serial: string, until: number | null, more: Body = {}) =>
    who.call(checkProbe, { params: { serial }, body: bodyOf(until, more) });
  const refused = async (who: TestUser, serial: string, until: number | null, more: Body = {}) => {
    const { status, code } = await who.refused(checkProbe, { params: { serial }, body: bodyOf(until, more) });
    return [status, code];
  };

  it('B2.7 the mean of the minute is the portal’s own: of the unit’s samples, whatever anybody says; and stands as measured in the record', async () => {
    using unit = await chiller();
    const { owner, serial } = unit;
    // A minute before that is none of it.
    await unit.measure(() => points(9));
    await unit.measure((nth) => points(nth % 2 ? 0.34 : 0.26));
    const reading = await read(owner, serial);
    assert.equal(reading.state, 'steady');
    assert.deepEqual(
      reading.points.map(({ point, samples, last_C, mean_C }) => [
        point,
        samples,
        last_C,
        Math.round((mean_C ?? 0) * 100),
      ]),
      [1, 2, 3, 4].map((point) => [point, samples_n, 0.34, 30]),
    );
    assert.ok(Math.abs((reading.points[0]?.sigma_K ?? 0) - 0.04) < 1e-3);
    const made = await check(owner, serial, reading.until);
    assert.deepEqual(
      [made.source, made.before_C, made.error_K, made.foundGood, made.at, made.until],
      ['TELEMETRY', 0.3, 0.3, true, reading.until, { before: reading.until, after: null }],
    );
    assert.deepEqual(await owner.call(listProbeChecks, { params: { serial } }), [made]);
  });

  it('B2.7 of a needle of several points the one counts that reads most wrong, or the tip alone', async () => {
    using unit = await chiller();
    await unit.measure(() => ({ ...points(0.1), TCore3: -0.9 }));
    const { until } = await read(unit.owner, unit.serial);
    const whole = await check(unit.owner, unit.serial, until);
    const tip = await check(unit.owner, unit.serial, until, { points: [1] });
    assert.deepEqual([whole.before_C, whole.foundGood, tip.before_C, tip.foundGood], [-0.9, false, 0.1, true]);
  });

  it('B2.7 what has not come to rest is refused, and so is a minute of which too little came', async () => {
    using unit = await chiller();
    const { owner, serial } = unit;
    await unit.measure((nth) => points(3 - nth / 10));
    const falling = await read(owner, serial);
    assert.equal(falling.state, 'moving');
    assert.deepEqual(await refused(owner, serial, falling.until), [422, 'check_unstable']);
    portal.clock.leap(2 * minute_ms);
    await unit.measure(() => points(0.2), 8);
    const begun = await read(owner, serial);
    assert.deepEqual([begun.state, begun.points[0]?.samples], ['few', 8]);
    assert.deepEqual(await refused(owner, serial, begun.until), [422, 'check_unstable']);
    await unit.measure(() => ({ ...points(0.2), TCore2: null }));
    const broken = await read(owner, serial);
    assert.deepEqual([broken.state, broken.points[1]?.last_C], ['few', 0.2]);
    assert.deepEqual(await refused(owner, serial, broken.until), [422, 'check_unstable']);
    assert.deepEqual(await owner.call(listProbeChecks, { params: { serial } }), [], 'nothing was kept of it');
  });

  it('B2.7 a unit that has fallen silent is measured no more; what was measured long ago, or is still to come, is no check of now', async () => {
    using unit = await chiller();
    const { owner, serial } = unit;
    assert.deepEqual([(await read(owner, serial)).state, (await read(owner, serial)).until], ['stale', null]);
    await unit.measure(() => points(0.2));
    const { until } = await read(owner, serial);
    assert.ok(until !== null);
    portal.clock.leap(minute_ms);
    assert.equal((await read(owner, serial)).state, 'stale');
    // Somebody may have read and thought for a while.
    assert.equal((await check(owner, serial, until)).source, 'TELEMETRY');
    assert.deepEqual(await refused(owner, serial, until + 30 * second_ms), [422, 'check_unstable']);
    assert.deepEqual(await refused(owner, serial, until + hour_ms), [422, 'check_unstable']);
    portal.clock.leap(30 * minute_ms);
    assert.deepEqual(await refused(owner, serial, until), [422, 'check_unstable']);
  });

  it('B2.7 adjusted, both minutes are measured: what was found stays, and as it is left it is good', async () => {
    using unit = await chiller();
    const { owner, serial } = unit;
    await unit.measure(() => points(-1.2));
    const { until: before } = await read(owner, serial);
    portal.clock.leap(5 * minute_ms);
    await unit.measure(() => points(0.1));
    const { until: after } = await read(owner, serial);
    assert.deepEqual(await refused(owner, serial, before, { until: { before, after: (after ?? 0) - minute_ms } }), [
      422,
      'check_unstable',
    ]);
    // The same minute, or one before, is none after the adjustment.
    for (const turned of [
      { before: after, after },
      { before: after, after: before },
    ])
      assert.deepEqual(await refused(owner, serial, after, { until: turned }), [422, 'check_unstable']);
    const made = await check(owner, serial, before, { until: { before, after } });
    assert.deepEqual(
      [made.before_C, made.after_C, made.foundGood, made.leftGood, made.at],
      [-1.2, 0.1, false, true, after],
    );
  });

  it('B2.7 a unit has the needles of its model: of a trolley unit the second one is measured by its own points', async () => {
    using one = await chiller();
    await one.measure(() => points(0.2));
    const { until } = await read(one.owner, one.serial);
    assert.deepEqual(await refused(one.owner, one.serial, until, { needle: 2 }), [422, 'needle_absent']);
    const { before_C, after_C, at } = checkProbe.example.body;
    const byHand = { ...form, points: [], before_C, after_C, at, needle: 2, setting: { method: 'ICE' as const } };
    const typed = await one.owner.refused(checkProbe, { params: { serial: one.serial }, body: byHand });
    const asked = await one.owner.refused(readProbe, { params: { serial: one.serial }, query: { needle: 2 } });
    assert.deepEqual([typed.code, asked.code], ['needle_absent', 'needle_absent']);
    using two = await chiller('SF Roll 100 RWL');
    const second = { TCore5: 0.4, TCore6: 0.4, TCore7: 0.4, TCore8: 0.4 };
    await two.measure(() => ({ ...points(7), ...second }));
    const reading = await read(two.owner, two.serial, 2);
    assert.deepEqual([reading.state, reading.points.map(({ last_C }) => last_C)], ['steady', [0.4, 0.4, 0.4, 0.4]]);
    assert.equal((await check(two.owner, two.serial, reading.until, { needle: 2 })).before_C, 0.4);
  });

  it('B2.7 S6.9 who manages the kitchen and who serves it measure as the owner does, a stranger nothing; nor is a former holder’s minute anybody’s', async () => {
    using unit = await chiller();
    const { owner, serial } = unit;
    const cook = await member(owner, 'KITCHEN_MANAGER', [serial]);
    const partner = await user('SERVICE', { companyId: await company() });
    await serves(portal, partner, unit.unit.labId);
    await unit.measure(() => points(0.2));
    const { until } = await read(cook, serial);
    for (const who of [cook, partner]) assert.equal((await check(who, serial, until)).before_C, 0.2);
    const stranger = await user();
    const asked = await stranger.refused(readProbe, { params: { serial }, query: { needle: 1 } });
    assert.equal(asked.status, 404);
    const { body } = await owner.call(releaseAppliance, { params: { id: serial } });
    using other = await chiller();
    const second = { activationCode: body.activationCode, labId: other.unit.labId, name: 'Second hand' };
    await other.owner.call(claimAppliance, { body: second });
    assert.deepEqual(await refused(other.owner, serial, until), [422, 'check_unstable']);
    assert.equal((await read(other.owner, serial)).until, null);
  });
});
