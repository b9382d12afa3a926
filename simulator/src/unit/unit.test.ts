import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSentMetric } from '@brina/domain/appliance/metrics';
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
  triesAgain,
  useBench,
} from '../testing/unit-bench.ts';
import type { FirmwareSlots } from './unit-state.ts';

useBench();

describe('link', () => {
  it('S3.13 tells its whole state under the metric names of the catalogue after connecting', async () => {
    await using one = given();
    await connected(one);
    const reported = one.arrivals('twin')[0]?.message.reported as Record<string, unknown>;
    for (const name of [
      'TCell',
      'TCore1',
      'TCondenser1',
      'TCondenser2',
      'door',
      'evapFanPercentage',
      'compressorState',
    ]) {
      assert.ok(name in reported, name);
    }
    assert.equal(reported.model, 'MF Next L 45');
    assert.equal(reported.heartbeat_s, 60);
    assert.ok(one.arrivals('tel').some(({ message }) => message.hist === false));
    for (const { message } of one.arrivals('tel')) {
      for (const [, values] of message.s as [number, object][]) {
        for (const name of Object.keys(values)) assert.ok(isSentMetric(name), name);
      }
    }
  });

  it('is not let in with the certificate of another unit', async () => {
    await using one = given({ certificateOf: 'MFL45-26-999999' });
    for (const attempt of [1, 2, 3]) {
      await edge.sees(() => edge.refused.filter((serial) => serial === one.serial).length === attempt, 'an attempt');
      await triesAgain();
    }
    assert.equal(one.unit.connected, false);
    assert.deepEqual(one.arrivals(), []);
  });

  it('forgets nothing that was not acknowledged, keeps to the window, and sends it again after a cut', async () => {
    await using one = given();
    await connected(one);
    edge.acknowledge = 'withhold';
    const settled = one.arrivals().length;
    try {
      for (let i = 0; i < 20; i++) one.unit.act((appliance) => appliance.hands.openDoor(i % 2 === 0));
      await edge.sees(() => one.arrivals().length - settled >= 16, 'a full window');
      assert.ok(one.unit.outbox.fill.messages >= 20);
      assert.ok(edge.mostInFlight <= 16, `${edge.mostInFlight} in flight`);
      const waiting = [...one.unit.outbox.entries()].map(({ seq }) => seq);
      const before = edge.arrivals.length;
      edge.cut(one.serial);
      await triesAgain();
      await edge.sees(
        () =>
          edge.arrivals.slice(before).filter((a) => a.serial === one.serial && waiting.includes(a.seq)).length >= 12,
        'what was not acknowledged comes again',
      );
      assert.ok(waiting.every((seq) => [...one.unit.outbox.entries()].some((entry) => entry.seq === seq)));
      edge.acknowledgeAll(one.serial);
      edge.acknowledgeAll(one.serial);
      edge.acknowledge = 'each';
      await edge.sees(() => one.unit.outbox.fill.messages === 0, 'everything acknowledged');
      const arrived = new Set(one.arrivals().map(({ seq }) => seq));
      for (let seq = 0; seq < one.unit.outbox.next; seq++) assert.ok(arrived.has(seq), `message ${seq} never arrived`);
    } finally {
      edge.acknowledge = 'each';
    }
  });

  it('sends again what the edge took and nobody acknowledged for a minute', async () => {
    await using one = given();
    await connected(one);
    edge.acknowledge = 'withhold';
    try {
      const { next: seq } = one.unit.outbox;
      const sendings = (): number => one.arrivals('evt').filter((arrival) => arrival.seq === seq).length;
      one.unit.act((appliance) => appliance.hands.openDoor(true));
      await edge.sees(() => sendings() === 1, 'the door');
      await edge.pass(minute_ms);
      assert.equal(sendings(), 1, 'not before its time');
      await edge.pass(2000);
      assert.equal(sendings(), 2, 'again');
    } finally {
      edge.acknowledge = 'each';
    }
  });

  it('drops and counts what the server calls bad', async () => {
    await using one = given();
    await connected(one);
    edge.acknowledge = 'withhold';
    try {
      const seq = one.unit.outbox.next;
      one.unit.act((appliance) => appliance.hands.openDoor(true));
      await edge.sees(() => one.arrivals('evt').some((a) => a.seq === seq), 'the door');
      edge.acknowledgeAll(one.serial, [seq]);
      await edge.sees(() => one.unit.outbox.badMessages === 1, 'the count');
    } finally {
      edge.acknowledge = 'each';
    }
  });

  it('sends the newest first after a cut, then the backlog in bulk', async () => {
    await using one = given();
    await connected(one);
    one.unit.setLink(false);
    clock.advance(3 * hour_ms);
    const waiting = one.unit.outbox.fill;
    assert.ok(waiting.samples >= 175, `${waiting.samples} samples wait`);
    const before = edge.arrivals.length;
    one.unit.setLink(true);
    await edge.sees(() => one.unit.outbox.fill.messages === 0, 'the backlog');
    const telemetry = edge.arrivals.slice(before).filter((a) => a.serial === one.serial && a.topic === 'tel');
    assert.equal(telemetry[0]?.message.hist, false);
    const backlog = telemetry.filter(({ message }) => message.hist);
    assert.ok(backlog.length > 0 && backlog.length <= 8, `${backlog.length} messages for three hours`);
    const samples = backlog.reduce((sum, { message }) => sum + (message.s as unknown[]).length, 0);
    assert.ok(samples >= 175, `${samples} samples arrived`);
    assert.ok(backlog.every(({ seq }) => seq < (telemetry[0]?.seq ?? 0)));
  });

  it('says goodbye when it is ended, and nothing when its plug is pulled', async () => {
    const one = given();
    await connected(one);
    const { log } = one.unit.outbox;
    one.unit.setPlug(false, clock.now());
    await edge.sees(() => edge.wills.includes(one.serial), 'the will');
    clock.advance(0.5 * hour_ms);
    const lostAt = one.unit.true_ms;
    const before = edge.arrivals.length;
    one.unit.setPlug(true, clock.now());
    await edge.sees(() => eventsOf(one, 'power').length >= 2, 'the power event');
    const power = eventsOf(one, 'power').at(-1);
    assert.equal(power?.event, 'returned');
    assert.ok(Math.abs(Number(power?.lostAt) - lostAt) < 5000);
    const after = edge.arrivals.slice(before).filter((a) => a.serial === one.serial);
    assert.ok(after.every((a) => a.log === log && a.message.boot === 2));
    assert.ok(after.some((a) => Number(a.message.up) < 5000));
    await one[Symbol.asyncDispose]();
    await edge.sees(() => edge.farewells.includes(one.serial), 'the goodbye');
  });

  it('goes on after its process was ended: same log, next number, next boot, nothing lost', async () => {
    const first = given();
    await connected(first);
    edge.acknowledge = 'withhold';
    let second: Given | undefined;
    try {
      first.unit.act((appliance) => appliance.hands.openDoor(true));
      await edge.sees(() => eventsOf(first, 'door').length === 1, 'the door');
      const { log, next } = first.unit.outbox;
      second = await first.restart();
      edge.acknowledge = 'each';
      assert.equal(second.unit.outbox.log, log);
      assert.equal(second.unit.boot, 2);
      assert.equal(second.unit.appliance.state.doors[0]?.open, true);
      await edge.sees(() => eventsOf(first, 'door').length >= 2, 'the door again');
      await edge.sees(() => eventsOf(first, 'power').some((e) => e.boot === 2), 'the boot');
      assert.ok(first.arrivals().every((a) => a.message.boot === 1 || a.seq >= next));
      await edge.sees(() => second?.unit.outbox.fill.messages === 0, 'everything acknowledged');
    } finally {
      edge.acknowledge = 'each';
      await second?.[Symbol.asyncDispose]();
    }
  });
});

