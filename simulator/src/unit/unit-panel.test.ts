import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PanelTold, panelOf } from '@brina/contract/devices';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import {
  answersTo,
  clock,
  command,
  connected,
  edge,
  eventsOf,
  type Given,
  given,
  useBench,
} from '../testing/unit-bench.ts';

const h = '9f3c6a01d2e4b785';
const soft = { phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: 3 } };
const source = { id: 1042, v: 3, h };
const ragu = { ...source, title: 'Ragù', function: 0, phases: [soft] };

/** What the unit told last, as the portal reads it. */
const toldBy = (one: Given): PanelTold => {
  const reported = one.arrivals('twin').at(-1)?.message.reported as Record<string, unknown>;
  return panelOf(reported);
};
const proposal = (id: string, life_ms = 40 * minute_ms): unknown =>
  command(
    id,
    'proposeStart',
    {
      function: 0,
      phases: [soft],
      source,
      title: 'Ragù',
      at: localMinute(clock.now() + 10 * minute_ms, 'Europe/Rome'),
    },
    life_ms,
  );

useBench();

describe('favourites of a unit', () => {
  it('S1.6 are told with its whole state, and again when the portal has put a cycle into one', async () => {
    await using one = given();
    await connected(one);
    const first = toldBy(one);
    assert.deepEqual(first.favourites?.slots[1]?.slice(0, 2), [0, 1]);
    assert.ok(first.cycleEnds?.includes('even') && first.trayTimers && first.proposals);
    await edge.send(one.serial, 'cmd', command('p1', 'loadPreset', { slot: 3, ...ragu, replace: true }));
    assert.deepEqual(answersTo(one, 'p1'), ['accepted', 'done']);
    assert.deepEqual(toldBy(one).favourites?.slots[3], [1042, 3, h]);
    const order = one.arrivals().filter(({ topic }) => topic === 'res' || topic === 'twin');
    assert.deepEqual(
      order.slice(-3).map(({ topic, message }) => message.result ?? topic),
      ['accepted', 'twin', 'done'],
    );
    await edge.send(one.serial, 'cmd', command('p2', 'loadPreset', { slot: 3, ...ragu, h: h.replace('9', '8') }));
    assert.deepEqual(answersTo(one, 'p2'), ['rejected slot_taken']);
    const colder = [{ ...soft, air: -39 }];
    await edge.send(
      one.serial,
      'cmd',
      command('p3', 'loadPreset', { slot: 4, ...ragu, phases: colder, replace: true }),
    );
    assert.deepEqual(answersTo(one, 'p3'), ['rejected out_of_range']);
    await edge.send(one.serial, 'twin', { desired: { favourites: { ver: 4, slots: { 3: [1042, 3, h] } } }, ver: 9 });
    await edge.sees(() => toldBy(one).favourites?.ver === 4, 'the wish was seen');
  });

  it('S1.6 outlive its process, and a person changes them at its panel', async () => {
    const first = given();
    await connected(first);
    await edge.send(first.serial, 'cmd', command('p1', 'loadPreset', { slot: 3, ...ragu, replace: true }));
    const second = await first.restart();
    await using _ = second;
    await edge.sees(() => toldBy(second).favourites?.slots[3]?.[0] === 1042, 'the cycle after the boot');
    second.unit.act((appliance) =>
      appliance.panel?.favourites.edit(3, { title: 'Mine', phases: [{ ...ragu.phases[0], air: -2 } as never] }),
    );
    await edge.sees(() => toldBy(second).favouriteDefs?.[3]?.title === 'Mine', 'what was changed at the panel');
    const [id, v, hash] = toldBy(second).favourites?.slots[3] ?? [];
    assert.deepEqual([id, v], [1042, 3]);
    assert.notEqual(hash, h);
  });

  it('S6.3 are those it left the factory with when it has another holder, and proposals to the former one are gone', async () => {
    await using one = given({ panel: 'person' });
    await connected(one);
    const factory = toldBy(one).favourites?.slots;
    await edge.send(one.serial, 'twin', { desired: { holder: '1' }, ver: 1 });
    await edge.send(one.serial, 'cmd', command('p1', 'loadPreset', { slot: 3, ...ragu, replace: true }));
    await edge.send(one.serial, 'cmd', proposal('q1'));
    assert.equal(toldBy(one).proposals?.length, 1);
    // The same holder wants something else of it.
    await edge.send(one.serial, 'twin', { desired: { holder: '1', heartbeat_s: 30 }, ver: 2 });
    await edge.sees(() => toldBy(one).holder === '1', 'the holder');
    assert.equal(toldBy(one).favourites?.slots[3]?.[0], 1042);
    await edge.send(one.serial, 'twin', { desired: { holder: '2' }, ver: 3 });
    await edge.sees(() => toldBy(one).holder === '2', 'the next holder');
    assert.deepEqual(toldBy(one).favourites?.slots, factory);
    assert.deepEqual(toldBy(one).proposals, []);
    assert.equal(one.unit.answerProposal('q1', true), 'no such proposal');
  });
});

