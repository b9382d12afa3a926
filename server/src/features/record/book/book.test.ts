import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { calendarUnits_max, filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import { minute_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { type Chill, chillMessages, sendAll } from '../../../../test/chill.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('the book', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, claimedUnit, member } = given(portal);

  const listed = (reader: TestUser, filters: Readonly<Record<string, string>> = {}) =>
    reader.call(filterRecords, {
      body: {
        page: 0,
        nRows: 50,
        filterAttributes: Object.entries(filters).map(([attribute, value]) => ({ attribute, value })) as [],
      },
    });
  /** A unit that has cooled food, each time for so many minutes. */
  async function chiller(owner: TestUser, chills: readonly Omit<Chill, 'startedAt'>[]) {
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    for (const chill of chills) {
      const messages = chillMessages({ ...chill, startedAt: portal.clock.now() });
      portal.clock.leap((chill.minutes + 1) * minute_ms);
      await sendAll(device, messages);
      await portal.settled();
    }
    return unit;
  }

  it('B2.11 all units of a company stand in one book, and what needs a person is found in it', async () => {
    const owner = await user();
    const first = await chiller(owner, [
      { runId: 'good', minutes: 70, product: 'Lasagne', lot: 'L-1' },
      { runId: 'slow', minutes: 120, from: 75, to: 2, product: 'Goulash', lot: 'L-2' },
    ]);
    const second = await chiller(owner, [{ runId: 'other', minutes: 70, product: 'Lasagne', lot: 'L-3' }]);
    const { items, total } = await listed(owner);
    assert.deepEqual(
      [total, items.map(({ batch, verdict, needs }) => [batch?.product, verdict, needs])],
      [
        3,
        [
          ['Lasagne', 'PASS', []],
          ['Goulash', 'FAIL', ['action']],
          ['Lasagne', 'PASS', []],
        ],
      ],
    );
    const lots = async (filters: Readonly<Record<string, string>>) =>
      (await listed(owner, filters)).items.map(({ batch }) => batch?.lot);
    assert.deepEqual(await lots({ needs: 'true' }), ['L-2']);
    assert.deepEqual(await lots({ product: 'lasa' }), ['L-3', 'L-1']);
    assert.deepEqual(await lots({ lot: 'l-2' }), ['L-2']);
    assert.deepEqual(await lots({ serialNumber: first.serialNumber }), ['L-2', 'L-1']);
    assert.deepEqual(await lots({ labId: second.labId }), ['L-3']);
    const guest = await member(owner, 'KITCHEN_MANAGER', [second.serialNumber]);
    assert.deepEqual(
      (await listed(guest)).items.map(({ batch }) => batch?.lot),
      ['L-3'],
      'an invited person sees what is shared',
    );
  });

  it('B2.11 the calendar of a month tells each unit’s days, by the day of its kitchen', async () => {
    const owner = await user();
    const { serialNumber, labId } = await chiller(owner, [
      { runId: 'good', minutes: 70 },
      { runId: 'slow', minutes: 120, from: 75, to: 2 },
    ]);
    const { items } = await listed(owner);
    const days = new Set(items.map(({ startedAt, timeZone }) => localDay(startedAt, timeZone)));
    // The second batch may begin in another month.
    const months = [...new Set([...days].map((day) => day.slice(0, 7)))];
    const told = await Promise.all(months.map((month) => owner.call(getBookMonth, { query: { month } })));
    for (const { rows, today } of told) {
      assert.deepEqual(
        rows.map(({ unit, labId: of }) => [unit?.serialNumber, of]),
        [[serialNumber, labId]],
      );
      assert.equal(today, localDay(portal.clock.now(), 'Europe/Rome'));
    }
    const of = told.flatMap(({ cells }) => cells.filter(({ day }) => days.has(day)));
    assert.deepEqual(of.flatMap(({ counts }) => counts.map(({ verdict }) => verdict)).toSorted(), ['FAIL', 'PASS']);
    assert.equal(
      of.reduce((sum, { needs }) => sum + needs, 0),
      1,
    );
    assert.deepEqual((await owner.call(getBookMonth, { query: { month: '2001-02' } })).cells, []);
  });

  it('B2.11 a book of more units than there are rows is told by its kitchens, and a kitchen by its units', async () => {
    const owner = await user();
    const { serialNumber, labId } = await chiller(owner, [{ runId: 'good', minutes: 70 }]);
    const other = await chiller(owner, [{ runId: 'slow', minutes: 120, from: 75, to: 2 }]);
    const monthFor = (query: { labId?: string }) => owner.call(getBookMonth, { query });
    const few = await monthFor({});
    assert.deepEqual(
      few.rows.map(({ unit }) => unit?.serialNumber).toSorted(),
      [serialNumber, other.serialNumber].toSorted(),
    );
    for (let more = few.rows.length; more <= calendarUnits_max; more += 1) await claimedUnit(owner);
    const { by, rows, cells } = await monthFor({});
    assert.deepEqual([few.by, by], ['unit', 'kitchen']);
    assert.deepEqual(
      rows.map((row) => [row.labId, row.unit]).toSorted(),
      [...new Set([labId, other.labId])].map((id) => [id, null]).toSorted(),
    );
    assert.deepEqual(
      cells.flatMap(({ counts, needs }) => counts.map(({ verdict, records }) => [verdict, records, needs])).toSorted(),
      few.cells
        .flatMap(({ counts, needs }) => counts.map(({ verdict, records }) => [verdict, records, needs]))
        .toSorted(),
    );
    const ofKitchen = await monthFor({ labId });
    assert.ok(ofKitchen.rows.some(({ unit }) => unit?.serialNumber === serialNumber));
  });

  it('B2.11 S6.7 what was recorded stays in the book of the company that held the unit', async () => {
    const owner = await user();
    const { serialNumber, labId } = await chiller(owner, [{ runId: 'before', minutes: 70 }]);
    await owner.call(releaseAppliance, { params: { id: serialNumber } });
    const { items } = await listed(owner, { labId });
    assert.deepEqual(
      items.map((one) => [one.serialNumber, one.name, one.labId]),
      [[serialNumber, serialNumber, labId]],
    );
  });
});
