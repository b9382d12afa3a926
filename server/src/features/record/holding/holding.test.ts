import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { updateLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { deleteOwnUser } from '@brina/contract/calls/people/account';
import { getHoldDay, type HoldLook, listHoldDays, lookAtDay } from '@brina/contract/calls/record/holding';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { dayBefore } from '@brina/domain/haccp/missing/missing';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { dayAfter, localDay, spanOfDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

const rome = 'Europe/Rome';

/** What a cabinet measures in a minute; null: nothing is sent of it. */
type Says = (minute: number) => Record<string, number> | null;
const cold = { TCell: 2, cellSetTemp: 2, operatingMode: 2, powerState: 1, door: 0, defrostState: 0 };
const within = (minute: number, from: number, length: number): boolean => minute >= from && minute < from + length;

describe('the days of a holding cabinet', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, member, claimedUnit, laboratory } = given(portal);

  /** A cabinet that its company has held for ten days, connected. */
  async function cabinet(model = 'CP Next 700') {
    const owner = await user();
    const unit = await claimedUnit(owner, model);
    await portal.db.write((db) =>
      sql`update tenure set from_at = from_at - interval '10 days' where company_id = ${owner.companyId}`.execute(db),
    );
    const device = new TestDevice(portal, unit);
    await device.connect();
    /** Tells a sample a minute of a time, its minutes counted from its begin. */
    async function tell({ from, to }: { from: number; to: number }, says: Says): Promise<void> {
      const samples = Array.from({ length: Math.round((to - from) / minute_ms) }, (_, minute) => {
        const said = says(minute);
        return said && { at: from + minute * minute_ms, values: { ...cold, ...said } };
      }).filter((one) => one !== null);
      for (let i = 0; i < samples.length; i += 250) {
        const part = samples.slice(i, i + 250);
        const at = part[0]?.at ?? 0;
        const s = part.map((one) => [one.at - at, one.values]);
        assert.equal(await device.send('tel', { at, hist: true, s }), 'got');
      }
    }
    const asked = { params: { serial: unit.serialNumber } };
    return {
      owner,
      unit,
      device,
      tell,
      days: (who: TestUser = owner) =>
        who.call(listHoldDays, {
          ...asked,
          query: { from: portal.clock.now() - 12 * day_ms, to: portal.clock.now() },
        }),
      records: (day: string, zone = 1, who: TestUser = owner) =>
        who.call(getHoldDay, { params: { ...asked.params, day }, query: { zone } }),
      [Symbol.dispose]: () => device[Symbol.dispose](),
    };
  }
  /** Yesterday in Rome, once it is over for long enough. */
  async function yesterday(): Promise<{ day: string; from: number; to: number }> {
    const today = spanOfDay(localDay(portal.clock.now(), rome), rome);
    if (portal.clock.now() - today.from < hour_ms) portal.clock.leap(hour_ms);
    const day = localDay(today.from - hour_ms, rome);
    return { day, ...spanOfDay(day, rome) };
  }
  /** Lets a backlog be drained, and what is due be done. */
  async function drained(): Promise<void> {
    // Of a unit that is behind one day comes after the other.
    for (let day = 0; day < 4; day += 1) await portal.clock.advance(31_000);
  }
  /** Somebody of the same company, signed in by now: after a day nobody else is. */
  const colleague = ({ companyId }: TestUser): Promise<TestUser> => user('USER', { companyId: companyId ?? '' });
  const sum = (minutes: Record<string, number>): number => Object.values(minutes).reduce((a, b) => a + b, 0);

  it('B2.4 an excursion, a defrost, an opening and a gap stand in the record of the day, with limit and threshold', async () => {
    using unit = await cabinet();
    const { day, from, to } = await yesterday();
    const at = (minute: number): number => from + minute * minute_ms;
    // How a defrost ends is told where it is another way than the last time: here two days ago.
    const told = { from: from - 2 * day_ms, to: from - 2 * day_ms + minute_ms };
    await unit.tell(told, () => ({ lastDefrostEnd: 1 }));
    await unit.tell({ from: from - hour_ms, to: to + hour_ms / 2 }, (passed) => {
      const minute = passed - 60;
      if (within(minute, 1000, 40)) return null;
      if (within(minute, 600, 60)) return { TCell: 14 };
      if (within(minute, 300, 25)) return { TCell: 12, defrostState: 3 };
      return {};
    });
    await unit.device.send('evt', { at: at(595), type: 'door', door: 1, open: true });
    await unit.device.send('evt', { at: at(655), type: 'door', door: 1, open: false });
    await drained();
    await drained();
    const [shown] = (await unit.days()).filter((one) => one.day === day);
    assert.ok(shown);
    assert.deepEqual([shown.verdict, shown.reasons, shown.excursions], ['EXCEEDED', ['beyond_grace'], 1]);
    const [record, ...others] = await unit.records(day);
    assert.ok(record);
    assert.equal(others.length, 0);
    assert.deepEqual([record.from, record.to, record.timeZone, record.revision], [from, to, rome, 1]);
    assert.deepEqual(record.limits.frozen, { limit_C: -18, alarm_C: -15, grace_min: 30 });
    const [excursion] = record.excursions;
    assert.ok(excursion && excursion.from > at(600) && excursion.from < at(640) && excursion.extreme > 8);
    assert.ok(excursion.degree_min > 60 && excursion.isBeyondGrace && !excursion.isOpen);
    assert.ok(excursion.alarm, 'names the alarm that told of it');
    assert.deepEqual(record.defrosts, [{ from: at(300), to: at(325), end: 1 }]);
    assert.deepEqual([record.doors, record.doorMinutes], [[{ from: at(595), to: at(655) }], 60]);
    assert.deepEqual(
      record.gaps.map((gap) => [gap.from, gap.to, gap.isBounded]),
      [[at(999), at(1040), true]],
    );
    assert.ok(Math.abs(sum(record.minutes) - 1440) < 0.1);
    assert.deepEqual([record.food.mean.length, record.air.max[60]], [144, 14]);
    const [setting] = record.settings;
    assert.deepEqual([setting?.holding, setting?.mode, setting?.set], ['chilled', 2, 2]);
    const entry = await portal.db.read((db) =>
      db
        .selectFrom('ledger_entry as e')
        .innerJoin('hold_day as d', (join) => join.on(sql<boolean>`d.id::text = e.id`))
        .select(['e.kind', 'e.rev'])
        .where('d.company_id', '=', unit.owner.companyId ?? '')
        .where('d.day', '=', day)
        .execute(),
    );
    assert.deepEqual(entry, [{ kind: 'day', rev: 1 }]);
  });

  it('B2.4 late data make one revision more, and only if they say something new', async () => {
    using unit = await cabinet();
    const { day, from, to } = await yesterday();
    const lost = (minute: number): boolean => within(minute, 300, 300);
    await unit.tell({ from, to: to + hour_ms / 2 }, (minute) => (lost(minute) ? null : {}));
    await drained();
    const of = async () => (await unit.days()).find((one) => one.day === day);
    assert.deepEqual([(await of())?.verdict, (await of())?.revision], ['NOT_PROVEN', 1]);
    await unit.tell({ from, to }, (minute) => (lost(minute) ? {} : null));
    await drained();
    const revised = await of();
    assert.deepEqual([revised?.verdict, revised?.coverage, revised?.revision], ['KEPT', 100, 2]);
    // The same once more, as after a lost acknowledgement.
    await unit.tell({ from, to: from + hour_ms }, () => ({}));
    await drained();
    assert.equal((await of())?.revision, 2);
    const [record] = await unit.records(day);
    assert.deepEqual(
      record?.revisions.map(({ revision, verdict, cause }) => [revision, verdict, cause]),
      [
        [2, 'KEPT', 'late_data'],
        [1, 'NOT_PROVEN', 'complete'],
      ],
    );
  });

  it('B2.4 is written a quarter of an hour after midnight, also of a unit that tells nothing, and each zone has its own', async () => {
    // Of a day that is nearly over what nobody tells would be too short to matter.
    if (spanOfDay(localDay(portal.clock.now(), rome), rome).to - portal.clock.now() < 3 * hour_ms)
      portal.clock.leap(4 * hour_ms);
    using unit = await cabinet('CP Next 700 Duo');
    const today = spanOfDay(localDay(portal.clock.now(), rome), rome);
    const now = portal.clock.now();
    await unit.tell({ from: now - 2 * hour_ms, to: now }, () => ({
      TCellZone2: -20,
      cellSetTempZone2: -20,
      operatingModeZone2: 1,
      defrostStateZone2: 0,
    }));
    await drained();
    const ofToday = async () =>
      (await unit.days(await colleague(unit.owner))).filter(({ from }) => from >= today.from && from < today.to);
    portal.clock.leap(today.to + 14 * minute_ms - portal.clock.now());
    await portal.settled();
    assert.deepEqual(await ofToday(), []);
    await drained();
    const days = await ofToday();
    assert.deepEqual(
      days.map(({ zone, kinds, verdict }) => [zone, kinds, verdict]),
      [
        [1, ['chilled'], 'NOT_PROVEN'],
        [2, ['frozen'], 'NOT_PROVEN'],
      ],
    );
  });

  it('B2.4 a day in which the unit changes hands is two records, and neither company sees the other’s', async () => {
    using unit = await cabinet();
    const other = await user();
    const { labId } = unit.unit;
    const now = portal.clock.now();
    await unit.tell({ from: now - 3 * hour_ms, to: now }, () => ({}));
    await drained();
    const { body } = await unit.owner.call(releaseAppliance, { params: { id: unit.unit.serialNumber } });
    await portal.clock.advance(30 * minute_ms);
    const kitchen = await laboratory(other);
    await other.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Theirs', labId: kitchen } });
    const claimedAt = portal.clock.now();
    await portal.clock.advance(hour_ms);
    await unit.tell({ from: claimedAt, to: claimedAt + hour_ms }, () => ({ TCell: 3 }));
    await drained();
    const day = localDay(now, rome);
    portal.clock.leap(spanOfDay(localDay(claimedAt, rome), rome).to + hour_ms - portal.clock.now());
    await portal.settled();
    await drained();
    const mine = await unit.records(day, 1, await colleague(unit.owner));
    const theirs = await unit.records(localDay(claimedAt, rome), 1, await colleague(other));
    assert.deepEqual([mine.length, theirs.length, mine[0]?.labId], [1, 1, labId]);
    assert.ok((mine[0]?.to ?? 0) <= claimedAt - 30 * minute_ms);
    assert.equal(theirs[0]?.from, Math.max(claimedAt, spanOfDay(localDay(claimedAt, rome), rome).from));
    assert.deepEqual([mine[0]?.applianceName === 'Theirs', theirs[0]?.applianceName], [false, 'Theirs']);
    assert.deepEqual([Math.max(...known(mine[0]?.air.max)), Math.min(...known(theirs[0]?.air.min))], [2, 3]);
  });
  const known = (values: readonly (number | null)[] = []): number[] => values.filter((value) => value !== null);

  it('B2.4 a change of the kitchen’s time zone cuts the day where it happens', async () => {
    using unit = await cabinet();
    const now = portal.clock.now();
    await unit.tell({ from: now - hour_ms, to: now }, () => ({}));
    await drained();
    const changedAt = portal.clock.now();
    const kitchen = { name: 'Moved', timeZone: 'Asia/Tokyo' };
    await unit.owner.call(updateLaboratory, { params: { id: unit.unit.labId }, body: kitchen });
    await portal.clock.advance(minute_ms);
    portal.clock.leap(2 * day_ms);
    await portal.settled();
    await drained();
    const days = (await unit.days(await colleague(unit.owner))).toReversed();
    const cut = days.findIndex(({ timeZone }) => timeZone === 'Asia/Tokyo');
    assert.ok(cut > 0);
    const [before, after] = [days[cut - 1], days[cut]];
    assert.deepEqual([before?.timeZone, before?.to, after?.from], [rome, after?.from, before?.to]);
    assert.ok((before?.to ?? 0) >= changedAt && (before?.to ?? 0) <= changedAt + 2 * minute_ms);
    assert.equal(after?.to, spanOfDay(after?.day ?? '', 'Asia/Tokyo').to);
  });

  it('B2.4 somebody looks at a day with one tap; who was first stays, and that nobody did is told', async () => {
    using unit = await cabinet();
    const { day, from, to } = await yesterday();
    await unit.tell({ from, to: to + hour_ms / 2 }, () => ({}));
    await drained();
    const lookOf = async () => (await unit.days()).find((one) => one.day === day)?.look;
    assert.equal(await lookOf(), null);
    const chef = await member(unit.owner, 'KITCHEN_MANAGER', [unit.unit.serialNumber]);
    const body = { labId: unit.unit.labId, day };
    const look = await chef.call(lookAtDay, { body });
    await portal.clock.advance(minute_ms);
    assert.deepEqual(await unit.owner.call(lookAtDay, { body }), look);
    assert.deepEqual(await lookOf(), look);
    const tomorrow = dayAfter(localDay(portal.clock.now(), rome));
    const refusal = await unit.owner.refused(lookAtDay, { body: { ...body, day: tomorrow } });
    assert.deepEqual([refusal.status, refusal.code], [422, 'look_in_future']);
  });

  it('B2.4 B2.8 a look is an entry of the book with who signs it; more than a day after its day it is told as late, and its person stays by initials', async () => {
    using unit = await cabinet();
    const { labId } = unit.unit;
    const { day: last, from, to } = await yesterday();
    await unit.tell({ from: from - day_ms, to: to + hour_ms / 2 }, () => ({}));
    await drained();
    const chef = await member(unit.owner, 'KITCHEN_MANAGER', [unit.unit.serialNumber]);
    const looks: HoldLook[] = [];
    for (const day of [last, dayBefore(last)]) looks.push(await chef.call(lookAtDay, { body: { labId, day } }));
    assert.deepEqual(
      looks.map(({ role, isLate }) => [role, isLate]),
      [
        ['KITCHEN_MANAGER', false],
        ['KITCHEN_MANAGER', true],
      ],
    );
    const entries = await unit.owner.call(listChanges, { query: { after: -1, limit: 500 } });
    const person = { initials: 'TK', role: 'KITCHEN_MANAGER' };
    const entered = entries.flatMap(({ entry, content }) => (entry?.kind === 'look' ? [content] : []));
    assert.equal(entered.length, 2);
    assert.partialDeepStrictEqual(entered, [
      { day: last, laboratory: labId, timeZone: rome, isLate: false, person },
      { day: dayBefore(last), laboratory: labId, timeZone: rome, isLate: true, person },
    ]);
    await chef.call(deleteOwnUser, {});
    const [record] = await unit.records(dayBefore(last));
    assert.deepEqual(record?.look, { ...looks[1], by: 'TK' });
  });

  it('B2.4 a blast chiller has a day only if it held something in it', async () => {
    using unit = await cabinet('EF Next M 25');
    const { day, from, to } = await yesterday();
    const holds = (minute: number): boolean => within(minute, 600, 300);
    await unit.tell({ from: from - day_ms, to: to + hour_ms / 2 }, (passed) => {
      const minute = passed - Math.round(day_ms / minute_ms);
      return { cyclePhase: holds(minute) ? 5 : 0, cycleState: holds(minute) ? 1 : 0, TCell: 2 };
    });
    await drained();
    const days = await unit.days();
    assert.deepEqual(
      days.map((one) => [one.day, one.verdict, one.minutes.off > 1000]),
      [[day, 'KEPT', true]],
    );
  });

  it('B2.4 days of 23 and 25 hours are whole', async () => {
    for (const hours of [25, 23]) {
      const isSo = (day: string): boolean => {
        const { from, to } = spanOfDay(day, rome);
        return to - from === hours * hour_ms;
      };
      let day = localDay(portal.clock.now(), rome);
      while (!isSo(day)) day = dayAfter(day);
      const { from, to } = spanOfDay(day, rome);
      portal.clock.leap(Math.max(0, to + 2 * hour_ms - portal.clock.now()));
      using unit = await cabinet();
      await unit.tell({ from, to: to + hour_ms }, () => ({}));
      await drained();
      const [record] = await unit.records(day);
      assert.deepEqual([record?.verdict, record?.food.mean.length], ['KEPT', hours * 6]);
      assert.ok(record && Math.abs(sum(record.minutes) - hours * 60) < 0.1);
    }
  });
});
