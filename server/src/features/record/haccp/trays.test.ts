import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { chiller, revisionsOf, straight, type Told } from '../../../../test/batches.ts';
import { tellPanel } from '../../../../test/device.ts';
import { given } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

const nonStop = 13;
/** The first needle in food that gets cold in 80 minutes, the second in food that stays warm. */
const [cold, warm] = [straight([0, 80], [10, 70], [80, 3], [200, 2]), straight([0, 80], [200, 40])];
const says: Told['says'] = (min) => ({ TCore1: cold(min), TCore2: cold(min), TCore5: warm(min), TCore6: warm(min) });
const twoNeedles = 'SF Roll 200 RWL';

describe('trays in a run that goes on', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, laboratory } = given(portal);

  /** A unit in a run that goes on since so many minutes, and what it tells of its trays, by minutes since the start. */
  async function running(since_min: number, { model, code = nonStop }: { model?: string; code?: number } = {}) {
    const unit = await chiller(portal, model);
    const startedAt = portal.clock.now() - since_min * minute_ms;
    const at = (min: number): number => startedAt + min * minute_ms;
    const told: Told = { runId: 'r1', startedAt, minutes: since_min, says, every_ms: minute_ms };
    const event = (min: number, body: Record<string, unknown>) =>
      unit.send('evt', { at: at(min), runId: 'r1', ...body });
    const tray = (min: number, number: number, event_: 'started' | 'done' | 'cleared', more = {}) =>
      event(min, { type: 'tray', tray: number, event: event_, ...more });
    const begin = (more = {}) => event(0, { type: 'cycle', event: 'started', function: code, ...more });
    const end = (min: number) => event(min, { type: 'cycle', event: 'stopped', function: code, reason: 'person' });
    /** What is listed of the trays, in their order. */
    const listed = async () =>
      (await unit.batches())
        .toSorted((a, b) => a.startedAt - b.startedAt || (a.tray?.number ?? 0) - (b.tray?.number ?? 0))
        .map((one) => ({ ...one, tray: [one.tray?.number, one.tray?.needle] }));
    const recordOf = async (number: number) =>
      unit.record((await unit.batches()).find(({ tray: one }) => one?.number === number)?.batchId ?? '');
    const measure = (from_min: number, to_min: number) => unit.measure(told, from_min, to_min);
    /** Nothing more is waited for. */
    const waited = () => portal.clock.advance(17 * minute_ms);
    return { ...unit, at, event, tray, begin, end, listed, recordOf, measure, waited, dispose: unit[Symbol.dispose] };
  }
  const withDispose = <T extends { dispose: () => void }>(scene: T) =>
    Object.assign(scene, { [Symbol.dispose]: () => scene.dispose() });

  it('B3.7 S7.35 each has a record of its own: judged by the needle in it, else not proven and listed with its minutes', async () => {
    using scene = withDispose(await running(130));
    const { begin, tray, measure, listed, recordOf, at } = scene;
    await begin({ product: 'Mixed', lot: 'L7', load_kg: 20 });
    await tray(0, 4, 'started', { needle: 1 });
    await tray(5, 1, 'started');
    await measure(0, 130);
    assert.deepEqual(
      (await listed()).map(({ tray: one, verdict, endedAt }) => [one, verdict, endedAt]),
      [
        [[4, 1], null, null],
        [[1, null], null, null],
      ],
      'they run',
    );
    await tray(65, 1, 'done');
    await tray(90, 4, 'done', { needle: 1 });
    await scene.waited();
    assert.deepEqual(
      (await listed()).map((one) => [one.tray, one.verdict, one.minutes, one.limit_min, one.product, one.lot]),
      [
        [[4, 1], 'PASS', 70, 90, 'Mixed', 'L7'],
        [[1, null], 'NOT_PROVEN', 60, 90, 'Mixed', 'L7'],
      ],
    );
    const [measured, byTime] = [await recordOf(4), await recordOf(1)];
    assert.deepEqual(
      [measured.tray, measured.rule?.id, measured.startedAt, measured.endedAt, measured.endReason, measured.load_kg],
      [{ number: 4, needle: 1 }, 'CHILL_90', at(0), at(90), 'time', null],
    );
    assert.deepEqual([byTime.tray, byTime.reasons], [{ number: 1, needle: null }, ['by_time']]);
    assert.ok(
      byTime.samples.core.every((core) => core === null),
      'no needle measured there',
    );
  });

  it('B3.7 S7.35 of two needles each says something of its own trolley alone, and freezing is judged as such', async () => {
    using scene = withDispose(await running(260, { model: twoNeedles, code: 13 }));
    const { begin, tray, measure, recordOf } = scene;
    await begin();
    await tray(0, 1, 'started', { needle: 1 });
    await tray(1, 2, 'started', { needle: 2 });
    await measure(0, 260);
    await tray(250, 1, 'done');
    await tray(250, 2, 'done');
    await scene.waited();
    const [first, second] = [await recordOf(1), await recordOf(2)];
    assert.deepEqual([first.rule?.id, second.rule?.id], ['FREEZE_240', 'FREEZE_240']);
    assert.ok((first.samples.core.at(-1) ?? 99) < 10 && (second.samples.core.at(-1) ?? 0) > 30);
  });

  it('B3.7 S7.35 ends with what is first: taken away, set anew, done or the end of the run, in whatever order that is told', async () => {
    using scene = withDispose(await running(120));
    const { begin, end, tray, event, measure, listed, at } = scene;
    const told: (() => Promise<unknown>)[] = [
      () => tray(40, 1, 'done'),
      () => tray(0, 1, 'started'),
      () => tray(50, 1, 'cleared'),
      () => tray(10, 2, 'started'),
      () => tray(30, 2, 'cleared'),
      () => tray(45, 2, 'started'),
      () => tray(60, 2, 'started'),
      () => end(100),
      () => begin(),
      () => event(70, { runId: 'another', type: 'tray', tray: 2, event: 'cleared' }),
    ];
    for (const tell of told) await tell();
    await measure(0, 120);
    await scene.waited();
    const shown = async () =>
      (await listed()).map((one) => [one.tray[0], one.startedAt, one.endedAt, one.minutes, one.verdict]);
    const expected = [
      [1, at(0), at(40), 40, 'NOT_PROVEN'],
      [2, at(10), at(30), 20, 'NOT_PROVEN'],
      [2, at(45), at(60), 15, 'NOT_PROVEN'],
      [2, at(60), at(100), 40, 'NOT_PROVEN'],
    ];
    assert.deepEqual(await shown(), expected);
    // A timer that another had followed, of which nothing was known.
    await tray(80, 2, 'done');
    await scene.waited();
    assert.deepEqual(await shown(), [...expected.slice(0, 3), [2, at(60), at(80), 20, 'NOT_PROVEN']]);
  });

  it('B3.7 S7.35 ends with the next run where nobody told the end of its own, and what was told of a tray stands', async () => {
    using scene = withDispose(await running(100));
    const { begin, tray, event, measure, listed, recordOf, at } = scene;
    await begin();
    await tray(0, 1, 'started');
    await tray(10, 2, 'started');
    await measure(0, 40);
    await tray(45, 2, 'done');
    await event(60, { runId: 'r2', type: 'cycle', event: 'started', function: nonStop });
    await scene.waited();
    assert.deepEqual(
      (await listed()).map((one) => [one.tray[0], one.endedAt, one.minutes]),
      [
        [1, at(60), 60],
        [2, at(45), 35],
      ],
    );
    assert.deepEqual([(await recordOf(1)).endReason, (await recordOf(2)).endReason], ['lost', 'time']);
  });

  it('B3.7 S7.35 what comes late corrects a record by a revision, and what came already by none', async () => {
    using scene = withDispose(await running(120));
    const { begin, tray, measure, recordOf, device } = scene;
    await begin();
    await tray(0, 3, 'started', { needle: 1 });
    await measure(0, 40);
    const done = device.message({
      at: scene.at(90),
      runId: 'r1',
      type: 'tray',
      tray: 3,
      event: 'done',
    });
    await device.deliver('evt', done);
    await scene.waited();
    assert.deepEqual(revisionsOf(await recordOf(3)), [[1, 'NOT_PROVEN', 'waited']]);
    await measure(40, 95);
    await scene.waited();
    const corrected = [
      [2, 'PASS', 'late_data'],
      [1, 'NOT_PROVEN', 'waited'],
    ];
    assert.deepEqual(revisionsOf(await recordOf(3)), corrected);
    await device.deliver('evt', done);
    await scene.waited();
    assert.deepEqual(revisionsOf(await recordOf(3)), corrected);
  });

  it('B3.7 S4.14 is of the product that its timer was set with, where the panel told it', async () => {
    using scene = withDispose(await running(30));
    const { begin, tray, listed, recordOf, device, at } = scene;
    await begin({ product: 'Mixed' });
    await tray(0, 1, 'started');
    await tray(5, 2, 'started');
    await tellPanel(portal, device, {
      trayTimers: [
        { tray: 1, from: at(0), min: 20, product: 'Peas' },
        { tray: 2, from: at(5), min: 20, product: null },
      ],
    });
    await tellPanel(portal, device, { trayTimers: [] });
    await tray(20, 1, 'done');
    await scene.waited();
    assert.deepEqual(
      (await listed()).map((one) => [one.tray[0], one.product]),
      [
        [1, 'Peas'],
        [2, 'Mixed'],
      ],
    );
    assert.equal((await recordOf(1)).product, 'Peas');
  });

  it('B3.7 S5.3 S10.2 belongs to whom the appliance belonged as it began, and nobody else sees it', async () => {
    using scene = withDispose(await running(60));
    const { begin, tray, owner, unit, serial, batches } = scene;
    await begin({ product: 'Former', lot: 'L1' });
    await tray(0, 1, 'started');
    const { body } = await owner.call(releaseAppliance, { params: { id: serial } });
    const next = await user();
    await next.call(claimAppliance, {
      body: { activationCode: body.activationCode, name: 'Mine', labId: await laboratory(next) },
    });
    const now = portal.clock.now();
    portal.clock.leap(minute_ms);
    await scene.send('evt', { at: now + minute_ms, runId: 'r1', type: 'tray', tray: 2, event: 'started' });
    portal.clock.leap(10 * minute_ms);
    await scene.send('evt', { at: now + 10 * minute_ms, runId: 'r1', type: 'tray', tray: 2, event: 'done' });
    await scene.send('evt', { at: now + 11 * minute_ms, runId: 'r1', type: 'tray', tray: 1, event: 'done' });
    await scene.waited();
    const range = { from: now - day_ms, to: portal.clock.now() };
    const theirs = await next.call(listBatches, { params: { serial }, query: range });
    const ours = await batches();
    assert.deepEqual(
      [ours, theirs].map((list) => list.map((one) => [one.tray?.number, one.product, one.lot])),
      [[[1, 'Former', 'L1']], [[2, null, null]]],
    );
    const [former, present] = [ours[0]?.batchId ?? '', theirs[0]?.batchId ?? ''];
    assert.ok((ours[0]?.endedAt ?? Infinity) <= now, 'it ended for them as they gave it away');
    assert.equal((await next.call(getBatch, { params: { serial, batchId: present } })).product, null);
    for (const [who, batchId] of [
      [owner, present],
      [next, former],
      [await user(), former],
    ] as const)
      assert.equal((await who.refused(getBatch, { params: { serial: unit.serialNumber, batchId } })).status, 404);
  });
});