describe('commands', () => {
  it('S4.14 starts a cycle once, reports it, and repeats its answers to a repeated command', async () => {
    await using one = given();
    await connected(one);
    one.unit.act((appliance) => appliance.hands.load({ mass_kg: 30, depth_mm: 30 }, 70));
    const start = command('c1', 'startCycle', { function: 0, load_kg: 30, product: 'Ragù' });
    await edge.send(one.serial, 'cmd', start);
    const order = one
      .arrivals()
      .flatMap(({ topic, message }) =>
        topic === 'res' ? [message.result] : topic === 'evt' && message.runId ? [message.type] : [],
      );
    assert.deepEqual(order, ['accepted', 'cycle', 'phase', 'done']);
    assert.equal(eventsOf(one, 'cycle')[0]?.command, 'c1');
    await edge.send(one.serial, 'cmd', start);
    assert.deepEqual(answersTo(one, 'c1'), ['accepted', 'done', 'accepted', 'done']);
    assert.equal(eventsOf(one, 'cycle').length, 1);
    await edge.send(one.serial, 'cmd', command('c2', 'startCycle', { function: 1 }));
    assert.deepEqual(answersTo(one, 'c2'), ['rejected cycle_running']);
    await edge.send(one.serial, 'cmd', command('c3', 'stopCycle'));
    assert.ok(answersTo(one, 'c3').includes('done'));
    assert.deepEqual(
      eventsOf(one, 'cycle').map((e) => e.event),
      ['started', 'stopped'],
    );
    assert.ok(one.arrivals('tel').some(({ message }) => JSON.stringify(message.s).includes('"cycleState":3')));
  });

  it('finds the appliance filled with warm food when it is started from afar', async () => {
    await using one = given();
    await connected(one);
    await edge.send(one.serial, 'cmd', command('f1', 'startCycle', { function: 0, load_kg: 12 }));
    assert.ok(answersTo(one, 'f1').includes('done'));
    assert.equal(one.unit.appliance.state.chambers[0]?.load?.mass_kg, 12);
    const samples = (): Record<string, number>[] =>
      one
        .arrivals('tel')
        .flatMap(({ message }) => (message.s as [number, Record<string, number>][]).map(([, values]) => values));
    assert.ok(samples().some((values) => values.cycleRunning === 1 && (values.TCore1 ?? 0) > 70));
  });

  it('never runs an expired command, and refuses what it cannot do with the reason', async () => {
    await using one = given();
    await connected(one);
    const cases: [unknown, string][] = [
      [command('e1', 'startCycle', { function: 0 }, -1000), 'rejected expired'],
      [command('e2', 'startCycle', { function: 99 }), 'rejected bad_argument'],
      [command('e3', 'startCycle', { function: 0, fan: 5 }), 'rejected out_of_range'],
      [command('e4', 'startCycle', { function: 2, program: 'soft' }), 'rejected not_compatible'],
      [command('e5', 'fly', {}), 'rejected not_compatible'],
      [command('e6', 'stopCycle'), 'rejected not_running'],
      [command('e7', 'setLight', { on: false }), 'rejected already_so'],
      [command('e8', 'silenceAlarm', { alarm: 'openDoorAlarm' }), 'rejected not_running'],
      [command('e9', 'setLight', {}), 'rejected bad_argument'],
    ];
    for (const [message, answer] of cases) {
      const { id } = message as { id: string };
      await edge.send(one.serial, 'cmd', message);
      assert.deepEqual(answersTo(one, id), [answer], id);
    }
    assert.equal(eventsOf(one, 'cycle').length, 0);
    await edge.send(one.serial, 'cmd', command('l1', 'setLight', { on: true }));
    await edge.send(one.serial, 'cmd', command('i1', 'identify', { seconds: 10 }));
    for (const id of ['l1', 'i1']) assert.ok(answersTo(one, id).includes('done'), id);
  });

  it('judges the expiry by the server clock, not by its own', async () => {
    await using one = given();
    one.unit.troubles.setClockError(-3 * 3600);
    await connected(one);
    await edge.send(one.serial, 'cmd', command('t1', 'setLight', { on: true }, -1000));
    assert.deepEqual(answersTo(one, 't1'), ['rejected expired']);
    await edge.send(one.serial, 'cmd', command('t2', 'setClock', { utc_ms: clock.now(), timeZone: 'Europe/Berlin' }));
    assert.ok(answersTo(one, 't2').includes('done'));
    assert.ok(Math.abs(one.unit.clockError_s ?? 99) < 2);
  });

  it('stamps with 0 while its clock is unset, and sets it by the network', async () => {
    await using one = given();
    await connected(one);
    one.unit.troubles.setClockError('unset');
    one.unit.act((appliance) => appliance.hands.openDoor(true));
    await edge.sees(() => eventsOf(one, 'door').length === 1, 'the door');
    assert.equal(eventsOf(one, 'door')[0]?.at, 0);
    assert.ok(Number(eventsOf(one, 'door')[0]?.up) >= 0);
    edge.cut(one.serial);
    await triesAgain();
    await edge.sees(() => one.unit.clockError_s !== null, 'the time of the network');
    assert.ok(Math.abs(one.unit.clockError_s ?? 99) < 2);
  });

  it('S7.36 samples every two seconds while its live feed is asked for, and no longer', async () => {
    await using one = given();
    await connected(one);
    const moments = (): number[] =>
      one
        .arrivals('tel')
        .flatMap(({ message }) =>
          (message.s as [number, unknown][]).map(([offset_ms]) => Number(message.at) + offset_ms),
        );
    /** How often it samples in so many seconds, as the edge has heard a minute later. */
    const samplesIn = async (seconds: number): Promise<number> => {
      const from = clock.now();
      await edge.pass(seconds * 1000);
      const to = clock.now();
      await edge.pass(62_000);
      return new Set(moments().filter((at) => at > from && at <= to)).size;
    };
    const usual = await samplesIn(120);
    await edge.send(one.serial, 'twin', { desired: { runLiveUntil: clock.now() + minute_ms }, ver: 7 });
    const live = await samplesIn(60);
    assert.ok(usual <= 5 && live >= 25, `${usual} in two minutes, ${live} in a live minute`);
    assert.ok((await samplesIn(120)) <= 5);
  });

  it('takes the desired state as a whole and ignores an older one', async () => {
    await using one = given();
    await connected(one);
    const heartbeats = (): unknown[] =>
      one.arrivals('twin').map(({ message }) => (message.reported as Record<string, unknown>).heartbeat_s);
    await edge.send(one.serial, 'twin', { desired: { heartbeat_s: 2 }, ver: 5 });
    assert.ok(heartbeats().includes(2));
    await edge.send(one.serial, 'twin', { desired: { heartbeat_s: 30 }, ver: 4 });
    await edge.send(one.serial, 'twin', { desired: { heartbeat_s: 40 }, ver: 6 });
    assert.ok(heartbeats().includes(40));
    assert.ok(!heartbeats().includes(30));
    const versions = one.arrivals('twin').map(({ message }) => message.ver as number);
    assert.deepEqual(
      versions,
      [...new Set(versions)].sort((a, b) => a - b),
    );
  });
});

