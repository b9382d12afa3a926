import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { firstEnds } from '@brina/domain/appliance/phase-plan';
import { day_ms } from '@brina/domain/language/durations';
import { definitionOf } from '@brina/domain/recipes/presets';
import { type Control, startControl } from './control.ts';
import { Fleet, type FleetOptions, type Progress } from './fleet.ts';
import { type FleetFile, type FleetUnit, parseFleet } from './fleet-file.ts';
import type { Incident } from './incidents.ts';
import type { Routine } from './routines/kitchen-day.ts';
import { makeAuthority, type TestAuthority } from './testing/certificates.ts';
import { stillClock } from './testing/still-clock.ts';
import { type Arrival, startTestEdge, type TestEdge } from './testing/test-edge.ts';
import type { UnitReport } from './unit/unit-report.ts';

const clock = stillClock(Date.UTC(2026, 5, 10, 9));
let authority: TestAuthority;
let edge: TestEdge;
const folder = mkdtempSync(join(tmpdir(), 'brina-fleet-'));
let serials = 200;

before(async () => {
  authority = makeAuthority();
  edge = await startTestEdge(authority.issue('edge', true), authority.ca, clock);
});
after(async () => {
  await edge[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

const unitOf = (routine: Routine, history: boolean, model = 'MF Next M 30'): FleetUnit => {
  const serial = `MFM30-26-000${serials++}`;
  return { serial, model, ...authority.issue(serial), timeZone: 'Europe/Rome', name: 'Abbattitore', routine, history };
};
const fileOf = (...units: FleetUnit[]): FleetFile => ({ mqttUrl: edge.url, ca: authority.ca, units });
const start = (file: FleetFile, more: Partial<FleetOptions> = {}): Fleet => {
  const fleet = new Fleet({ file, clock, seed: 7, pace: 1, since_ms: 0, ...more });
  // The units connect one after the other.
  clock.advance(500);
  return fleet;
};

/** Uses the control of a unit: what came of it, as the unit reports itself then. */
const poster =
  ({ url }: Control, { serial }: FleetUnit) =>
  async (action: string, body: unknown): Promise<{ status: number; unit: UnitReport & { error?: string } }> => {
    const reply = await fetch(`${url}/units/${serial}/${action}`, { method: 'POST', body: JSON.stringify(body) });
    return { status: reply.status, unit: (await reply.json()) as UnitReport & { error?: string } };
  };

const arrivalsOf = (serial: string): Arrival[] => edge.arrivals.filter((arrival) => arrival.serial === serial);

/** Moments of all samples that arrived of a unit, each once, in the order of the messages. */
function sampleTimes(serial: string): number[] {
  const messages = new Map(arrivalsOf(serial).map((arrival) => [arrival.seq, arrival]));
  return [...messages.values()]
    .sort((a, b) => a.seq - b.seq)
    .flatMap(({ topic, message }) =>
      topic === 'tel' ? (message.s as [number, unknown][]).map(([offset]) => (message.at as number) + offset) : [],
    );
}

const events = (serial: string, type: string): Record<string, unknown>[] =>
  arrivalsOf(serial).flatMap(({ topic, message }) => (topic === 'evt' && message.type === type ? [message] : []));

const gapless = (serial: string): void => {
  const seqs = new Set(arrivalsOf(serial).map(({ seq }) => seq));
  for (let seq = 0; seq < seqs.size; seq++) assert.ok(seqs.has(seq), `message ${seq} of ${serial} is missing`);
};

describe('history of a fleet', () => {
  it('S3.27 tells a past of days with cycles, in order, never ahead of now, and then lives on', async () => {
    const restaurant = unitOf('restaurant', true);
    const pastry = unitOf('pastry', true, 'MF Next XL 70');
    const spare = unitOf('idle', false, 'MF Next XS 12');
    const progress: Progress[] = [];
    const began = clock.now();
    await using fleet = start(fileOf(restaurant, pastry, spare), {
      since_ms: 5 * day_ms,
      onProgress: (line) => progress.push(line),
    });
    await edge.sees(() => fleet.history === 1, 'the history');
    const lengths: number[] = [];
    for (const { serial } of [restaurant, pastry]) {
      await edge.sees(() => arrivalsOf(serial).some(({ message }) => message.hist === false), 'a live sample');
      const times = sampleTimes(serial);
      assert.ok(times.length > 5 * 1440 * 0.8, `${times.length} samples`);
      assert.ok(
        times.every((at, i) => i === 0 || at > (times[i - 1] ?? 0) - 1000),
        'in order',
      );
      assert.ok(Math.max(...times) <= clock.now() + 2000, 'not ahead of now');
      assert.ok(Math.abs((times[0] ?? 0) - (began - 5 * day_ms)) < 60_000, 'from its beginning');
      gapless(serial);
      const cycles = events(serial, 'cycle');
      assert.ok(cycles.filter(({ event }) => event === 'ended').length >= 8, 'cycles');
      // Which cycle is the first depends on the hour, and an empty chamber is chilled too.
      assert.ok(
        cycles.some(({ event, product, lot, load_kg }) => event === 'started' && product && lot && Number(load_kg) > 0),
      );
      // Most are started from the favourites.
      const sources = cycles.flatMap(({ event, source }) => (event === 'started' && source ? [source] : []));
      assert.ok(sources.length >= 4 && sources.some((one) => (one as { id: number }).id === 0), 'presets');
      assert.ok(
        events(serial, 'power').some(({ event }) => event === 'returned'),
        'the power cut',
      );
      // One batch was late.
      const minutes = cycles
        .filter(({ event, function: code }) => event === 'ended' && code === 0)
        .map(({ runId, at }) => {
          const begin = cycles.find((other) => other.event === 'started' && other.runId === runId);
          return (Number(at) - Number(begin?.at)) / 60_000;
        });
      assert.ok(
        minutes.some((length) => length > 100),
        `a late batch among ${minutes.map(Math.round).join(', ')}`,
      );
      lengths.push(...minutes);
    }
    // A cook fills the chamber as the day asks: what a single unit does depends on the hour at which its past ends.
    assert.ok(
      lengths.filter((length) => length < 90).length > lengths.length / 2,
      `most are in time: ${lengths.map(Math.round).join(', ')}`,
    );
    assert.ok(arrivalsOf(spare.serial).every(({ topic, message }) => topic !== 'tel' || message.hist === false));
    assert.ok(events(spare.serial, 'cycle').length === 0);
    assert.equal(progress.at(-1)?.share, 1);
    assert.ok(progress.every(({ type, upTo }) => type === 'history' && upTo <= clock.now()));
    assert.deepEqual(edge.faults, []);
  });

  it('goes on from where it was when the process ends in the middle of the past', async () => {
    const row = unitOf('restaurant', true);
    const state = join(folder, 'resumed');
    const options = { since_ms: 6 * day_ms, folder: state };
    {
      await using fleet = start(fileOf(row), options);
      await edge.sees(() => fleet.history > 0.2, 'a fifth of the history');
      assert.ok(fleet.history < 1, 'not all of it');
    }
    await using fleet = start(fileOf(row), options);
    await edge.sees(() => fleet.history === 1, 'the rest');
    gapless(row.serial);
    const times = sampleTimes(row.serial);
    assert.ok(
      times.every((at, i) => i === 0 || at > (times[i - 1] ?? 0) - 1000),
      'nothing is told twice',
    );
    // Apart from the power cut nothing is missing.
    const holes = times.flatMap((at, i) =>
      i > 0 && at - (times[i - 1] ?? 0) > 300_000 ? [at - (times[i - 1] ?? 0)] : [],
    );
    assert.ok(holes.length <= 1, `${holes.length} holes`);
    assert.equal(new Set(arrivalsOf(row.serial).map(({ log }) => log)).size, 1);
    assert.deepEqual(edge.faults, []);
  });

  it('tells the incidents of its file: a fault that was mended, a power cut of one unit, a missed batch, a change at a panel', async () => {
    const chiller = unitOf('restaurant', true);
    const cabinet = { ...unitOf('restaurant', true, 'CP Next 700'), modes: [1] };
    const edited = definitionOf(0, '-15/100/-/s3 · 0/90/-/c3 · H2/40/-');
    const incidents: Incident[] = [
      { kind: 'fault', unit: cabinet.serial, daysAgo: 2.5, hours: 5, fault: 'fanLoss', value: 1 },
      { kind: 'powerCut', units: [cabinet.serial], daysAgo: 1.5, minutes: 40 },
      { kind: 'oddDay', what: 'tooThick', unit: chiller.serial, daysAgo: 1.2 },
      { kind: 'panelEdit', unit: chiller.serial, daysAgo: 1, slot: 24, title: 'Thick', ...edited },
    ];
    await using fleet = start({ ...fileOf(chiller, cabinet), incidents }, { since_ms: 3 * day_ms });
    const now = clock.now();
    await edge.sees(() => fleet.history === 1, 'the history');
    const alarms = events(cabinet.serial, 'alarm').filter(({ name }) => name === 'evapFanAlarm');
    assert.deepEqual(
      alarms.map(({ active }) => active),
      [true, false],
    );
    const hours = alarms.map(({ at }) => (Number(at) - (now - 2.5 * day_ms)) / 3_600_000);
    assert.ok(Math.abs(hours[0] ?? 9) < 0.2 && Math.abs((hours[1] ?? 0) - 5) < 0.2, String(hours));
    const returned = events(cabinet.serial, 'power').find(({ event }) => event === 'returned');
    assert.ok(Math.abs(Number(returned?.at) - Number(returned?.lostAt) - 40 * 60_000) < 60_000);
    assert.ok(!events(chiller.serial, 'power').some(({ event }) => event === 'returned'));
    const cycles = events(chiller.serial, 'cycle');
    const minutes = cycles
      .filter(({ event, function: code }) => event === 'ended' && code === 0)
      .map(({ runId, at }) => {
        const begun = cycles.find((other) => other.event === 'started' && other.runId === runId);
        return (Number(at) - Number(begun?.at)) / 60_000;
      });
    assert.ok(
      minutes.some((length) => length > 100),
      `a late batch among ${minutes.map(Math.round).join(', ')}`,
    );
    const slot = fleet.members[0]?.unit.act(({ panel }) => panel?.favourites.slots[24]);
    assert.deepEqual([slot?.title, slot?.id, slot?.phases.length], ['Thick', null, edited.phases.length]);
    assert.deepEqual(edge.faults, []);
  });

  it('keeps little in memory while nobody acknowledges', async () => {
    const row = unitOf('restaurant', true);
    edge.acknowledge = 'withhold';
    try {
      await using fleet = start(fileOf(row), { since_ms: 14 * day_ms });
      await edge.sees(() => arrivalsOf(row.serial).length >= 12, 'the first messages');
      const fill = fleet.members[0]?.unit.outbox.fill;
      assert.ok(fill && fill.messages < 60, `${fill?.messages} messages wait`);
      assert.ok((fleet.members[0]?.unit.true_ms ?? 0) < clock.now() - 10 * day_ms);
    } finally {
      edge.acknowledge = 'each';
    }
  });
});

describe('life of a fleet', () => {
  it('S4.14 is always in a cycle where it should be, at sixty times the pace', async () => {
    const row = unitOf('always', false);
    await using fleet = start(fileOf(row), { pace: 60 });
    await edge.sees(() => arrivalsOf(row.serial).length > 0, 'the unit');
    await edge.pass(10_000);
    assert.ok(events(row.serial, 'cycle').some(({ event }) => event === 'started'));
    assert.equal(fleet.find(row.serial)?.unit.appliance.state.cycleState, 1);
    assert.ok(sampleTimes(row.serial).length >= 8, `${sampleTimes(row.serial).length} samples`);
    const live = arrivalsOf(row.serial).filter(({ topic }) => topic === 'tel');
    assert.ok(live.every(({ message }) => message.hist === false));
    assert.deepEqual(edge.faults, []);
  });

  it('is controlled over HTTP on loopback', async () => {
    const row = unitOf('idle', false);
    await using fleet = start(fileOf(row));
    await using control = await startControl(fleet, clock.now, 0);
    await edge.sees(() => arrivalsOf(row.serial).length > 0, 'the unit');
    const post = poster(control, row);
    assert.equal((await post('door', { open: true })).unit.doorOpen, true);
    assert.deepEqual((await post('start', { function: 0 })).unit, { error: 'door_open' });
    assert.equal((await post('door', { open: false })).status, 200);
    assert.equal((await post('load', { kg: 20, core: 70, depth_mm: 30 })).unit.load_kg, 20);
    const beside = { second_depth_mm: 50, second_sheltered: 0.6 };
    assert.equal((await post('load', { kg: 20, core: 70, depth_mm: 30, ...beside })).unit.load_kg, 20);
    const wrong = { kg: 20, core: 70, depth_mm: 30, ...beside, second_sheltered: 2 };
    assert.match((await post('load', wrong)).unit.error ?? '', /second_sheltered between 0 and 1/);
    assert.deepEqual((await post('probe', { point: 1, broken: true })).unit.faults.broken, ['core1']);
    assert.deepEqual((await post('probe', { point: 'all', broken: false })).unit.faults.broken, []);
    assert.equal((await post('start', { function: 0, load_kg: 20 })).unit.cycleState, 1);
    assert.equal((await post('stop', {})).unit.cycleState, 3);
    assert.equal((await post('clock', { offset_s: 90 })).unit.clockError_s, 90);
    assert.equal((await post('fault', { name: 'foul', value: 0.5 })).unit.faults.foul, 0.5);
    assert.equal((await post('fault', { name: 'foul', value: 5 })).status, 400);
    assert.equal((await post('fault', { name: 'gremlin', value: 1 })).status, 400);
    assert.equal((await post('link', { up: false })).unit.connected, false);
    assert.equal((await post('plug', { in: false })).unit.plugIn, false);
    assert.equal((await post('plug', { in: true })).unit.boot, 2);
    assert.equal((await post('probe-in-air', { on: true })).unit.faults.probeInAir, true);
    assert.equal((await post('press', { name: 'setLight', on: true })).status, 200);
    assert.deepEqual((await post('press', { name: 'setMode', mode: 1 })).unit, { error: 'not_compatible' });
    assert.deepEqual((await post('panel', { agrees: true })).unit, { error: 'nothing waits at the panel' });
    assert.equal((await post('panel', { answers: 'person' })).status, 200);
    assert.equal((await post('fault', { name: 'charge', value: 0.9, per_day: -0.01 })).unit.faults.charge, 0.9);
    assert.equal((await post('dance', {})).status, 404);
    const page = await (await fetch(`${control.url}/`)).text();
    assert.match(page, /<table>/);
    assert.ok(page.includes(row.serial));
    const list = (await (await fetch(`${control.url}/units`)).json()) as { history: number; units: UnitReport[] };
    assert.equal(list.history, 1);
    assert.equal(list.units[0]?.serial, row.serial);
    const foreign = await fetch(`${control.url}/units/${row.serial}/stop`, {
      method: 'POST',
      headers: { origin: 'https://example.org' },
    });
    assert.equal(foreign.status, 403);
  });

  it('S1.6 its favourites, timers and proposals are in the hands of whoever holds the control', async () => {
    const row = { ...unitOf('idle', false, 'MF Next L 45'), withoutEnds: ['air', 'even'] as const };
    await using fleet = start({ ...fileOf(row), panelAnswers: 'person' });
    await using control = await startControl(fleet, clock.now, 0);
    await edge.sees(() => arrivalsOf(row.serial).some(({ topic }) => topic === 'twin'), 'the unit');
    const twin = arrivalsOf(row.serial).find(({ topic }) => topic === 'twin')?.message.reported;
    assert.deepEqual((twin as { cycleEnds?: unknown }).cycleEnds, firstEnds);
    const post = poster(control, row);
    const { unit: first } = await post('empty-slot', { slot: 2 });
    assert.equal(first.favourites[1]?.id, 0);
    assert.equal(first.favourites[2], undefined);
    assert.deepEqual((await post('start-slot', { slot: 2 })).unit, { error: 'nothing is in that place' });
    assert.equal((await post('empty-slot', { slot: 25 })).status, 400);
    const phases = [{ phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: 3 } }];
    const even = [{ ...phases[0], end: { by: 'even', within_K: 2 }, max_min: 90 }];
    assert.deepEqual((await post('edit-slot', { slot: 2, title: 'Mine', function: 0, phases: even })).unit, {
      error: 'not_compatible',
    });
    assert.equal(
      (await post('edit-slot', { slot: 2, title: 'Mine', function: 0, phases })).unit.favourites[2]?.title,
      'Mine',
    );
    assert.equal((await post('start-slot', { slot: 1, load_kg: 20 })).unit.cycleId, 0);
    assert.deepEqual((await post('tray', { tray: 1, min: 30 })).unit, { error: 'not_compatible' });
    await post('stop', {});
    clock.advance(10_000);
    assert.equal((await post('start', { function: 13 })).unit.cycleId, null);
    assert.deepEqual((await post('tray', { tray: 15, min: 30 })).unit, { error: 'out_of_range' });
    assert.equal((await post('tray', { tray: 1, min: 30, needle: 3 })).status, 400);
    assert.equal((await post('tray', { tray: 1, min: 30, needle: 1 })).unit.timers[1], 30);
    assert.deepEqual((await post('tray', { tray: 1, min: null })).unit.timers, {});
    await post('stop', {});
    clock.advance(10_000);
    assert.deepEqual((await post('proposal', { agrees: true })).unit, { error: 'no such proposal' });
    const args = { function: 0, phases, title: 'Ragù', at: '2026-06-10T12:00' };
    const exp = clock.now() + 40 * 60_000;
    await edge.send(row.serial, 'cmd', { id: 'q1', name: 'proposeStart', args, exp });
    await edge.send(row.serial, 'cmd', { id: 'q2', name: 'proposeStart', args, exp });
    assert.equal((await post('proposal', { agrees: false, command: 'q2' })).unit.proposals.length, 1);
    const page = await (await fetch(`${control.url}/`)).text();
    assert.match(page, /Start Ragù\?/);
    assert.match(page, /Lasagne and oven bakes/);
    const started = await post('proposal', { agrees: true });
    assert.deepEqual([started.unit.cycleState, started.unit.proposals], [1, []]);
    const needles = events(row.serial, 'tray').map(({ event, needle }) => [event, needle]);
    assert.deepEqual(needles, [
      ['started', 1],
      ['cleared', 1],
    ]);
  });

  it('names every fault of its file', () => {
    const bad = {
      mqttUrl: 'mqtts://127.0.0.1:1',
      ca: 'x',
      units: [{ ...unitOf('idle', false), model: 'MF Nope', timeZone: 'Mars/Base' }],
    };
    assert.throws(() => parseFleet(JSON.stringify(bad)), /unknown model "MF Nope"; .*unknown time zone "Mars\/Base"/);
    const odd = {
      ...fileOf(),
      incidents: [
        { kind: 'flood', daysAgo: 1 },
        { kind: 'panelEdit', daysAgo: 1 },
      ],
      panelAnswers: 'cat',
    };
    assert.throws(
      () => parseFleet(JSON.stringify(odd)),
      /panelAnswers; an incident of unknown kind "flood"; a change at the panel without unit or slot/,
    );
    const strange = { ...fileOf(), units: [{ ...unitOf('idle', false), withoutEnds: ['moon'] }] };
    assert.throws(() => parseFleet(JSON.stringify(strange)), /withoutEnds/);
    assert.throws(() => parseFleet('{}'), /mqttUrl is missing; ca is missing; units are missing/);
  });
});

describe('the program', () => {
  const program = fileURLToPath(new URL('../main.ts', import.meta.url));

  it('prints where its control listens, survives a kill without losing a message, and ends on SIGTERM', async () => {
    const row = unitOf('restaurant', true);
    const fleetFile = join(folder, 'fleet.json');
    writeFileSync(fleetFile, JSON.stringify(fileOf(row)));
    const state = join(folder, 'killed');
    const run = () => {
      const args = [
        program,
        '--fleet',
        fleetFile,
        '--since',
        '3d',
        '--state',
        state,
        '--seed',
        '3',
        '--control-port',
        '0',
      ];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const lines = on(createInterface(child.stdout), 'line', { close: ['close'] });
      const says = async (text: string): Promise<void> => {
        for await (const [line] of lines as AsyncIterable<[string]>) if (line.includes(text)) return;
        assert.fail(`it ended without saying ${text}`);
      };
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      children.push(() => child.kill('SIGKILL'));
      return { ended, says, kill: (signal: NodeJS.Signals) => child.kill(signal) };
    };
    const children: (() => void)[] = [];
    try {
      const first = run();
      await first.says('"control"');
      await edge.sees(() => arrivalsOf(row.serial).length >= 20, 'some history');
      first.kill('SIGKILL');
      await first.ended;
      // A kill right after the start: the boot it began must not be counted twice.
      const hasty = run();
      await hasty.says('"control"');
      hasty.kill('SIGKILL');
      await hasty.ended;
      const second = run();
      await second.says('"share":1}');
      await edge.sees(() => arrivalsOf(row.serial).some(({ message }) => message.hist === false), 'a live sample');
      second.kill('SIGTERM');
      assert.equal(await second.ended, 0);
      gapless(row.serial);
      const boots = new Map(events(row.serial, 'power').map(({ seq, boot }) => [seq, boot]));
      assert.deepEqual([...boots.values()], [...new Set(boots.values())], 'one power event a boot');
      const times = sampleTimes(row.serial);
      assert.ok(
        times.every((at, i) => i === 0 || at > (times[i - 1] ?? 0) - 1000),
        'nothing is told twice',
      );
      assert.deepEqual(edge.faults, []);
      assert.match(readFileSync(join(state, `${row.serial}.json`), 'utf8'), /"live":true/);
    } finally {
      for (const kill of children) kill();
    }
  });
});
