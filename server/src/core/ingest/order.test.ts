import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import type { UpTopic } from '@brina/contract/devices';
import { minute_ms } from '@brina/domain/language/durations';
import fc from 'fast-check';
import { sql } from 'kysely';
import { newLog } from '../../../test/device.ts';
import { given, type TestUser } from '../../../test/given.ts';
import { sharedPortal } from '../../../test/portal.ts';
import { randomOf } from '../../../test/random.ts';
import { timestamp } from '../db/instants.ts';

/** One step of what a unit goes through in a cycle, in the order of its life. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('sample' as const), core: fc.integer({ min: -9, max: 9 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('alarm' as const),
      name: fc.constantFrom('doorOpenAlarm', 'cellProbeAlarm'),
      active: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('door' as const), open: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('phase' as const),
      index: fc.integer({ min: 1, max: 3 }),
      state: fc.constantFrom('running', 'terminated'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('interrupted' as const, 'started' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('silence' as const), minutes: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reboot' as const), unset: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('fault' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('tray' as const),
      tray: fc.integer({ min: 1, max: 2 }),
      needle: fc.constantFrom(null, 1),
      event: fc.constantFrom('started', 'done', 'cleared'),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Message = { topic: UpTopic; payload: string };

/** Two alarms that begin at once: their order must not be that of their ids, which are another unit's others. */
const sameMoment: Step[] = [
  { what: 'door', open: true },
  { what: 'silence', minutes: 3 },
  { what: 'alarm', name: 'cellProbeAlarm', active: true },
];

/** Of a tray, of one with a needle, and what ended them. */
const trays: Step[] = [
  { what: 'tray', tray: 1, needle: null, event: 'started' },
  { what: 'tray', tray: 2, needle: 1, event: 'started' },
  { what: 'silence', minutes: 7 },
  { what: 'sample', core: 3 },
  { what: 'tray', tray: 1, needle: null, event: 'done' },
  { what: 'tray', tray: 1, needle: null, event: 'cleared' },
  { what: 'sample', core: 3 },
  { what: 'tray', tray: 1, needle: 1, event: 'started' },
];

/** Chilling, which has a record, and a run that goes on, whose trays have. */
const codes = [0, 13] as const;
type Code = (typeof codes)[number];

/** The messages of a life, numbered in order: idle, a run of a function with these steps, idle again. */
function messagesOf(code: Code, steps: readonly Step[], from_ms: number, log: string): Message[] {
  const messages: Message[] = [];
  let now = from_ms;
  let boot = { number: 1, at: from_ms - minute_ms, unsetFor: 0 };
  let core = 75;
  const put = (topic: UpTopic, body: Record<string, unknown>): void => {
    const isUnset = boot.unsetFor-- > 0;
    const head = { log, seq: messages.length, boot: boot.number, at: isUnset ? 0 : now, sent: 0, up: now - boot.at };
    messages.push({ topic, payload: JSON.stringify({ ...head, ...body }) });
    now += 10_000;
  };
  const sample = (cycleState: number): void =>
    put('tel', {
      s: [
        [0, { TCell: core - 20, TCore1: core, TCore2: core - 1, cycleState }],
        [4000, { door: 0 }],
      ],
      hist: false,
    });
  const act = (one: Step): void => {
    if (one.what === 'sample') {
      core += one.core / 10 - 2;
      sample(1);
    } else if (one.what === 'alarm')
      put('evt', { type: 'alarm', name: one.name, active: one.active, severity: 'alarm' });
    else if (one.what === 'door') put('evt', { type: 'door', door: 1, open: one.open });
    else if (one.what === 'phase')
      put('evt', { type: 'phase', runId: 'r1', index: one.index, phase: 2, state: one.state });
    else if (one.what === 'interrupted' || one.what === 'started')
      put('evt', { type: 'cycle', event: one.what, runId: 'r1', function: code, lot: `lot ${messages.length}` });
    else if (one.what === 'tray')
      put('evt', {
        type: 'tray',
        runId: 'r1',
        tray: one.tray,
        event: one.event,
        ...(one.needle && { needle: one.needle }),
      });
    else if (one.what === 'fault')
      put('tel', { s: [[0, { TCell: core - 20, TCore1: null, TCore2: null }]], hist: false });
    else {
      now += one.what === 'silence' ? one.minutes * minute_ms : 5000;
      if (one.what === 'reboot') boot = { number: boot.number + 1, at: now - 3000, unsetFor: one.unset };
    }
  };
  sample(0);
  put('evt', {
    type: 'cycle',
    event: 'started',
    runId: 'r1',
    function: code,
    plan: [{ phase: 2, air: -5, fan: 100, rh: null, end: { by: 'core', target: 3 } }],
  });
  for (const one of steps) act(one);
  // Whatever boots there were: their clocks are right in the end.
  for (let i = 0; i < 4; i++) sample(1);
  put('evt', { type: 'cycle', event: 'ended', runId: 'r1', function: code, reason: 'target' });
  for (let i = 0; i < 3; i++) sample(2);
  return messages;
}