describe('commands of every family', () => {
  const obeyed = async (one: Given, name: string, args = {}): Promise<void> => {
    const id = `${name}-${answersSoFar++}`;
    await edge.send(one.serial, 'cmd', command(id, name, args));
    assert.ok(answersTo(one, id).includes('done'), `${name} done, not ${answersTo(one, id)}`);
  };
  const refused = async (one: Given, name: string, args = {}): Promise<string | undefined> => {
    const id = `${name}-${answersSoFar++}`;
    await edge.send(one.serial, 'cmd', command(id, name, args));
    return answersTo(one, id)[0];
  };
  const last = (one: Given, metric: string): unknown =>
    one
      .arrivals('tel')
      .flatMap(({ message }) => (message.s as [number, Record<string, unknown>][]).map(([, values]) => values[metric]))
      .filter((value) => value !== undefined)
      .at(-1);
  let answersSoFar = 0;

  it('S4.16 steers a holding cabinet and reports what is in force', async () => {
    await using one = given({ storedName: 'CP Next 700' });
    await connected(one);
    await obeyed(one, 'setTemperature', { target: 4 });
    assert.equal(last(one, 'cellSetTemp'), 4);
    await obeyed(one, 'setHumidity', { target: 70 });
    await obeyed(one, 'setMode', { mode: 3 });
    assert.deepEqual([last(one, 'operatingMode'), last(one, 'cellSetTemp')], [3, 14]);
    assert.equal(await refused(one, 'setTemperature', { target: 2 }), 'rejected out_of_range');
    assert.equal(await refused(one, 'startCycle', { function: 0 }), 'rejected not_compatible');
    one.unit.act((appliance) => appliance.hands.openDoor(true));
    one.unit.act((appliance) => appliance.hands.openDoor(false));
    await edge.sees(() => last(one, 'dailyOpenDoor1Counter') === 1, 'the opening');
    await obeyed(one, 'resetDoorCounter', { door: 1 });
    assert.equal(last(one, 'dailyOpenDoor1Counter'), 0);
  });

  it('S4.18 reports Sanigen by the code of its family', async () => {
    await using one = given({ storedName: 'MYA 20' });
    await connected(one);
    const twin = one.arrivals('twin')[0];
    assert.ok(twin);
    assert.equal((twin.message.reported as Record<string, unknown>).sanigenLevel, 65_535);
    await obeyed(one, 'setSanigen', { level: 3 });
    // The code of level 3.
    assert.equal(last(one, 'sanigenLevel'), 2);
  });

  it('S4.17 plans a night on a prover and cancels it', async () => {
    await using one = given({ storedName: 'PL Next 20' });
    await connected(one);
    const readyAt = localMinute(clock.now() + 12 * hour_ms, 'Europe/Rome');
    await obeyed(one, 'setProofingPlan', { readyAt });
    assert.deepEqual([last(one, 'operatingMode'), last(one, 'cycleRunning')], [3, 1]);
    const started = eventsOf(one, 'cycle')[0];
    assert.ok(started?.event === 'started' && String(started.command).startsWith('setProofingPlan'));
    await obeyed(one, 'cancelProofingPlan');
    assert.equal(last(one, 'operatingMode'), 0);
  });

  it('S4.14 waits for somebody at the panel before hot air: agreed, declined, or nobody came', async () => {
    await using one = given({ panel: 'person' });
    await connected(one);
    // The clock is moved on in between: the commands live longer.
    const cook = (id: string): Promise<void> =>
      edge.send(one.serial, 'cmd', command(id, 'startCycle', { function: 6 }, 600_000));
    await cook('p1');
    assert.deepEqual(
      [one.unit.asked, answersTo(one, 'p1'), one.unit.appliance.state.cycleState],
      ['startCycle', [], 5],
    );
    assert.equal(one.unit.answerPanel(false), true);
    await edge.sees(() => answersTo(one, 'p1').length > 0, 'the refusal');
    assert.deepEqual(answersTo(one, 'p1'), ['rejected panel_refused']);
    await cook('p2');
    assert.equal(one.unit.asked, 'startCycle');
    await edge.pass(121_000);
    assert.deepEqual(answersTo(one, 'p2'), ['rejected panel_needed']);
    await cook('p3');
    assert.equal(one.unit.asked, 'startCycle');
    one.unit.answerPanel(true);
    await edge.sees(() => answersTo(one, 'p3').includes('done'), 'the start');
    assert.equal(one.unit.answerPanel(true), false);
    one.unit.act((appliance) => appliance.press('stopCycle'));
    await edge.send(one.serial, 'cmd', command('p4', 'startCycle', { function: 0 }, 600_000));
    assert.ok(answersTo(one, 'p4').includes('done'), 'a cold cycle asks nobody');
  });

  it('S3.30 tells which software runs in which slot, and at which port it serves its values', async () => {
    await using one = given();
    await connected(one);
    const reported = one.arrivals('twin')[0]?.message.reported as Record<string, unknown>;
    const { running, other } = reported.firmware as FirmwareSlots;
    assert.equal(running.version, reported.firmwareVersion);
    assert.notEqual(running.slot, other.slot);
    assert.equal(reported.package, 'Excellence');
    assert.equal(reported.port, 502);
  });
});
