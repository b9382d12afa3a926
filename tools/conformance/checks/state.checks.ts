import { setTimeout as pause } from 'node:timers/promises';
import { type CommandMessage, limits, type TimeReply } from '@brina/contract/devices';
import { type Bench, type Check, expect, NotTried } from '../check.ts';
import type { MqttConnection } from '../mqtt-connection.ts';
import { now_ms, type Unit } from '../unit.ts';

/** Tries that messages are taken, whatever is unusual about them. */
const taken = (
  id: string,
  proves: string,
  topic: string,
  ...make: readonly ((unit: Unit) => Record<string, unknown>)[]
): Check => ({
  id,
  proves,
  async try({ unit }) {
    const messages = make.map((body) => unit.message(body(unit)));
    const answers = await unit.answersTo(await unit.connection(), topic, messages);
    expect(
      answers.every((one) => one === 'got'),
      `answered ${answers.join(', ')}`,
    );
    return 'got';
  },
});

const sampleOf = (values: Record<string, unknown>): Record<string, unknown> => ({ s: [[0, values]], hist: false });
const day_ms = 86_400_000;
const hash = '9f3c6a01d2e4b785';
const phase = { phase: 3, air: 2, fan: 60, rh: null, end: { by: 'time', time_min: 30 } };

/** Connects anew and tells the reported state; resolves with the desired states that come back. */
async function desiredAfterConnect(unit: Unit): Promise<ReturnType<Unit['desired']>> {
  const connection = await unit.connect();
  await unit.listen(connection);
  connection.send(unit.publish('twin', unit.message({ reported: {}, ver: 0 })));
  await connection.until(() => unit.desired(connection)[0]);
  return unit.desired(connection);
}

async function askTime(unit: Unit, t0: number): Promise<TimeReply> {
  const connection = await unit.connection();
  connection.send(unit.publish('time', { t0 }));
  const reply = await connection.until(() => unit.times(connection).find((one) => one.t0 === t0));
  expect(reply !== undefined, 'no down/time with its t0');
  return reply;
}

