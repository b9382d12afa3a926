import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { type BatchRecord, getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import type { CycleForecast, LiveMessage } from '@brina/contract/live';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { type ChillMessage, chillMessages, coolingTime_min, sendAll } from '../../../../test/chill.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { sharedPortal } from '../../../../test/portal.ts';

const toldBy = (messages: readonly LiveMessage[]): CycleForecast[] =>
  messages.flatMap((message) => ('cycle' in message ? (message.cycle?.forecast ?? []) : []));

describe('the forecast of a cycle that runs', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });

  it('B2.14 is on the page and told live while it moves: late, with its limit and range; gone when the cycle is over', async () => {
    const { user, claimedUnit } = given(portal);
    const owner = await user();
    const unit = await claimedUnit(owner, 'MF Next L 45');
    await portal.db.write((db) =>
      sql`update tenure set from_at = from_at - interval '1 day' where company_id = ${owner.companyId}`.execute(db),
    );
    using device = new TestDevice(portal, unit);
    await device.connect();
    using client = new LiveClient(portal, owner);
    await client.subscribe();
    const startedAt = portal.clock.now();
    const course = { minutes: 120 };
    const messages = chillMessages({ runId: 'late', startedAt, ...course });
    const shown = async () => (await owner.call(getAppliance, { params: { id: unit.serialNumber } })).cycle;
    let sent = 0;
    const upTo = async (minute: number): Promise<void> => {
      const until = startedAt + minute * minute_ms;
      const isKnown = ({ body: { at } }: ChillMessage): boolean => at <= until;
      // A message of telemetry covers four minutes.
      portal.clock.set(until + 4 * minute_ms);
      const known = messages.filter(isKnown);
      await sendAll(device, known.slice(sent));
      sent = known.length;
      await portal.settled();
    };

    await upTo(4);
    assert.equal((await shown())?.forecast, undefined, 'nobody knows yet');
    for (let minute = 12; minute <= 32; minute += 4) await upTo(minute);
    const cycle = await shown();
    const forecast = cycle?.forecast;
    assert.ok(forecast?.at && forecast.low && forecast.high && forecast.limitAt, JSON.stringify(cycle));
    const reaches = (core: number): number => startedAt + (2 + coolingTime_min(course, 75, core)) * minute_ms;
    const off_min = (forecast.at - reaches(3)) / minute_ms;
    assert.ok(Math.abs(off_min) <= Math.max(7, 0.12 * 88), `${off_min} min off`);
    assert.ok(Math.abs(forecast.limitAt - reaches(70) - 90 * minute_ms) <= minute_ms, 'CHILL_90');
    assert.equal(forecast.to, 3);
    assert.ok(['may', 'will'].includes(forecast.state), forecast.state);
    assert.ok(forecast.low < forecast.at && forecast.at < forecast.high);

    const told = toldBy(client.messages);
    assert.deepEqual(told.at(-1), forecast, 'told live as the page has it');
    const news = told.filter((one, i) => JSON.stringify(one) !== JSON.stringify(told[i - 1]));
    assert.equal(news.length, told.length, 'told only when it moves');

    portal.clock.set(startedAt + 122 * minute_ms);
    await sendAll(device, messages.slice(sent));
    await portal.settled();
    const over = await shown();
    assert.deepEqual([over?.state, over?.forecast], ['ended', undefined]);
  });

  /** A unit of a company that has had it since yesterday, connected. */
  async function connected() {
    const { user, claimedUnit } = given(portal);
    const owner = await user();
    const unit = await claimedUnit(owner, 'MF Next L 45');
    await portal.db.write((db) =>
      sql`update tenure set from_at = from_at - interval '1 day' where company_id = ${owner.companyId}`.execute(db),
    );
    const device = new TestDevice(portal, unit);
    await device.connect();
    return { owner, serial: unit.serialNumber, device };
  }

  it('B2.14 a load that was expected late and will be cold in time after all is told once, until the cycle is over', async () => {
    const { owner, serial, device } = await connected();
    using _ = device;
    using client = new LiveClient(portal, owner);
    await client.subscribe();
    const startedAt = portal.clock.now();
    const messages = split(chillMessages({ runId: 'split', startedAt, minutes: 130 }), startedAt);
    const shown = async () => {
      const { notices, warnings } = await owner.call(getAppliance, { params: { id: serial } });
      return [...warnings, ...notices].map(({ name }) => name);
    };
    let sent = 0;
    const upTo = async (minute: number): Promise<string[]> => {
      portal.clock.set(startedAt + (minute + 4) * minute_ms);
      const known = messages.filter(({ body: { at } }) => at <= startedAt + minute * minute_ms);
      await sendAll(device, known.slice(sent));
      sent = known.length;
      await portal.settled();
      return shown();
    };
    assert.deepEqual(await upTo(32), ['chillForecastWarning']);
    for (let minute = 36; minute <= 88; minute += 4) await upTo(minute);
    assert.deepEqual(await upTo(92), ['cold_in_time']);
    const told = client.messages.flatMap((message) => ('notices' in message ? [message.notices] : []));
    assert.deepEqual(
      told.map((notices) => notices.map(({ name }) => name)),
      [['cold_in_time']],
    );

    portal.clock.set(startedAt + 132 * minute_ms);
    await sendAll(device, messages.slice(sent));
    await portal.settled();
    assert.deepEqual(await shown(), []);
  });

  it('B2.14 of a load that was stopped late nobody says that it is in time, though another cycle has begun since', async () => {
    const { owner, serial, device } = await connected();
    using _ = device;
    const startedAt = portal.clock.now();
    const upTo = (minute: number) => (messages: readonly ChillMessage[]) =>
      messages.filter(({ body: { at } }) => at <= startedAt + minute * minute_ms);
    portal.clock.leap(36 * minute_ms);
    await sendAll(device, upTo(32)(chillMessages({ runId: 'given up', startedAt, minutes: 130 })));
    await portal.settled();
    const shown = async () => {
      const { notices, warnings, cycle } = await owner.call(getAppliance, { params: { id: serial } });
      return [cycle?.runId, ...[...warnings, ...notices].map(({ name }) => name)];
    };
    assert.deepEqual(await shown(), ['given up', 'chillForecastWarning']);
    portal.clock.leap(6 * minute_ms);
    const end = chillMessages({ runId: 'given up', startedAt, minutes: 34 }).filter(
      ({ body }) => body['event'] === 'ended',
    );
    const next = chillMessages({ runId: 'next', startedAt: startedAt + 35 * minute_ms, minutes: 80 });
    await sendAll(device, [...end, ...upTo(40)(next)]);
    await portal.settled();
    assert.deepEqual(await shown(), ['next']);
  });

  /** The messages of a chill whose food is on flat trays after 40 minutes: it goes on nearly twice as fast. */
  function split(messages: readonly ChillMessage[], startedAt: number): ChillMessage[] {
    const sample_ms = 30_000;
    const from = (40 * minute_ms) / sample_ms;
    const samplesOf = ({ topic, body }: ChillMessage) =>
      topic === 'tel' ? (body['s'] as [dt_ms: number, values: Record<string, number>][]) : [];
    const all = messages.flatMap((message) => samplesOf(message).map(([, values]) => values));
    return messages.map((message) => {
      const samples = samplesOf(message).map(([dt_ms, values]) => {
        const passed = (message.body.at + dt_ms - startedAt) / sample_ms;
        const place = passed <= from ? passed : Math.floor(from + (passed - from) * 1.85);
        return [dt_ms, { ...(all[place] ?? all.at(-1)), cycleState: values['cycleState'] }];
      });
      return samples.length > 0 ? { ...message, body: { ...message.body, s: samples } } : message;
    });
  }

  async function recordOf(owner: TestUser, serial: string): Promise<BatchRecord> {
    const to = portal.clock.now();
    const [batch] = await owner.call(listBatches, { params: { serial }, query: { from: to - 20 * hour_ms, to } });
    assert.ok(batch);
    return owner.call(getBatch, { params: { serial, batchId: batch.batchId } });
  }

  const keptOf = (runId: string) =>
    portal.db.read((db) =>
      db.selectFrom('cycle_forecast').select('made_at').where('run_id', '=', runId).executeTakeFirst(),
    );

  const isBetween =
    (startedAt: number, from: number, to: number) =>
    ({ topic, body: { at } }: ChillMessage): boolean =>
      topic === 'tel' && at >= startedAt + from * minute_ms && at < startedAt + to * minute_ms;

  it('B2.14 what was said at minute 20 is kept with the record, and changes neither its verdict nor with the years', async () => {
    const { owner, serial, device } = await connected();
    using _ = device;
    const startedAt = portal.clock.now();
    const course = { minutes: 80 };
    const messages = chillMessages({ runId: 'kept', startedAt, ...course });
    portal.clock.leap(82 * minute_ms);
    await sendAll(device, messages);
    await portal.settled();
    const { forecast, stages, verdict, endedAt } = await recordOf(owner, serial);
    assert.ok(forecast);
    assert.deepEqual([verdict, forecast.to, endedAt], ['PASS', 3, startedAt + 80 * minute_ms]);
    const made_min = (forecast.madeAt - startedAt) / minute_ms;
    assert.ok(made_min >= 20 && made_min < 21.5, `made at minute ${made_min}`);
    const off_min = (forecast.at - (stages[0]?.endedAt ?? 0)) / minute_ms;
    assert.ok(Math.abs(off_min) <= 7 && off_min !== 0, `${off_min} min off`);

    // Even when its own row is gone: the revision has it.
    await portal.db.write((db) => sql`delete from cycle_forecast`.execute(db));
    assert.deepEqual((await recordOf(owner, serial)).forecast, forecast);
  });

  it('B2.14 a forecast that was made stays as it was said, whatever comes late and has the rules go over it again', async () => {
    const { owner, serial, device } = await connected();
    using _ = device;
    const startedAt = portal.clock.now();
    const messages = chillMessages({ runId: 'replayed', startedAt, minutes: 80 });
    const isLate = isBetween(startedAt, 12, 24);
    portal.clock.leap(82 * minute_ms);
    await sendAll(
      device,
      messages.filter((one) => !isLate(one)),
    );
    portal.clock.leap(20 * minute_ms);
    await portal.settled();
    const first = await recordOf(owner, serial);
    const said = first.forecast;
    assert.ok(said && said.madeAt > startedAt + 24 * minute_ms, 'said of what was known by then');

    await sendAll(device, messages.filter(isLate));
    portal.clock.leap(hour_ms);
    await portal.settled();
    const told = await recordOf(owner, serial);
    assert.deepEqual([first.revision, told.revision, told.gaps], [1, 2, []]);
    assert.deepEqual(told.forecast, said);

    // The rules would say it of an earlier moment by now.
    await portal.db.write((db) => db.deleteFrom('cycle_forecast').where('run_id', '=', 'replayed').execute());
    await sendAll(device, [{ topic: 'tel', body: { at: startedAt + 10_000, s: [[0, { TCell: -8 }]], hist: false } }]);
    portal.clock.leap(hour_ms);
    await portal.settled();
    const again = await keptOf('replayed');
    assert.ok(again && again.made_at < startedAt + 22 * minute_ms);
  });

  it('B2.14 a cycle of which nothing could be said has a record without a forecast', async () => {
    const { owner, serial, device } = await connected();
    using _ = device;
    const startedAt = portal.clock.now();
    const messages = chillMessages({ runId: 'short', startedAt, minutes: 18, from: 20 });
    portal.clock.leap(20 * minute_ms);
    await sendAll(device, messages);
    await portal.settled();
    const { forecast, verdict } = await recordOf(owner, serial);
    assert.deepEqual([forecast, verdict], [null, 'PASS']);
  });

  it('B2.14 S6.9 what is said of a cycle after its unit was given away is not in the record of who had it', async () => {
    const { owner, serial, device } = await connected();
    using _ = device;
    const startedAt = portal.clock.now();
    const messages = chillMessages({ runId: 'given away', startedAt, minutes: 80 });
    portal.clock.leap(19 * minute_ms);
    const isKnown = ({ body: { at } }: ChillMessage): boolean => at < startedAt + 15 * minute_ms;
    await sendAll(device, messages.filter(isKnown));
    await portal.settled();
    const held = { params: { id: serial } };
    await owner.call(releaseAppliance, held);
    portal.clock.leap(63 * minute_ms);
    await sendAll(
      device,
      messages.filter((one) => !isKnown(one)),
    );
    portal.clock.leap(20 * minute_ms);
    await portal.settled();
    const kept = await keptOf('given away');
    assert.ok(kept && kept.made_at >= startedAt + 20 * minute_ms);
    const { forecast, endedAt } = await recordOf(owner, serial);
    assert.deepEqual([forecast, (endedAt ?? 0) < startedAt + 20 * minute_ms], [null, true]);
  });
});
