import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { seeNotice } from '@brina/contract/calls/kitchen/notices';
import type { Notice } from '@brina/contract/live';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import type { Db } from '#core/db/database.ts';
import { endNoticesOf, open_max, tellNotice } from '#core/notices.ts';
import { loadUnits, saveUnits, type Unit } from '#core/picture/unit.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { noticeOf } from '../../../../test/instances.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { ownPortal } from '../../../../test/portal.ts';
import { serves } from '../../../../test/serves.ts';

describe('what somebody of a kitchen should be told', async () => {
  const portal = await ownPortal();
  const { user, member, claimedUnit, laboratory } = given(portal);
  const shownTo = async (reader: TestUser, serial: string): Promise<Notice[]> =>
    (await reader.call(getAppliance, { params: { id: serial } })).notices;
  const toldTo = ({ messages }: LiveClient): Notice[][] =>
    messages.flatMap((message) => ('notices' in message ? [message.notices] : []));
  const withUnit = (serial: string, work: (db: Db, unit: Unit) => Promise<void>): Promise<void> =>
    portal.db.write(async (db) => {
      const unit = (await loadUnits(db, [serial])).get(serial);
      assert.ok(unit);
      await work(db, unit);
      await saveUnits(db, [unit]);
    });

  it('S1.6 is told once however often it comes, and is over for all of the kitchen when one of them has understood it', async () => {
    const owner = await user();
    const { serialNumber: serial } = await claimedUnit(owner);
    const guest = await member(owner, 'KITCHEN_MANAGER', [serial]);
    const at_ms = portal.clock.now();
    const noticeId = await noticeOf(portal, serial, { key: 'tray/r1/3' });
    assert.ok(noticeId);
    portal.clock.leap(minute_ms);
    assert.equal(await noticeOf(portal, serial, { key: 'tray/r1/3' }), noticeId);
    const told = [{ id: noticeId, name: 'tray_done', at: at_ms, detail: { tray: 1, product: 'Peas' } }];
    assert.deepEqual(await shownTo(owner, serial), told);
    assert.deepEqual(await shownTo(guest, serial), told);

    using live = new LiveClient(portal, owner);
    await live.subscribe();
    await guest.call(seeNotice, { params: { id: serial, noticeId } });
    await portal.settled();
    assert.deepEqual(toldTo(live), [[]]);
    assert.deepEqual(await shownTo(owner, serial), []);
    const kept = () =>
      portal.db.read((db) =>
        db.selectFrom('notice').select(['seen_by', 'ended_at']).where('id', '=', noticeId).executeTakeFirstOrThrow(),
      );
    const seen = await kept();
    assert.equal(seen.seen_by, guest.id);
    // The second comes too late to have been the one who understood it.
    await owner.call(seeNotice, { params: { id: serial, noticeId } });
    assert.deepEqual(await kept(), seen);
    // Nor does it come back when it is told again, by data that comes late.
    await noticeOf(portal, serial, { key: 'tray/r1/3', at_ms });
    assert.deepEqual(await shownTo(owner, serial), []);
  });

  it('S1.6 is nobody’s who only serves the appliance, and nobody else’s to understand', async () => {
    const [owner, partner, stranger] = [await user(), await user('SERVICE'), await user()];
    const { serialNumber: serial, labId } = await claimedUnit(owner);
    await serves(portal, partner, labId);
    using live = new LiveClient(portal, partner);
    await live.subscribe();
    const noticeId = (await noticeOf(portal, serial)) ?? '';
    assert.deepEqual(await shownTo(partner, serial), []);
    const { serialNumber: other } = await claimedUnit(stranger);
    assert.equal((await stranger.refused(seeNotice, { params: { id: serial, noticeId } })).status, 404);
    assert.equal((await stranger.refused(seeNotice, { params: { id: other, noticeId } })).status, 404);
    const { serialNumber: second } = await claimedUnit(owner);
    assert.equal((await owner.refused(seeNotice, { params: { id: second, noticeId } })).status, 404);
    await owner.call(seeNotice, { params: { id: serial, noticeId } });
    await portal.settled();
    assert.ok(toldTo(live).every((notices) => notices.length === 0));
  });

  it('S1.6 is over with what it tells of, and by itself after a day', async () => {
    const owner = await user();
    const { serialNumber: serial } = await claimedUnit(owner);
    const begun = portal.clock.now();
    const at = (minutes: number) => begun + minutes * minute_ms;
    portal.clock.leap(day_ms);
    // A token lasts no longer than a day.
    const colleague = await user('USER', { companyId: owner.companyId ?? '' });
    const tell = (key: string, at_ms: number) => noticeOf(portal, serial, { key, at_ms });
    const ids = [await tell('old', at(2)), await tell('newer', at(4)), await tell('newest', at(6))];
    const shown = async () => (await shownTo(colleague, serial)).map(({ id }) => id);
    assert.deepEqual(await shown(), ids.toReversed());
    await withUnit(serial, (db, unit) => endNoticesOf(db, unit, { start: 'newer', at_ms: portal.clock.now() }));
    assert.deepEqual(await shown(), [ids[2], ids[0]]);
    using live = new LiveClient(portal, colleague);
    await live.subscribe();
    await portal.clock.advance(5 * minute_ms);
    await portal.settled();
    assert.deepEqual(await shown(), [ids[2]]);
    assert.deepEqual(
      toldTo(live).map((notices) => notices.map(({ id }) => id)),
      [[ids[2]]],
    );
  });

  it('S1.6 trays without end hide no start that was missed', async () => {
    const owner = await user();
    const { serialNumber: serial } = await claimedUnit(owner);
    const now = portal.clock.now();
    const missed = { title: 'Ragù', minute: '2026-05-04T14:30', reason: 'nobody' };
    await withUnit(serial, async (db, unit) => {
      await tellNotice(db, unit, { key: 'start/1/missed', name: 'start_missed', detail: missed, at_ms: now });
      for (let tray = 1; tray <= 3 * open_max; tray++)
        await tellNotice(db, unit, { key: `tray/${tray}`, name: 'tray_done', detail: { tray }, at_ms: now + tray });
    });
    const shown = await shownTo(owner, serial);
    assert.deepEqual(
      shown.map(({ name, detail }) => (name === 'tray_done' ? detail['tray'] : name)),
      [...Array.from({ length: open_max }, (_one, n) => 3 * open_max - n), 'start_missed'],
    );
  });

  it('S1.6 ten of a name are open: with one more the oldest is over, and one that comes late is over at once', async () => {
    const owner = await user();
    const { serialNumber: serial } = await claimedUnit(owner);
    const now = portal.clock.now();
    const told = Array.from({ length: open_max + 2 }, (_one, n) => n + 1);
    await withUnit(serial, async (db, unit) => {
      for (const tray of [...told, 0])
        await tellNotice(db, unit, { key: `tray/${tray}`, name: 'tray_done', detail: { tray }, at_ms: now + tray });
    });
    const open = await portal.db.read((db) =>
      db
        .selectFrom('notice')
        .innerJoin('appliance', 'appliance.id', 'notice.appliance')
        .select('detail')
        .where('serial', '=', serial)
        .where('ended_at', 'is', null)
        .orderBy('at')
        .execute(),
    );
    assert.deepEqual(
      open.map(({ detail }) => detail),
      told.slice(2).map((tray) => ({ tray })),
    );
  });

  it('S1.6 is not told where what it tells of was not kept', async () => {
    const owner = await user();
    const { serialNumber: serial } = await claimedUnit(owner);
    const failed = withUnit(serial, async (db, unit) => {
      await tellNotice(db, unit, { key: 'k', name: 'tray_done', detail: { tray: 1 }, at_ms: portal.clock.now() });
      throw new Error('cut');
    });
    await assert.rejects(failed, /cut/);
    assert.deepEqual(await shownTo(owner, serial), []);
  });

  it('S6.3 S6.7 the next holder is told nothing of the former one’s, also where it comes late', async () => {
    const [first, second] = [await user(), await user()];
    const { serialNumber: serial } = await claimedUnit(first);
    const before = portal.clock.now();
    await noticeOf(portal, serial, { key: 'before' });
    portal.clock.leap(minute_ms);
    const { body } = await first.call(releaseAppliance, { params: { id: serial } });
    assert.equal(await noticeOf(portal, serial, { key: 'nobody’s' }), undefined);
    portal.clock.leap(minute_ms);
    const labId = await laboratory(second);
    await second.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Other', labId } });
    assert.equal(await noticeOf(portal, serial, { key: 'late', at_ms: before }), undefined);
    assert.deepEqual(await shownTo(second, serial), []);
    assert.ok(await noticeOf(portal, serial, { key: 'own' }));
    assert.equal((await shownTo(second, serial)).length, 1);
  });
});