/** What goes down, and facts that are unusual and still facts. */
export const stateChecks: readonly Check[] = [
  {
    id: 'time.exchange',
    proves: 'up/time asks for the time: down/time repeats t0, with t1 received and t2 sent back.',
    async try({ unit }) {
      const { t1, t2 } = await askTime(unit, 1_234.5);
      expect(t2 >= t1, `t2 is ${t1 - t2} ms before t1`);
      return `t2 − t1 is ${t2 - t1} ms`;
    },
  },
  {
    id: 'time.clock',
    proves: 'Receipt minus sent beyond 60 s flags the food record: the clock of this machine is right.',
    async try({ unit }) {
      const t0 = now_ms();
      const { t1, t2 } = await askTime(unit, t0);
      const offset = Math.round((t1 + t2 - t0 - now_ms()) / 2);
      const seen = `the edge’s clock is ${offset} ms ahead of this machine’s`;
      expect(Math.abs(offset) <= limits.clockOffset_ms, seen);
      return seen;
    },
  },
  {
    id: 'twin.desired',
    proves: 'After the whole reported state on up/twin the whole desired state comes on down/twin, with its version.',
    async try({ unit }) {
      const [first] = await desiredAfterConnect(unit);
      const [second] = await desiredAfterConnect(unit);
      expect(first !== undefined && second !== undefined, 'no down/twin');
      const [before, after] = [first, second].map(({ desired }) => Object.keys(desired).sort().join());
      expect(second.ver > first.ver || before === after, `first ${before}, then ${after}: not the whole state`);
      expect(second.ver >= first.ver, `version ${second.ver} after ${first.ver}`);
      return `version ${second.ver}: ${JSON.stringify(second.desired).slice(0, 200)}`;
    },
  },
  {
    id: 'twin.heartbeat',
    proves: 'heartbeat_s of the desired state says how long a unit may be silent.',
    async try({ unit }) {
      const [first] = await desiredAfterConnect(unit);
      const seconds = first?.desired['heartbeat_s'];
      expect(typeof seconds === 'number' && seconds > 0, `heartbeat_s is ${JSON.stringify(seconds)}`);
      return `${seconds} s`;
    },
  },
  taken(
    'twin.port',
    'port of reported is a TCP port, or absent: any other value makes no message bad.',
    'twin',
    () => ({ reported: { port: 502 }, ver: 0 }),
    () => ({ reported: { port: 'none' }, ver: 0 }),
  ),
  taken(
    'twin.cycles',
    'cycleEnds, favourites, favouriteDefs, trayTimers, proposals and holder of reported: what is not as it should be makes no message bad.',
    'twin',
    () => ({
      reported: {
        cycleEnds: ['core', 'time', 'air', 'even'],
        favourites: { ver: 0, slots: { 1: [0, 1, hash], 2: [null, 0, hash] } },
        favouriteDefs: { 2: { title: 'conformance', function: 0, phases: [phase] } },
        trayTimers: [{ tray: 1, from: now_ms(), min: 90, product: null }],
        proposals: [{ command: 'conformance', title: 'conformance', at: '2026-01-01T06:30' }],
        holder: 'conformance',
      },
      ver: 0,
    }),
    () => ({ reported: { favourites: { slots: { 25: 'none' } }, trayTimers: 'none', cycleEnds: 7 }, ver: 0 }),
    () => ({ reported: {}, ver: 0 }),
  ),
  taken('facts.clock-unset', 'With the clock unset (at 0) a message is kept and acknowledged.', 'tel', () => ({
    ...sampleOf({ TCell: 3.5 }),
    at: 0,
    boot: 2,
    up: 60_000,
  })),
  taken('facts.wrong-clock', 'at outside of 26 months and 60 s is kept and acknowledged.', 'tel', () => ({
    ...sampleOf({ TCell: 3.5 }),
    at: now_ms() + day_ms,
  })),
  taken('facts.backlog', 'What comes from the backlog carries hist.', 'tel', () => ({
    ...sampleOf({ TCell: 3.5 }),
    at: now_ms() - 3_600_000,
    hist: true,
  })),
  taken('facts.unknown-metric', 'A metric this version does not know makes no message bad.', 'tel', () =>
    sampleOf({ TCell: 3.5, conformanceProbe: 1 }),
  ),
  taken(
    'facts.impossible-value',
    'An impossible value, or null of a broken probe, makes no message bad.',
    'tel',
    () => sampleOf({ TCell: 3276.7 }),
    () => sampleOf({ TCell: null }),
  ),
  taken(
    'facts.events',
    'Events are facts with their own fields.',
    'evt',
    () => ({ type: 'local', what: 'conformance' }),
    () => ({ type: 'gap', from: now_ms() - 120_000, to: now_ms() - 60_000, samples: 1, reason: 'conformance' }),
  ),
  taken(
    'facts.source',
    'cycle started says which cycle of the library runs, and its phases may end by the air or an even core.',
    'evt',
    () => ({
      type: 'cycle',
      runId: 'conformance',
      event: 'started',
      function: 0,
      source: { id: 1042, v: 3, h: hash },
      plan: [
        phase,
        { ...phase, end: { by: 'air', target: 2 }, max_min: 60 },
        { ...phase, end: { by: 'even', within_K: 2 }, max_min: 90 },
      ],
    }),
    () => ({ type: 'cycle', runId: 'conformance', event: 'stopped', function: 0, reason: 'person' }),
  ),
  taken(
    'facts.tray',
    'An event tray tells of the timer of a tray: started, done or cleared.',
    'evt',
    ...(['started', 'done', 'cleared'] as const).map((event) => () => ({
      type: 'tray',
      runId: 'conformance',
      tray: 1,
      ...(event === 'done' ? { needle: 1 } : {}),
      event,
    })),
  ),
  taken('facts.firmware', 'up/fw tells of a firmware job.', 'fw', () => ({
    job: 'conformance',
    state: 'none',
    running: '0.0.0',
  })),
  taken('facts.stray-result', 'A result of a command nobody knows is acknowledged.', 'res', () => ({
    id: 'conformance-unknown',
    result: 'done',
  })),
  {
    id: 'command.repeated',
    proves: 'A command is sent again every few seconds until a result or its end, always with the same id.',
    async try(bench) {
      const { connection, first } = await commanded(bench);
      const same = (): CommandMessage[] => bench.unit.commands(connection).filter(({ id }) => id === first.id);
      await connection.until(() => same()[1], 15_000);
      const [, second] = same();
      expect(second !== undefined, `${first.name} was not repeated within 15 s`);
      expect(JSON.stringify(second) === JSON.stringify(first), `repeated as ${JSON.stringify(second)}`);
      expect(first.exp > now_ms() - limits.clockOffset_ms, `its end was ${now_ms() - first.exp} ms ago`);
      return `${first.name} repeated with its id and end`;
    },
  },
  {
    id: 'command.answered',
    proves: 'After a result it is sent no more.',
    async try(bench) {
      const { connection, first } = await commanded(bench);
      const { unit } = bench;
      const answer = await unit.answerTo('res', unit.message({ id: first.id, result: 'rejected', reason: 'busy' }));
      expect(answer === 'got', `the result was answered ${answer}`);
      // What was under way when the result was committed may still arrive.
      await pause(1_000);
      const before = unit.commands(connection).length;
      await pause(10_000);
      const more = unit.commands(connection).slice(before);
      expect(!more.some(({ id }) => id === first.id), 'it was sent after its result');
      return 'rejected, and not sent within 10 s after it';
    },
  },
];

/** Waits on the common connection for a command that somebody gives the unit at the portal. */
async function commanded({
  unit,
  commandWait_s,
}: Bench): Promise<{ connection: MqttConnection; first: CommandMessage }> {
  if (commandWait_s === 0)
    throw new NotTried('give --command 60, and command the appliance at the portal while the test waits');
  const connection = await unit.connection();
  // Without a state and a heartbeat the portal holds the unit for away, and refuses to command it.
  await unit.answerTo('twin', unit.message({ reported: {}, ver: 0 }));
  await unit.answerTo('tel', unit.sample());
  const first = await connection.until(() => unit.commands(connection)[0], commandWait_s * 1000);
  if (!first) throw new NotTried(`no command came within ${commandWait_s} s`);
  return { connection, first };
}
