import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import type { CycleForecast, LiveMessage } from '@brina/contract/live';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { type ChillMessage, chillMessages, coolingTime_min, sendAll } from '../../../../test/chill.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given } from '../../../../test/given.ts';
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
});
