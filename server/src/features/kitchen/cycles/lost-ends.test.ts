import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { minute_ms } from '@brina/domain/language/durations';
import { chiller, straight, type Told } from '../../../../test/batches.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('a run without an end, of a unit that went into other hands', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const good = straight([0, 80], [10, 70], [80, 3], [85, 2]);
  type Chiller = Awaited<ReturnType<typeof chiller>>;

  /** A run that began so many minutes ago, of which 40 were measured. */
  async function begun(unit: Chiller, ago_min: number): Promise<Told> {
    const startedAt = portal.clock.now() - ago_min * minute_ms;
    const told: Told = {
      runId: 'r',
      startedAt,
      minutes: 50,
      says: (min) => ({ TCore1: good(min), TCore2: good(min) }),
    };
    await unit.begin(told);
    await unit.measure(told, 0, 40);
    return told;
  }

  /** @returns when the first of both gave it away */
  async function handOver({ owner, serial }: Chiller, next: Chiller): Promise<number> {
    const givenAwayAt = portal.clock.now();
    const { body } = await owner.call(releaseAppliance, { params: { id: serial } });
    portal.clock.leap(minute_ms);
    const { labId } = next.unit;
    await next.owner.call(claimAppliance, {
      body: { activationCode: body.activationCode, labId, name: 'Second hand' },
    });
    return givenAwayAt;
  }

  /** It runs on, and tells no start. */
  async function runOn({ device }: Chiller, minutes: number): Promise<void> {
    for (let min = 0; min < minutes; min++) {
      await device.sendSamples([{ TCell: -10, cycleState: 1, powerState: 1 }]);
      await portal.clock.advance(minute_ms);
    }
  }

  const endOf = async (unit: Chiller) => {
    const [batch] = await unit.batches();
    return [batch?.verdict, batch?.endedAt];
  };

  for (const { title, ago_min, end } of [
    { title: 'where it was given away', ago_min: 45, end: 'given away' },
    { title: 'an hour after the last that was heard before', ago_min: 150, end: 'an hour later' },
  ])
    it(`has its end and its record ${title}, while the unit runs on`, async () => {
      using unit = await chiller(portal);
      using next = await chiller(portal);
      const { startedAt } = await begun(unit, ago_min);
      const givenAwayAt = await handOver(unit, next);
      await runOn(unit, 13);
      assert.deepEqual(await endOf(unit), [null, null], 'its end may be on its way');
      await runOn(unit, 5);
      const [verdict, endedAt] = await endOf(unit);
      assert.equal(verdict, 'NOT_PROVEN');
      const expected = end === 'given away' ? givenAwayAt : startedAt + 99.5 * minute_ms;
      assert.ok(Math.abs(Number(endedAt) - expected) < 1000, `${(Number(endedAt) - expected) / minute_ms} min`);
    });

  it('ends by what its unit said in their time; an end that is told late takes the place of that', async () => {
    using unit = await chiller(portal);
    using next = await chiller(portal);
    const told = await begun(unit, 60);
    const idleAt = told.startedAt + 45 * minute_ms;
    await unit.send('tel', { at: idleAt, hist: true, s: [[0, { TCell: 5, cycleState: 0, powerState: 1 }]] });
    await handOver(unit, next);
    await runOn(unit, 18);
    assert.deepEqual(await endOf(unit), ['NOT_PROVEN', idleAt]);
    await unit.measure(told, 40, 50);
    await unit.end(told);
    await portal.clock.advance(2 * minute_ms);
    const record = await unit.lastRecord();
    assert.deepEqual([record.endReason, record.endedAt], ['person', told.startedAt + 50 * minute_ms]);
  });
});
