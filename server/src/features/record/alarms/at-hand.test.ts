import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import type { EngineState } from '@brina/domain/alarms/engine/state';
import { type FoodPlan, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { day_ms, hour_ms, minute_ms, second_ms } from '@brina/domain/language/durations';
import fc from 'fast-check';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';
import { intakeOf } from '#core/ingest/intake.ts';
import { newLog, type Values } from '../../../../test/device.ts';
import { given } from '../../../../test/given.ts';
import { ownPortal } from '../../../../test/portal.ts';
import { randomOf } from '../../../../test/random.ts';
import { markDue } from './alarms.ingest.ts';
import { followAlarms } from './alarms.jobs.ts';
import { inputsAfter, takeInputs } from './parts/inputs.ts';
import { memoryOf, RulesMemory } from './parts/memory.ts';

const healthy = {
  powerState: 1,
  operatingMode: 2,
  cellSetTemp: 2,
  TCell: 2.1,
  TEvap1: -4,
  compressorState: 1,
  door: 0,
};
const stretches = {
  healthy,
  ajar: { ...healthy, door: 1 },
  warm: { ...healthy, TCell: 14 },
  broken: { ...healthy, TCell: null },
  silent: null,
} as const;

/** Minutes of a life: stretches, each in one state of the cabinet. */
const life = fc.array(
  fc.record({
    what: fc.constantFrom(...(Object.keys(stretches) as (keyof typeof stretches)[])),
    minutes: fc.integer({ min: 1, max: 25 }),
  }),
  { minLength: 3, maxLength: 9 },
);

/** Nothing that is as warm as `healthy` may be held. */
const cold: FoodPlan = { ...makersPlan, hold: { ...makersPlan.hold, chilled_max_C: 1 } };

type AlarmRow = {
  name: string;
  state: string;
  started_at: number;
  raised_at: number | null;
  cleared_at: number | null;
  raised_by: string[];
  evidence: Record<string, number | string>;
  folded_into: string | null;
  chattering: number;
  excursion: Record<string, unknown> | null;
};
type Sent = { at: number; payload: string };

describe('facts at hand', async () => {
  // One owner through all of it, however long that takes by its clock.
  const portal = await ownPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, claimedUnit } = given(portal);
  const owner = await user();

  /** A cold store held for long, to which messages come past the edge: no connection makes alarms of its own. */
  async function coldStore() {
    const { serialNumber: serial } = await claimedUnit(owner, 'CP Next 700');
    const { id } = await portal.db.write(async (db) => {
      const unit = await db.selectFrom('appliance').select('id').where('serial', '=', serial).executeTakeFirstOrThrow();
      await db
        .updateTable('tenure')
        .set({ from_at: timestamp(portal.clock.now() - 3 * day_ms) })
        .where('appliance', '=', unit.id)
        .execute();
      return unit;
    });
    const base = { serial, connection: 'c1', edge: portal.edge.id };
    await portal.bus.append(serial, { kind: 'connected', ...base, received_ms: portal.clock.now() });
    return {
      id,
      serial,
      send: async (messages: readonly Sent[], topic = 'tel') => {
        await Promise.all(
          messages.map(({ payload }) =>
            portal.bus.append(serial, {
              kind: 'message',
              ...base,
              topic,
              payload: Buffer.from(payload),
              received_ms: portal.clock.now(),
            }),
          ),
        );
        await portal.bus.drained();
      },
      /** Tells the rules that the unit goes by a plan from a moment on. */
      goBy: (plan: FoodPlan, from: number) =>
        portal.db.write(async (db) => {
          const { company_id: company } = await db
            .selectFrom('tenure')
            .select('company_id')
            .where('appliance', '=', id)
            .executeTakeFirstOrThrow();
          const food_plan = newId(from);
          const of = { user_id: null, laboratory_id: null, company_id: company, from_at: timestamp(from) };
          await db
            .insertInto('food_plan')
            .values({ ...of, id: food_plan, plan: jsonb(plan) })
            .execute();
          await db
            .insertInto('unit_plan')
            .values({ appliance: id, from_at: timestamp(from), food_plan })
            .execute();
          await markDue(db, [{ appliance: id, from_at: from, due_at: portal.clock.now() }]);
        }),
      alarms: async () => {
        const { rows } = await portal.db.read((db) =>
          sql<AlarmRow>`
            select name, state, started_at, raised_at, cleared_at, raised_by, evidence, folded_into, chattering,
              -- Of what is on, it is as of the run in which something last happened to it.
              case when cleared_at is not null then excursion end as excursion
            from alarm_interval where appliance = ${id} and not of_site and state <> 'retracted'
            order by started_at, name`.execute(db),
        );
        return rows;
      },
    };
  }

  const messageOf = (
    log: string,
    seq: number,
    at: number,
    values: readonly Values[],
    hist: boolean,
    step_ms = minute_ms,
  ): Sent => {
    const s = values.map((value, index) => [index * step_ms, value]);
    return { at, payload: JSON.stringify({ log, seq, boot: 1, at, sent: portal.clock.now(), up: at, s, hist }) };
  };

  /** A message as a right clock sends it. */
  const sentNow = (message: { at: number }): Sent => ({
    at: message.at,
    payload: JSON.stringify({ ...message, sent: portal.clock.now() }),
  });

  type Life = typeof life extends fc.Arbitrary<infer L> ? L : never;
  /** The messages of a life that ends now, each of several samples, `step_ms` apart. */
  function messagesOf(stretched: Life, { inOne, step_ms }: { inOne: number; step_ms: number }): Sent[] {
    const states = stretched.flatMap(({ what, minutes }) =>
      Array.from({ length: (minutes * minute_ms) / step_ms }, () => stretches[what]),
    );
    const from = portal.clock.now() - states.length * step_ms;
    const log = newLog();
    const messages: Sent[] = [];
    for (let first = 0; first < states.length; first += inOne) {
      const values = states.slice(first, first + inOne).filter((state) => state !== null);
      if (values.length > 0)
        messages.push(messageOf(log, messages.length, from + first * step_ms, values, false, step_ms));
    }
    return messages;
  }
  /** A state is kept once a minute: samples come as seldom, or oftener. */
  const sent = fc.record({
    inOne: fc.integer({ min: 1, max: 5 }),
    step_ms: fc.constantFrom(minute_ms, 20 * second_ms),
  });

  it('S3.12 whatever is at hand, in whatever order facts come and wherever a server ends: the alarms are the same', async () => {
    await fc.assert(
      fc.asyncProperty(life, fc.integer(), sent, async (stretched, seed, how) => {
        const messages = messagesOf(stretched, how);
        const [first, second] = [await coldStore(), await coldStore()];
        const random = randomOf(seed);
        // A plan that nobody keeps, from some moment on: told before everything, and at any time.
        const planFrom = portal.clock.now() - Math.floor(random() * hour_ms);
        await first.goBy(cold, planFrom);
        await first.send(messages);
        await portal.settled();

        let planIn = Math.floor(random() * messages.length);
        const jumbled = messages
          .map((message, index) => ({ message, key: index + random() * 12 }))
          .sort((a, b) => a.key - b.key);
        while (jumbled.length > 0) {
          const sent = jumbled.splice(0, 1 + Math.floor(random() * 6)).map(({ message }) => message);
          await second.send(sent);
          if (planIn >= 0 && (planIn -= sent.length) < 0) await second.goBy(cold, planFrom);
          // A turn with what is at hand, with facts alone, of a server that has nothing, or none.
          const turn = random();
          if (turn < 0.1) memoryOf(portal.db).forget([second.id]);
          if (turn < 0.5) await followAlarms(portal);
          else if (turn < 0.7) await followAlarms(portal, new RulesMemory());
        }
        portal.clock.leap(20 * second_ms);
        await portal.settled();
        assert.deepEqual(await second.alarms(), await first.alarms());
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  /** Turns of a server until nothing is due at once. */
  const drain = async (memory: RulesMemory) => {
    while (await followAlarms(portal, memory));
  };

  /** Marks that stand. */
  const due = () =>
    portal.db.read((db) => db.selectFrom('alarm_due').select(['id', 'from_at', 'due_at']).orderBy('from_at').execute());
  /** How far the rules are with a unit, and of when the state is that is kept. */
  const engineOf = (unit: { id: number }) =>
    portal.db.read((db) =>
      db
        .selectFrom('alarm_engine')
        .select(['at', 'state_at'])
        .where('appliance', '=', unit.id)
        .executeTakeFirstOrThrow(),
    );

  /** What alarms said before late facts changed them, and say now. */
  const revised = async (unit: { id: number }) => {
    const { rows } = await portal.db.read((db) =>
      sql<{ was: string; is: string }>`
        select r.content ->> 'state' as was, i.state as is from alarm_revision r
        join alarm_interval i on i.id = r.interval_id where i.appliance = ${unit.id}`.execute(db),
    );
    return rows;
  };

  it('S3.12 a state is kept once a minute: a server that begins from it finds what began since', async () => {
    for (const isAtHand of [true, false]) {
      const unit = await coldStore();
      const log = newLog();
      const from = portal.clock.now() - hour_ms;
      const tell = (seq: number, after_ms: number, values: readonly Values[]) =>
        unit.send([messageOf(log, seq, from + after_ms, values, false)]);
      await tell(0, 0, [healthy]);
      await portal.settled();
      await tell(1, 20 * second_ms, [stretches.ajar]);
      await portal.settled();
      assert.deepEqual(await engineOf(unit), { at: from + 20 * second_ms, state_at: from });
      await tell(2, 30 * second_ms, [stretches.ajar]);
      // The fact of this mark may be at hand, but no state: what the rules have seen since it was kept stands in the database alone.
      const memory = memoryOf(portal.db);
      memory.forget([unit.id]);
      await followAlarms(portal, isAtHand ? memory : new RulesMemory());
      const reread = from + 30 * second_ms;
      assert.deepEqual(await engineOf(unit), { at: reread, state_at: reread }, 'nobody reads that another time');
      const ajar = Array.from({ length: 6 }, () => stretches.ajar);
      await tell(3, 40 * second_ms, ajar);
      await portal.settled();
      assert.deepEqual(
        (await unit.alarms()).map(({ name, started_at }) => [name, started_at - from]),
        [['openDoorAlarm', 20 * second_ms]],
      );
    }
  });

  it('S3.12 a unit of which nothing is told has its state kept again after a minute, and not before', async () => {
    const unit = await coldStore();
    const log = newLog();
    const from = portal.clock.now() - hour_ms;
    for (const [seq, after_ms, state_ms] of [
      [0, 0, 0],
      [1, minute_ms - 1, 0],
      [2, minute_ms, minute_ms],
      [3, minute_ms + second_ms, minute_ms],
    ] as const) {
      await unit.send([messageOf(log, seq, from + after_ms, [healthy], false)]);
      await portal.settled();
      assert.deepEqual(await engineOf(unit), { at: from + after_ms, state_at: from + state_ms });
    }
  });

  it('S3.12 with what is told of an alarm the state that led there is kept', async () => {
    const unit = await coldStore();
    const log = newLog();
    const at = portal.clock.now();
    await unit.send([messageOf(log, 0, at - 5 * second_ms, [healthy], false)]);
    await portal.settled();
    const event = { type: 'alarm', name: 'evapFanAlarm', active: true, severity: 'alarm' };
    await unit.send(
      [{ at, payload: JSON.stringify({ log, seq: 1, boot: 1, at, sent: portal.clock.now(), up: at, ...event }) }],
      'evt',
    );
    await portal.settled();
    assert.deepEqual(
      (await unit.alarms()).map(({ name }) => name),
      ['evapFanAlarm'],
    );
    assert.deepEqual(await engineOf(unit), { at, state_at: at });
  });

  it('S3.12 what late facts change of an alarm is kept as it was, also by a server that reads them with the minute before', async () => {
    const unit = await coldStore();
    const log = newLog();
    const from = portal.clock.now() - hour_ms;
    const tell = (seq: number, after_ms: number, values: readonly Values[]) =>
      unit.send([messageOf(log, seq, from + after_ms, values, false)]);
    await tell(
      0,
      0,
      Array.from({ length: 10 }, () => stretches.ajar),
    );
    await portal.settled();
    await tell(1, 9 * minute_ms + 40 * second_ms, [stretches.ajar]);
    await portal.settled();
    const before = await engineOf(unit);
    assert.equal(before.at - before.state_at, 40 * second_ms);
    // The door was closed in between, which is told late.
    await tell(2, 9 * minute_ms + 20 * second_ms, [healthy]);
    await tell(3, 9 * minute_ms + 50 * second_ms, [stretches.ajar]);
    await followAlarms(portal, new RulesMemory());
    await portal.settled();
    assert.deepEqual(await revised(unit), [{ was: 'active', is: 'cleared' }]);
  });

  it('S3.12 what late facts change of an alarm is kept as it was, also where they come while the minute before is read', async () => {
    const unit = await coldStore();
    const log = newLog();
    const from = portal.clock.now() - hour_ms;
    const tell = (seq: number, after_ms: number, values: readonly Values[], step_ms = minute_ms) =>
      unit.send([messageOf(log, seq, from + after_ms, values, false, step_ms)]);
    const ajar = (count: number) => Array.from({ length: count }, () => stretches.ajar);
    await tell(0, 0, ajar(10));
    await portal.settled();
    // More facts in the minute after the state than another server reads in a turn.
    const [parts, samples, step_ms] = [105, 64, 5];
    const partAt_ms = (part: number) => 9 * minute_ms + second_ms + part * samples * step_ms;
    for (let part = 0; part < parts; part++) await tell(1 + part, partAt_ms(part), ajar(samples), step_ms);
    const last_ms = 9 * minute_ms + 58 * second_ms;
    await tell(1 + parts, last_ms, [stretches.ajar]);
    await portal.settled();
    assert.deepEqual(await engineOf(unit), { at: from + last_ms, state_at: from + 9 * minute_ms });
    await tell(2 + parts, last_ms + second_ms, [stretches.ajar]);
    const memory = new RulesMemory();
    assert.ok(await followAlarms(portal, memory), 'it takes more than one turn');
    // The door was closed in between, which is told late.
    await tell(3 + parts, 9 * minute_ms + 38 * second_ms, [healthy]);
    await drain(memory);
    assert.deepEqual(await revised(unit), [{ was: 'active', is: 'cleared' }]);
  });

  it('S3.12 a fact that the rules refuse is left out, and nothing else: neither what led there nor what comes with it, after it or late', async () => {
    const unit = await coldStore();
    const log = newLog();
    const from = portal.clock.now() - hour_ms;
    const tell = (seq: number, after_ms: number, values: readonly Values[]) =>
      unit.send([messageOf(log, seq, from + after_ms, values, false)]);
    const raise = (seq: number, after_ms: number, name: string) => {
      const at = from + after_ms;
      const event = { type: 'alarm', name, active: true, severity: 'alarm' };
      return unit.send(
        [{ at, payload: JSON.stringify({ log, seq, boot: 1, at, sent: portal.clock.now(), up: at, ...event }) }],
        'evt',
      );
    };
    const told = async () => (await unit.alarms()).map(({ name, started_at }) => `${name} ${started_at - from}`);
    // No fact is known that they refuse: one that cannot be read stands for it.
    const unreadable = new Proxy([], {
      get() {
        throw new Error('cannot be read');
      },
    });
    const refuse = async (seq: number, after_ms: number) => {
      await tell(seq, after_ms, [healthy]);
      const at_ms = from + after_ms;
      const memory = memoryOf(portal.db);
      const [mark] = (await due()).filter(({ from_at }) => from_at === at_ms);
      assert.ok(mark);
      memory.letGo([mark]);
      const body = { type: 'cycle', runId: 'run', event: 'started', function: 1, plan: unreadable } as const;
      memory.hear(mark.id, [{ at_ms, log, seq, body }]);
    };
    const failed = () =>
      portal.failures.splice(0).map((text) => /"alarms\.refused".*"facts":1.*cannot be read/.test(text));

    const stateOf = async () => {
      const { state } = await portal.db.read((db) =>
        db.selectFrom('alarm_engine').select('state').where('appliance', '=', unit.id).executeTakeFirstOrThrow(),
      );
      const { at_ms, values, cycle, inCycle } = JSON.parse(state) as EngineState;
      return { at_ms: at_ms - from, running: values['cycleRunning'], cycle, inCycle };
    };

    // States are kept a minute apart: the rules go on from them with what is at hand.
    await tell(0, 0, [stretches.ajar]);
    await portal.settled();
    await tell(1, minute_ms, [healthy]);
    await portal.settled();
    await refuse(2, 2 * minute_ms);
    await drain(memoryOf(portal.db));
    assert.deepEqual(
      [await engineOf(unit), await due()],
      [{ at: from + 2 * minute_ms, state_at: from + 2 * minute_ms }, []],
    );
    // A cycle would run in it, had it taken in what came before the plan.
    const untouched = { running: undefined, cycle: null, inCycle: false };
    assert.deepEqual(await stateOf(), { at_ms: minute_ms, ...untouched });

    await raise(3, 3 * minute_ms, 'evapFanAlarm');
    await refuse(4, 4 * minute_ms);
    await raise(5, 5 * minute_ms, 'condFanAlarm');
    await drain(memoryOf(portal.db));
    assert.deepEqual(await told(), ['evapFanAlarm 180000', 'condFanAlarm 300000']);
    assert.deepEqual([failed(), await due()], [[true, true], []]);
    assert.deepEqual(await stateOf(), { at_ms: 5 * minute_ms, ...untouched });

    await raise(6, 90_000, 'cellProbeAlarm');
    await portal.settled();
    portal.clock.leap(6 * second_ms);
    await portal.settled();
    assert.deepEqual(await told(), ['cellProbeAlarm 90000', 'evapFanAlarm 180000', 'condFanAlarm 300000']);
    // That a fact was left out is told, and passes.
    const warned = async () =>
      (
        await owner.call(listAlarms, {
          params: { id: unit.serial },
          query: { from: portal.clock.now() - 2 * hour_ms, to: portal.clock.now() + hour_ms },
        })
      ).flatMap(({ name, state }) => (name === 'rulesFailedWarning' ? [state] : []));
    portal.clock.leap(minute_ms);
    await portal.settled();
    assert.deepEqual(await warned(), ['active']);
    portal.clock.leap(15 * minute_ms);
    await portal.settled();
    assert.deepEqual(await warned(), ['cleared']);
  });

  it('S3.12 holes that a unit tells of, however they overlap, are the same in whatever turns they are told', async () => {
    const hole = fc.record({
      after_min: fc.integer({ min: 1, max: 4 }),
      ago_min: fc.integer({ min: 5, max: 30 }),
      length_min: fc.integer({ min: 1, max: 25 }),
      // In the turn of the one before, in one of its own, or after all others.
      turn: fc.constantFrom('same', 'own', 'own', 'last'),
    });
    // What is told late gathers for a while.
    const turnOver = async () => {
      portal.clock.leap(6 * second_ms);
      await portal.settled();
    };
    const of = async (holes: readonly (typeof hole extends fc.Arbitrary<infer H> ? H : never)[], isCut: boolean) => {
      const unit = await coldStore();
      const log = newLog();
      const from = portal.clock.now() - 3 * hour_ms;
      await unit.send([messageOf(log, 0, from, [healthy], false)]);
      await portal.settled();
      let at = from;
      const told = holes.map(({ after_min, ago_min, length_min, turn }, index) => {
        at += after_min * minute_ms;
        const begin = at - ago_min * minute_ms;
        const to = Math.min(at, begin + length_min * minute_ms);
        const event = { type: 'gap', from: begin, to, samples: 1, reason: 'outbox_full' };
        const head = { log, seq: index + 1, boot: 1, at, up: at };
        return { message: { ...head, ...event }, turn: isCut ? turn : 'same' };
      });
      for (const { message, turn } of [...told].sort((a, b) => Number(a.turn === 'last') - Number(b.turn === 'last'))) {
        if (turn !== 'same') await turnOver();
        await unit.send([sentNow(message)], 'evt');
      }
      await turnOver();
      return (await unit.alarms()).map(({ name, state, started_at, raised_at, cleared_at, evidence }) => ({
        name,
        state,
        evidence,
        started_min: (started_at - from) / minute_ms,
        raised_min: ((raised_at ?? 0) - from) / minute_ms,
        cleared_min: ((cleared_at ?? 0) - from) / minute_ms,
      }));
    };
    // Two that begin together, and a third that the longer one overlaps more than the shorter.
    const together: Parameters<typeof of>[0] = [
      { after_min: 1, ago_min: 22, length_min: 1, turn: 'same' },
      { after_min: 4, ago_min: 6, length_min: 1, turn: 'last' },
      { after_min: 4, ago_min: 30, length_min: 23, turn: 'last' },
      { after_min: 4, ago_min: 19, length_min: 5, turn: 'same' },
    ];
    // One that a longer hole, told late, covers: the longer one is told once more, shorter.
    const covered: Parameters<typeof of>[0] = [
      { after_min: 1, ago_min: 25, length_min: 12, turn: 'last' },
      { after_min: 3, ago_min: 17, length_min: 1, turn: 'same' },
      { after_min: 1, ago_min: 29, length_min: 1, turn: 'last' },
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(hole, { minLength: 2, maxLength: 6 }), async (holes) => {
        assert.deepEqual(await of(holes, true), await of(holes, false));
      }),
      { numRuns: 25, examples: [[together], [covered]] },
    );
  });

  it('S3.12 a number at hand is the number that a column gives back', async () => {
    const unit = await coldStore();
    const log = newLog();
    const from = portal.clock.now() - hour_ms;
    let seq = 0;
    const number = fc.oneof(
      // What four bytes hold no more is nothing, with or without its sign.
      fc.double({ min: -60, max: 60, noNaN: true }).map((value) => (Math.abs(value) < 1e-30 ? 0 : value)),
      fc.integer({ min: -600, max: 600 }).map((tenths) => tenths / 10),
    );
    await portal.settled();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ TCell: number, TEvap1: number }), { maxLength: 20 }), async (values) => {
        const at = from + seq * second_ms;
        await unit.send([messageOf(log, seq++, at, [healthy, ...values], false)]);
        const { marks, read } = await portal.db.read(async (db) => ({
          marks: await db.selectFrom('alarm_due').select('id').where('appliance', '=', unit.id).execute(),
          read: await takeInputs(db, [{ appliance: unit.id, after_at: at - 1 }]),
        }));
        const heard = memoryOf(portal.db).factsOf(marks, []);
        assert.deepEqual(heard && inputsAfter(heard, at - 1), read.get(unit.id)?.inputs);
        assert.ok((read.get(unit.id)?.inputs.length ?? 0) > values.length);
      }),
      { numRuns: 40 },
    );
  });

  it('S3.12 what is wrong now is told while the backlog of the same unit is still being looked at', async () => {
    const unit = await coldStore();
    const log = newLog();
    const begun = portal.clock.now() - 56 * hour_ms;
    await unit.send([
      messageOf(
        log,
        0,
        begun,
        Array.from({ length: 10 }, () => healthy),
        false,
      ),
    ]);
    portal.clock.leap(minute_ms);
    await unit.send([messageOf(log, 1, portal.clock.now(), [healthy], false)]);
    await portal.settled();
    // More than is read in two turns: two days, four times a minute. In the middle the food gets warm.
    const perMessage = 240;
    for (let part = 0; part < 54; part++) {
      const at = begun + 20 * minute_ms + part * perMessage * 15 * second_ms;
      const values = Array.from({ length: perMessage }, () => (part === 27 ? stretches.warm : healthy));
      const s = values.map((value, index) => [index * 15 * second_ms, value]);
      const payload = JSON.stringify({
        log,
        seq: 2 + part,
        boot: 1,
        at,
        sent: portal.clock.now(),
        up: at,
        s,
        hist: true,
      });
      await unit.send([{ at, payload }]);
    }
    portal.clock.leap(6 * second_ms);
    const isMore = await followAlarms(portal);
    assert.ok(isMore, 'the backlog takes more than one turn');
    const from = portal.clock.now();
    portal.clock.leap(6 * minute_ms);
    const ajar = Array.from({ length: 6 }, () => stretches.ajar);
    await unit.send([messageOf(log, 60, from + minute_ms, ajar, false)]);
    await followAlarms(portal);
    const names = async () => (await unit.alarms()).map(({ name, state }) => `${name} ${state}`);
    assert.ok((await names()).includes('openDoorAlarm active'), (await names()).join());
    assert.ok(!(await names()).includes('productTempHighAlarm cleared'), 'the backlog is not through');
    await portal.settled();
    assert.deepEqual((await names()).filter((name) => /openDoor|productTempHighAlarm/.test(name)).sort(), [
      'openDoorAlarm active',
      'productTempHighAlarm cleared',
    ]);
  });

  it('S3.12 what has one moment is taken in one order, whichever message came first', async () => {
    const [first, second] = [await coldStore(), await coldStore()];
    const log = newLog();
    const at = portal.clock.now() - 30 * minute_ms;
    const { door: _, ...unmentioned } = healthy;
    const lasting = messageOf(
      log,
      0,
      at,
      Array.from({ length: 30 }, () => unmentioned),
      false,
    );
    const [closed, open] = [false, true].map((isOpen, index): Sent => {
      const when = { log, seq: 1 + index, boot: 1, at: at + minute_ms, sent: portal.clock.now(), up: at };
      return { at, payload: JSON.stringify({ ...when, type: 'door', door: 1, open: isOpen }) };
    }) as [Sent, Sent];
    const probes = [2.1, null].map((TCell, index) =>
      messageOf(log, 3 + index, at + 30 * minute_ms, [{ ...healthy, door: 1, TCell }], false),
    ) as [Sent, Sent];
    for (const [unit, events, samples] of [
      [first, [closed, open], probes],
      [second, [open, closed], probes.toReversed()],
    ] as const) {
      await unit.send([lasting]);
      for (const event of events) await unit.send([event], 'evt');
      for (const sample of samples) await unit.send([sample]);
      await portal.settled();
    }
    const found = await first.alarms();
    assert.ok(found.some(({ name }) => name === 'openDoorAlarm'));
    assert.deepEqual(await second.alarms(), found);
  });

  type Store = Awaited<ReturnType<typeof coldStore>>;
  type History = { log: string; seq: number; from: number; hours: number; values?: Values };
  /** A history whose time to be looked at has come. */
  async function sendHistory(unit: Store, history: History) {
    await sendHistoryOf(unit, history);
    portal.clock.leap(6 * second_ms);
  }
  /** A history, sent later: four samples a minute, in messages of an hour. */
  function sendHistoryOf(unit: Store, { log, seq, from, hours, values = healthy }: History) {
    const perHour = 240;
    const s = Array.from({ length: perHour }, (_, index) => [index * 15 * second_ms, values]);
    return unit.send(
      Array.from({ length: hours }, (_, hour) => {
        const at = from + hour * hour_ms;
        const sent = portal.clock.now();
        return { at, payload: JSON.stringify({ log, seq: seq + hour, boot: 1, at, sent, up: at, s, hist: true }) };
      }),
    );
  }
  const opened = async (unit: Store) =>
    (await unit.alarms()).filter(({ name }) => name === 'openDoorAlarm').map(({ started_at }) => started_at);
  it('S3.12 a run that waits and is passed by late facts begins anew', async () => {
    const unit = await coldStore();
    const log = newLog();
    const from = portal.clock.now() - 60 * hour_ms;
    await sendHistory(unit, { log, seq: 1, from, hours: 1 });
    await portal.settled();
    await sendHistory(unit, { log, seq: 10, from: from + 3 * hour_ms, hours: 27 });
    const memory = new RulesMemory();
    assert.ok(await followAlarms(portal, memory), 'it takes more than one turn');
    const since = intakeOf(portal.db).reading(portal.clock.monotonic());
    const now = { ...since, at_ms: since.at_ms + second_ms };
    memory.pace.tookTurn(since, { ...now, samples: since.samples + 100_000 });
    const openAt = from + 2 * hour_ms;
    await sendHistory(unit, { log, seq: 2, from: openAt, hours: 1, values: stretches.ajar });
    await followAlarms(portal, memory);
    memory.pace.tookTurn(since, now);
    portal.clock.leap(2 * second_ms);
    await drain(memory);
    assert.deepEqual([await opened(unit), await due()], [[openAt], []]);
  });

  it('S3.12 a run that waits goes on where it was, however many new facts are judged meanwhile', async () => {
    const unit = await coldStore();
    const log = newLog();
    const from = portal.clock.now() - 60 * hour_ms;
    await sendHistory(unit, { log, seq: 1, from, hours: 1 });
    const sendNew = (seq: number) => unit.send([messageOf(log, seq, portal.clock.now(), [healthy], false)]);
    await sendNew(1000);
    await portal.settled();
    const memory = memoryOf(portal.db);
    await sendHistory(unit, { log, seq: 10, from: from + 3 * hour_ms, hours: 27 });
    assert.ok(await followAlarms(portal, memory), 'it takes two turns');
    const since = intakeOf(portal.db).reading(portal.clock.monotonic());
    const now = { ...since, at_ms: since.at_ms + second_ms };
    memory.pace.tookTurn(since, { ...now, samples: since.samples + 100_000 });
    await followAlarms(portal, memory);
    for (const seq of [1001, 1002]) {
      await sendNew(seq);
      await followAlarms(portal, memory);
    }
    memory.pace.tookTurn(since, now);
    portal.clock.leap(2 * second_ms);
    assert.ok(!(await followAlarms(portal, memory)), 'it has one to go');
    assert.deepEqual(await due(), []);
  });

  it('S3.12 what comes between where the rules stand and what a run for late facts has read is judged', async () => {
    const unit = await coldStore();
    const log = newLog();
    const from = portal.clock.now() - 60 * hour_ms;
    await sendHistory(unit, { log, seq: 1, from, hours: 1 });
    // New facts of which nothing is at hand, more than are read in a turn, and late ones.
    const memory = new RulesMemory();
    await drain(memory);
    await sendHistory(unit, { log, seq: 10, from: from + 3 * hour_ms, hours: 27 });
    await sendHistory(unit, { log, seq: 3, from: from + 1000, hours: 1 });
    assert.ok(await followAlarms(portal, memory));
    const openAt = from + 2 * hour_ms;
    await sendHistory(unit, { log, seq: 2, from: openAt, hours: 1, values: stretches.ajar });
    await drain(memory);
    assert.deepEqual([await opened(unit), await due()], [[openAt], []]);
  });

  it('S3.12 two servers that take turns come to an end of late facts', async () => {
    const unit = await coldStore();
    const log = newLog();
    const from = portal.clock.now() - 60 * hour_ms;
    await sendHistory(unit, { log, seq: 100, from: from + 50 * hour_ms, hours: 1 });
    await portal.settled();
    await sendHistory(unit, { log, seq: 1, from, hours: 27, values: stretches.ajar });
    const [one, other] = [new RulesMemory(), new RulesMemory()];
    let turns = 0;
    for (; (await due()).length > 0 && turns < 20; turns++) await followAlarms(portal, turns % 2 ? other : one);
    assert.ok(turns < 10, `${turns} turns`);
    assert.deepEqual(await opened(unit), [from]);
  });

  it('S3.12 late facts are looked at in time while new ones and more late ones keep coming', async () => {
    const unit = await coldStore();
    const log = newLog();
    const from = portal.clock.now() - 60 * hour_ms;
    await sendHistory(unit, { log, seq: 1, from, hours: 1 });
    await unit.send([messageOf(log, 1000, portal.clock.now(), [healthy], false)]);
    await portal.settled();
    for (let second = 0; second < 20; second++) {
      await sendHistoryOf(unit, {
        log,
        seq: 10 + second,
        from: from + (2 + second) * hour_ms,
        hours: 1,
        values: stretches.ajar,
      });
      await unit.send([messageOf(log, 1001 + second, portal.clock.now(), [healthy], false)]);
      await followAlarms(portal);
      portal.clock.leap(500);
    }
    const waiting = (await due()).map(({ from_at }) => from_at);
    assert.ok(Math.min(...waiting) > from + 3 * hour_ms, 'the first of them still wait');
    portal.clock.leap(6 * second_ms);
    await portal.settled();
  });

  /** The portal of a server that does something between its rules and its writing. */
  const serverWith = (before: () => Promise<unknown>): typeof portal => ({
    ...portal,
    db: Object.assign(Object.create(portal.db), {
      read: portal.db.read.bind(portal.db),
      ingest: async (work: Parameters<typeof portal.db.ingest>[0]) => {
        await before();
        return portal.db.ingest(work);
      },
    }),
  });

  it('S3.12 a server leaves a unit of which another one has told an alarm since it looked, whatever it was about to write', async () => {
    const healthyOnes = Array.from({ length: 10 }, () => healthy);
    for (const isLateRun of [false, true]) {
      const unit = await coldStore();
      const log = newLog();
      const from = portal.clock.now() - hour_ms;
      const tell = (seq: number, after_ms: number, values: readonly Values[]) =>
        unit.send([messageOf(log, seq, from + after_ms, values, false)]);
      await tell(0, 0, healthyOnes);
      await portal.settled();
      const [first, second] = [new RulesMemory(), new RulesMemory()];
      await tell(1, 9 * minute_ms + 40 * second_ms, [healthy]);
      await drain(isLateRun ? first : second);
      await tell(2, 9 * minute_ms + 20 * second_ms, [healthy]);
      let told: unknown;
      const at = from + 10 * minute_ms;
      const event = { type: 'alarm', name: 'evapFanAlarm', active: true, severity: 'alarm' };
      const server = serverWith(async () => {
        if (told !== undefined) return;
        await unit.send(
          [{ at, payload: JSON.stringify({ log, seq: 3, boot: 1, at, sent: portal.clock.now(), up: at, ...event }) }],
          'evt',
        );
        portal.clock.leap(6 * second_ms);
        if (isLateRun) await followAlarms(portal, second);
        else await drain(second);
        told = (await unit.alarms()).map(({ name }) => name);
      });
      await followAlarms(server, first);
      assert.deepEqual(told, ['evapFanAlarm'], `late run: ${isLateRun}`);
      await portal.settled();
      portal.clock.leap(6 * second_ms);
      await portal.settled();
      assert.deepEqual([(await unit.alarms()).map(({ name }) => name), await due()], [told, []]);
    }
  });

  it('S3.12 a server that comes too late for one mark of a unit leaves the others', async () => {
    const unit = await coldStore();
    const log = newLog();
    const from = portal.clock.now() - 5 * hour_ms;
    await sendHistory(unit, { log, seq: 1, from, hours: 1 });
    await portal.settled();
    const [ready, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await sendHistory(unit, { log, seq: 2, from: from + 2 * hour_ms, hours: 1 });
    const openAt = from + 3 * hour_ms;
    const late = serverWith(() => {
      ready.resolve();
      return written.promise;
    });
    let second: Promise<unknown> | undefined;
    const first = serverWith(async () => {
      await sendHistory(unit, { log, seq: 3, from: openAt, hours: 1, values: stretches.ajar });
      second ??= followAlarms(late, memoryOf(portal.db));
      await ready.promise;
    });
    await followAlarms(first, new RulesMemory());
    written.resolve();
    await second;
    await portal.settled();
    assert.deepEqual(await opened(unit), [openAt]);
  });

  it('S3.12 an alarm whose beginning late facts have moved is listed once where the rules begin again just after its end', async () => {
    const unit = await coldStore();
    // A state is kept in the minute after the end, at the full hour.
    portal.clock.set(Math.ceil(portal.clock.now() / hour_ms) * hour_ms + 40 * minute_ms + 30 * second_ms);
    const log = newLog();
    const from = portal.clock.now() - hour_ms;
    const send = (seq: number, first: number, minutes: number, values: Values) =>
      unit.send([
        messageOf(
          log,
          seq,
          from + first * minute_ms,
          Array.from({ length: minutes }, () => values),
          false,
        ),
      ]);
    for (const [seq, first, minutes, values] of [
      [2, 3, 15, stretches.broken],
      [1, 0, 3, stretches.broken],
      [3, 18, 9, healthy],
      [5, 30, 20, healthy],
      [4, 27, 3, healthy],
    ] as const) {
      await send(seq, first, minutes, values);
      await portal.settled();
      portal.clock.leap(2 * second_ms);
    }
    await portal.settled();
    assert.deepEqual(
      (await unit.alarms()).map(({ name, started_at }) => [name, started_at - from]),
      [['cellProbeAlarm', 0]],
    );
  });
});