/** The same messages in another order, some of them more than once. */
function jumbled(messages: readonly Message[], seed: number): Message[] {
  const random = randomOf(seed);
  return [...messages, ...messages.filter(() => random() < 0.3)]
    .map((message) => ({ message, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ message }) => message);
}

it('any order and repetition of a unit’s messages ends in the same history, cycles, alarms and record', async () => {
  const portal = await sharedPortal();
  const { user, claimedUnit } = given(portal);

  async function lived(
    owner: TestUser,
    messages: readonly Message[],
    heldSince_ms: number,
    inGroupsOf: number,
  ): Promise<unknown> {
    const unit = await claimedUnit(owner);
    const serial = unit.serialNumber;
    await portal.db.write((db) =>
      sql`update tenure set from_at = ${timestamp(heldSince_ms)}
        where appliance = (select id from appliance where serial = ${serial})`.execute(db),
    );
    const base = { serial, connection: 'c1', edge: portal.edge.id };
    await portal.bus.append(serial, { kind: 'connected', ...base, received_ms: portal.clock.now() });
    for (let i = 0; i < messages.length; i += inGroupsOf)
      await Promise.all(
        messages.slice(i, i + inGroupsOf).map(({ topic, payload }) =>
          portal.bus.append(serial, {
            kind: 'message',
            ...base,
            topic,
            payload: Buffer.from(payload),
            received_ms: portal.clock.now(),
          }),
        ),
      );
    await portal.settled();
    portal.clock.leap(16 * minute_ms);
    await portal.settled();
    return outcome(owner, serial);
  }

  /** What the portal made of them, without what differs by unit or by the moment of receipt. */
  async function outcome(reader: TestUser, serial: string): Promise<unknown> {
    const rows = async (query: ReturnType<typeof sql>) => (await portal.db.read((db) => query.execute(db))).rows;
    const of = sql`appliance = (select id from appliance where serial = ${serial})`;
    const { cycle, alarms } = await reader.call(getAppliance, { params: { id: serial } });
    const list = await reader.call(listBatches, {
      params: { serial },
      query: { from: portal.clock.now() - 86_400_000, to: portal.clock.now() },
    });
    const records = await Promise.all(
      list.map(({ batchId }) => reader.call(getBatch, { params: { serial, batchId } })),
    );
    return {
      telemetry: await rows(sql`select at, seq, ix, flags & 2 as suspect, flags & 4 as fault, flags & 8 as rebuilt,
        "TCell", "TCore1", "TCore2", door from telemetry where ${of} order by seq, ix`),
      events: await rows(sql`select at, seq, type, body from event where ${of} order by seq`),
      runs: await rows(sql`select run_id, function, started_at, started_seq, ended_at, ended_seq, end_event, end_reason, request
        from cycle_run where ${of}`),
      alarms:
        await rows(sql`select name, zone, state, started_at, raised_at, cleared_at, raised_by, evidence, folded_into,
        chattering, excursion from alarm_interval where ${of} and state <> 'retracted' order by started_at, name`),
      untimed: await rows(sql`select seq from untimed where ${of} order by seq`),
      live: { cycle: { ...cycle, batchId: null }, alarms },
      records: records.map(
        ({
          batchId: _,
          serialNumber: _s,
          laboratory: _l,
          revision: _r,
          revisions: _rs,
          clockOffset_ms: _o,
          seal: _seal,
          // What a verdict called for on its way depends on what had come by then.
          actions: _a,
          ...rest
        }) => rest,
      ),
    };
  }

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...codes),
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.integer(),
      fc.integer({ min: 1, max: 20 }),
      async (code, steps, seed, group) => {
        const from_ms = portal.clock.now() - 180 * minute_ms;
        const messages = messagesOf(code, steps, from_ms, newLog());
        const owner = await user();
        const inOrder = await lived(owner, messages, from_ms - 10 * minute_ms, 50);
        const inAnyOrder = await lived(owner, jumbled(messages, seed), from_ms - 10 * minute_ms, group);
        assert.deepEqual(inAnyOrder, inOrder);
        const isRecorded = code === 0 || steps.some((one) => one.what === 'tray' && one.event === 'started');
        if (isRecorded) assert.match(JSON.stringify(inOrder), /"records":\[\{/, 'there is a record');
      },
    ),
    {
      numRuns: 12,
      endOnFailure: true,
      examples: [1, 2, 3].flatMap((seed) => [
        [0, sameMoment, seed, 1],
        [13, trays, seed, 1],
      ]),
    },
  );
});
