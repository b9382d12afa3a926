import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { checkProbe, listDueChecks } from '@brina/contract/calls/record/checks';
import { createLink } from '@brina/contract/calls/record/inspection';
import { savePlan } from '@brina/contract/calls/record/plans';
import type { Input } from '@brina/contract/wire/call';
import { makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { day_ms, hour_ms, minute_ms, second_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { serves } from '../../../../test/serves.ts';
import { saveFoodPlan } from '../../../../test/signing.ts';

const year_ms = 365 * day_ms;

describe('probes that have to be checked', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { company, user, member, claimedUnit, laboratory } = given(portal);

  const check = (who: TestUser, serial: string, ago_ms: number, more: object = {}) =>
    who.call(checkProbe, {
      params: { serial },
      body: {
        ...checkProbe.example.body,
        points: [],
        setting: { method: 'ICE' as const },
        at: portal.clock.now() - ago_ms,
        ...more,
      },
    });
  /** A minute in which the unit measures, and what is made of it. */
  const measuredFor = async (device: TestDevice) => {
    await device.sendSamples([{ TCell: 3, powerState: 1 }], { at: portal.clock.now() });
    await portal.clock.advance(minute_ms);
    await portal.settled();
  };
  const due = async (who: TestUser, query: Input<typeof listDueChecks>['query'] = {}) =>
    (await who.call(listDueChecks, { query })).items;
  const standing = async (who: TestUser, serial: string) =>
    (await due(who, { serial })).map(({ needle, state, dueAt }) => [needle, state, dueAt]);
  const noticesOf = async (who: TestUser, serial: string) =>
    (await who.call(getAppliance, { params: { id: serial } })).notices.map(({ name, detail }) => ({ name, ...detail }));
  const round = async () => {
    portal.clock.leap(hour_ms);
    await portal.clock.advance(second_ms);
    await portal.settled();
  };

  it('B2.7 a probe is due a year after its last good check, a new one after its unit was taken over; left wrong at once', async () => {
    const owner = await user();
    const { serialNumber: serial, labId } = await claimedUnit(owner, 'SF Roll 100 RWL');
    const heldSince = portal.clock.now();
    const [first, second] = await due(owner, { serial });
    assert.deepEqual([first?.last, first?.state, second?.needle, first?.labId], [null, 'ok', 2, labId]);
    assert.ok(Math.abs((first?.dueAt ?? 0) - heldSince - year_ms) < minute_ms);
    const { at: soon } = await check(owner, serial, 340 * day_ms);
    const { at: past } = await check(owner, serial, 366 * day_ms, { needle: 2 });
    assert.deepEqual(await standing(owner, serial), [
      [2, 'overdue', past + year_ms],
      [1, 'due', soon + year_ms],
    ]);
    const { at: wrong } = await check(owner, serial, 0, { needle: 2, before_C: -1.2 });
    assert.deepEqual((await standing(owner, serial))[0], [2, 'overdue', wrong]);
    const { at: good } = await check(owner, serial, 0, { needle: 2 });
    assert.deepEqual((await standing(owner, serial)).at(1), [2, 'ok', good + year_ms]);
    // What was wrong at every point is not right again because the tip is.
    await check(owner, serial, 0, { needle: 2, before_C: -1.2 });
    await check(owner, serial, 0, { needle: 2, points: [1] });
    assert.equal((await standing(owner, serial))[0]?.[1], 'overdue');
    await check(owner, serial, 0, { needle: 2 });
    assert.deepEqual((await standing(owner, serial)).at(1)?.slice(0, 2), [2, 'ok']);
  });

  it('B2.7 S6.2 S6.9 each sees the probes of what it may look at now, of a kitchen or all; a next owner begins anew', async () => {
    const owner = await user();
    const { serialNumber: serial, labId } = await claimedUnit(owner);
    await check(owner, serial, 340 * day_ms);
    const { serialNumber: other } = await claimedUnit(owner);
    const cook = await member(owner, 'KITCHEN_MANAGER', [serial]);
    const partner = await user('SERVICE', { companyId: await company() });
    await serves(portal, partner, labId);
    const serials = async (who: TestUser, query = {}) => (await due(who, query)).map((one) => one.serialNumber);
    assert.deepEqual(await serials(owner), [serial, other], 'what is due first comes first');
    assert.deepEqual(await serials(owner, { serial }), [serial]);
    assert.deepEqual([await serials(cook), await serials(partner)], [[serial], [serial]]);
    assert.equal((await due(partner))[0]?.state, 'due');
    const next = await user();
    assert.deepEqual(await serials(next), []);
    const { body } = await owner.call(releaseAppliance, { params: { id: serial } });
    const lab = await laboratory(next);
    await next.call(claimAppliance, {
      body: { activationCode: body.activationCode, labId: lab, name: 'Second hand' },
    });
    assert.deepEqual(
      (await due(next)).map(({ last, state }) => [last, state]),
      [[null, 'ok']],
    );
    assert.deepEqual(await serials(owner), [other]);
  });

  it('B2.7 a kitchen is told 30 and 7 days before, once each, until the probe is checked; and nobody who only serves it', async () => {
    const owner = await user();
    const { serialNumber: serial } = await claimedUnit(owner);
    await check(owner, serial, 334 * day_ms);
    await round();
    assert.deepEqual(await noticesOf(owner, serial), []);
    const { at } = await check(owner, serial, 336 * day_ms, { points: [1] });
    // Of two checks the later one holds.
    assert.ok(at < portal.clock.now() - 335 * day_ms);
    await round();
    assert.deepEqual(await noticesOf(owner, serial), []);
    const { serialNumber: soon, labId } = await claimedUnit(owner);
    const partner = await user('SERVICE');
    await serves(portal, partner, labId);
    const { at: checkedAt } = await check(owner, soon, 336 * day_ms);
    await round();
    const told = { name: 'probe_check_due', needle: 1, day: localDay(checkedAt + year_ms, 'Europe/Rome') };
    assert.deepEqual(await noticesOf(owner, soon), [told]);
    await round();
    assert.deepEqual((await noticesOf(owner, soon)).length, 1, 'once');
    assert.deepEqual(await noticesOf(partner, soon), []);
    const kinds = await portal.db.read((db) =>
      sql<{ kind: string; key: string }>`
        select kind, key from notice n join appliance a on a.id = n.appliance
        where a.serial = ${soon} and n.name = 'probe_check_due'`.execute(db),
    );
    assert.deepEqual(kinds.rows, [{ kind: 'records', key: `probe/1/${checkedAt + year_ms}/30` }]);

    const { serialNumber: later } = await claimedUnit(owner);
    await check(owner, later, 359 * day_ms);
    await round();
    assert.equal((await noticesOf(owner, later)).length, 1);
    await check(owner, later, 0, { before_C: -3 });
    assert.equal((await noticesOf(owner, later)).length, 1, 'what failed is no check in time');
    await check(owner, later, 0);
    assert.deepEqual(await noticesOf(owner, later), []);
    // It asks for something: days later it is told still.
    portal.clock.leap(2 * day_ms);
    await round();
    const open = await portal.db.read((db) =>
      sql<{ serial: string }>`
        select a.serial from notice n join appliance a on a.id = n.appliance
        where a.serial in (${soon}, ${later}) and n.name = 'probe_check_due' and n.ended_at is null`.execute(db),
    );
    assert.deepEqual(
      open.rows.map((row) => row.serial),
      [soon],
    );
  });

  it('B2.7 S3.12 by the plan of its kitchen a check holds for 90 to 730 days: in the list, the alarm and what is told', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const { serialNumber: serial, labId } = unit;
    const { serialNumber: other } = await claimedUnit(owner);
    const { at } = await check(owner, serial, 0);
    const plan = (who: TestUser, calibration_days?: number) =>
      saveFoodPlan(who, labId, { ...makersPlan, ...(calibration_days !== undefined && { calibration_days }) });
    await plan(owner, 90);
    assert.deepEqual(await standing(owner, serial), [[1, 'ok', at + 90 * day_ms]]);
    assert.ok(((await standing(owner, other))[0]?.[2] as number) > at + 364 * day_ms, 'of another kitchen');
    for (const calibration_days of [89, 731, 90.5])
      assert.equal(
        (
          await owner.refused(savePlan, {
            body: { ...savePlan.example.body, plan: { ...makersPlan, calibration_days } },
          } as never)
        ).status,
        400,
      );

    using device = new TestDevice(portal, unit);
    await device.connect();
    const minute = () => measuredFor(device);
    await minute();
    await device.leave();
    portal.clock.leap(61 * day_ms);
    const later = async () => user('USER', { companyId: owner.companyId ?? '' });
    let colleague = await later();
    await round();
    const day = localDay(at + 90 * day_ms, 'Europe/Rome');
    assert.deepEqual(await noticesOf(colleague, serial), [{ name: 'probe_check_due', needle: 1, day }]);
    assert.deepEqual(await noticesOf(colleague, other), []);
    portal.clock.leap(30 * day_ms);
    colleague = await later();
    await device.connect();
    await minute();
    await minute();
    const alarms = async () =>
      (
        await colleague.call(listAlarms, {
          params: { id: serial },
          query: { from: portal.clock.now() - 3 * hour_ms, to: portal.clock.now() + hour_ms },
        })
      ).flatMap(({ name, clearedAt }) => (name === 'probeCalibrationWarning' ? [clearedAt === null] : []));
    assert.deepEqual([await standing(colleague, serial), await alarms()], [[[1, 'overdue', at + 90 * day_ms]], [true]]);
    // Another plan moves it: the alarm ends, and what was told of the former day.
    await plan(colleague, 730);
    await minute();
    await round();
    assert.deepEqual([await standing(colleague, serial), await alarms()], [[[1, 'ok', at + 730 * day_ms]], [false]]);
    assert.deepEqual(await noticesOf(colleague, serial), []);
  });

  it('B2.7 the list is had by pages, of a kitchen, and of what is open alone', async () => {
    const owner = await user();
    const { serialNumber: serial, labId } = await claimedUnit(owner, 'SF Roll 100 RWL');
    const { labId: otherLab } = await claimedUnit(owner);
    await check(owner, serial, 340 * day_ms, { needle: 2 });
    const list = (query: Input<typeof listDueChecks>['query']) => owner.call(listDueChecks, { query });
    const told = async (query: Input<typeof listDueChecks>['query']) => {
      const { items, total } = await list(query);
      return [items.map(({ serialNumber, needle }) => `${serialNumber} ${needle}`), total];
    };
    assert.equal((await list({})).total, 3);
    assert.deepEqual(await told({ labId }), [[`${serial} 2`, `${serial} 1`], 2]);
    assert.deepEqual(await told({ state: 'open' }), [[`${serial} 2`], 1]);
    assert.deepEqual(await told({ state: 'open', labId: otherLab }), [[], 0]);
    assert.deepEqual(await told({ page: 1 }), [[], 3]);
    assert.deepEqual(await due(await user(), { labId }), [], 'nothing of another’s');
    const partner = await user('SERVICE');
    await serves(portal, partner, labId);
    assert.equal((await due(partner, { labId })).length, 2);
  });

  it('B2.7 who inspects reads until when each probe’s check holds', async () => {
    const owner = await user();
    const { serialNumber: serial, labId } = await claimedUnit(owner);
    await check(owner, serial, 366 * day_ms);
    const read = async (who: TestUser, back: number) => {
      const day = localDay(portal.clock.now() - back * day_ms, 'Europe/Rome');
      const { address } = await who.call(createLink, {
        body: { labIds: [labId], serials: [], from: day, to: day, lasts: 'week' },
      });
      return (await fetch(`${portal.url}${new URL(address, portal.url).pathname}`)).text();
    };
    const html = await read(owner, 0);
    assert.match(html, /Core probes and when they are due/);
    assert.match(html, /<td[^>]*>overdue<\/td>/);
    // A period of half a year later says how they stood then: one was checked since.
    portal.clock.leap(180 * day_ms);
    const later = await user('USER', { companyId: owner.companyId ?? '' });
    await check(later, serial, 0);
    assert.doesNotMatch(await read(later, 0), /<td[^>]*>overdue<\/td>/);
    assert.match(await read(later, 100), /<td[^>]*>overdue<\/td>/);
  });

  it('B2.7 S3.12 an overdue check is an alarm of the unit, until one is made', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const { serialNumber: serial } = unit;
    using device = new TestDevice(portal, unit);
    await device.connect();
    const minute = () => measuredFor(device);
    await minute();
    await device.leave();
    portal.clock.leap(year_ms + day_ms);
    const colleague = await user('USER', { companyId: owner.companyId ?? '' });
    await device.connect();
    await minute();
    await minute();
    const names = async () =>
      (
        await colleague.call(listAlarms, {
          params: { id: serial },
          query: { from: portal.clock.now() - hour_ms, to: portal.clock.now() + hour_ms },
        })
      ).flatMap(({ name, clearedAt }) => (name === 'probeCalibrationWarning' ? [clearedAt === null] : []));
    assert.deepEqual(await names(), [true]);
    await check(colleague, serial, 0);
    await minute();
    assert.deepEqual(await names(), [false]);
  });
});