describe('a planned start', () => {
  it('S4.14 starts only when somebody confirms it in front of the closed door, and says which proposal it was', async () => {
    const first = given({ panel: 'person' });
    await connected(first);
    await edge.send(first.serial, 'cmd', proposal('q1'));
    assert.deepEqual(answersTo(first, 'q1'), ['accepted']);
    assert.deepEqual(
      toldBy(first).proposals?.map(({ command: id, title }) => [id, title]),
      [['q1', 'Ragù']],
    );
    // It outlives a power cut.
    const one = await first.restart();
    await using _ = one;
    await edge.sees(() => one.unit.connected && one.unit.outbox.fill.messages === 0, 'connected');
    clock.advance(15 * minute_ms);
    assert.equal(eventsOf(one, 'cycle').length, 0, 'nobody was there');
    one.unit.act((appliance) => appliance.hands.load({ mass_kg: 10, depth_mm: 30 }, 70));
    one.unit.act((appliance) => appliance.hands.openDoor(true));
    assert.equal(one.unit.answerProposal('q1', true), 'door_open');
    assert.equal(toldBy(one).proposals?.length, 1);
    one.unit.act((appliance) => appliance.hands.openDoor(false));
    assert.equal(one.unit.answerProposal('q1', true), null);
    await edge.sees(() => answersTo(one, 'q1').includes('done'), 'done');
    const [started] = eventsOf(one, 'cycle');
    assert.deepEqual([started?.event, started?.command, started?.source], ['started', 'q1', source]);
    assert.deepEqual(answersTo(one, 'q1'), ['accepted', 'done']);
    await edge.sees(() => toldBy(one).proposals?.length === 0, 'nothing waits');
    // Asked again, it answers as before and starts nothing.
    await edge.send(one.serial, 'cmd', proposal('q1'));
    assert.equal(eventsOf(one, 'cycle').length, 1);
  });

  it('S4.14 is declined, lapses half an hour after its minute, or is refused when the unit cannot run it', async () => {
    await using one = given({ panel: 'person' });
    await connected(one);
    await edge.send(one.serial, 'cmd', proposal('q1'));
    assert.equal(one.unit.answerProposal('q1', false), null);
    await edge.sees(() => answersTo(one, 'q1').length === 2, 'the answer');
    assert.deepEqual(answersTo(one, 'q1'), ['accepted', 'rejected panel_refused']);
    await edge.send(one.serial, 'cmd', proposal('q2'));
    clock.advance(39 * minute_ms);
    assert.deepEqual(answersTo(one, 'q2'), ['accepted']);
    clock.advance(2 * minute_ms);
    await edge.sees(() => answersTo(one, 'q2').length === 2, 'it lapsed');
    assert.deepEqual(answersTo(one, 'q2'), ['accepted', 'rejected expired']);
    assert.equal(one.unit.answerProposal('q2', true), 'no such proposal');
    await edge.send(one.serial, 'cmd', proposal('q3', -1000));
    assert.deepEqual(answersTo(one, 'q3'), ['rejected expired']);
    await edge.send(
      one.serial,
      'cmd',
      command('q4', 'proposeStart', { function: 99, title: 'x', at: '2026-06-10T08:30' }),
    );
    assert.deepEqual(answersTo(one, 'q4'), ['rejected bad_argument']);
    assert.equal(eventsOf(one, 'cycle').length, 0);
  });

  it('B3.5 is taken back by the portal, once, and then nobody can start it', async () => {
    await using one = given({ panel: 'person' });
    await connected(one);
    await edge.send(one.serial, 'cmd', proposal('q1'));
    await edge.send(one.serial, 'cmd', proposal('q2'));
    await edge.send(one.serial, 'cmd', command('w1', 'withdrawStart', { proposal: 'q1' }));
    assert.deepEqual(answersTo(one, 'q1'), ['accepted', 'rejected newer_command']);
    assert.deepEqual(answersTo(one, 'w1'), ['accepted', 'done']);
    assert.deepEqual(
      toldBy(one).proposals?.map((waiting) => waiting.command),
      ['q2'],
    );
    assert.equal(one.unit.answerProposal('q1', true), 'no such proposal');
    await edge.send(one.serial, 'cmd', command('w2', 'withdrawStart', { proposal: 'q1' }));
    assert.deepEqual(answersTo(one, 'w2'), ['rejected not_running']);
    // What has begun is not taken back.
    assert.equal(one.unit.answerProposal('q2', true), null);
    await edge.send(one.serial, 'cmd', command('w3', 'withdrawStart', { proposal: 'q2' }));
    assert.deepEqual(answersTo(one, 'w3'), ['rejected not_running']);
    assert.deepEqual(answersTo(one, 'q2'), ['accepted', 'done']);
  });

  it('S4.14 comes while a cycle runs, and is started by whoever always agrees when its minute has come', async () => {
    await using one = given();
    await connected(one);
    await edge.send(one.serial, 'cmd', command('s1', 'startCycle', { function: 2 }));
    await edge.send(one.serial, 'cmd', proposal('q1'));
    assert.deepEqual(answersTo(one, 'q1'), ['accepted']);
    clock.advance(11 * minute_ms);
    assert.deepEqual(answersTo(one, 'q1'), ['accepted'], 'the cycle still runs');
    one.unit.act((appliance) => appliance.press('stopCycle'));
    clock.advance(minute_ms);
    await edge.sees(() => answersTo(one, 'q1').includes('done'), 'started');
    assert.equal(eventsOf(one, 'cycle').at(-1)?.command, 'q1');
  });
});

describe('timers of trays on a unit', () => {
  it('S4.14 run on while link and power are gone, and are told with the moment of the unit’s clock', async () => {
    const first = given();
    await connected(first);
    const trays = [{ tray: 2, min: 60 }];
    await edge.send(first.serial, 'cmd', command('s1', 'startCycle', { function: 13, trays }));
    const [timer] = toldBy(first).trayTimers ?? [];
    assert.ok(timer && Math.abs(timer.from - clock.now()) < 5000, 'its clock');
    assert.deepEqual([timer.tray, timer.min, timer.product], [2, 60, null]);
    await edge.send(first.serial, 'cmd', command('t1', 'setTrayTimer', { tray: 5, min: 30, product: 'Peas' }));
    assert.deepEqual(answersTo(first, 't1'), ['accepted', 'done']);
    assert.deepEqual(
      toldBy(first).trayTimers?.map(({ tray, product }) => [tray, product]),
      [
        [2, null],
        [5, 'Peas'],
      ],
    );
    first.unit.setLink(false);
    clock.advance(20 * minute_ms);
    const one = await first.restart();
    await using _ = one;
    one.unit.setLink(true);
    clock.advance(11 * minute_ms);
    await edge.sees(
      () => eventsOf(one, 'tray').some(({ event, tray }) => event === 'done' && tray === 5),
      'a tray is done',
    );
    assert.ok(eventsOf(one, 'tray').every(({ event, tray }) => event !== 'done' || tray === 5));
    await edge.send(one.serial, 'cmd', command('t2', 'setTrayTimer', { tray: 5, min: null }));
    assert.deepEqual(
      toldBy(one).trayTimers?.map(({ tray }) => tray),
      [2],
    );
    clock.advance(hour_ms);
    await edge.sees(() => eventsOf(one, 'tray').some(({ event, tray }) => event === 'done' && tray === 2), 'the other');
    await edge.send(one.serial, 'cmd', command('t3', 'setTrayTimer', { tray: 15, min: 60 }));
    assert.deepEqual(answersTo(one, 't3'), ['rejected out_of_range']);
  });
});
