import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AckMessage, BadReason } from '@brina/contract/devices';
import { pino } from 'pino';
import { newLog } from '../../../test/device.ts';
import { given } from '../../../test/given.ts';
import { sharedPortal } from '../../../test/portal.ts';
import type { UpMessage } from '../bus/bus.ts';
import { memoryBus } from '../bus/memory-bus.ts';
import { StatementTimeout } from '../db/database-errors.ts';
import { stillClock } from '../testing/test-clock.ts';
import type { IngestStep } from './facts.ts';
import { startIngest } from './ingest.ts';

/** What PostgreSQL answers a statement with. */
const answered = (code: string, message: string): Error =>
  Object.assign(new Error(message), { severity: 'ERROR', code });

describe('what cannot be stored', async () => {
  const portal = await sharedPortal();
  const { unit } = given(portal);

  /** An ingestion of its own into the portal's database, whose one step is the test's. */
  async function ingestion(step: IngestStep) {
    const clock = stillClock();
    const logged: Record<string, unknown>[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const bus = memoryBus({ clock });
    const told = { commits: 0, quarantined: [] as BadReason[], retried: 0 };
    const consuming = startIngest({
      db: portal.db,
      bus,
      clock,
      log,
      steps: [{ name: 'tested', run: step }],
      committed: () => void told.commits++,
      quarantined: (reason) => void told.quarantined.push(reason),
      retried: () => void told.retried++,
    });
    const acks = new Map<string, AckMessage[]>();
    /** A unit of nobody, whose edge this test is; `sends` resolves when its message is handled. */
    async function sender() {
      const { serialNumber: serial } = await unit();
      const log = newLog();
      bus.serve(serial, async (request) => {
        if (request.kind === 'down' && request.topic === 'ack')
          acks.set(serial, [...(acks.get(serial) ?? []), request.payload as AckMessage]);
        return { sent: true };
      });
      let seq = 0;
      const says = (message: UpMessage): Promise<void> => bus.append(serial, message);
      const sends = (what: string): Promise<void> => {
        const at = clock.now();
        const message = { log, seq: seq++, boot: 1, at, sent: at, up: 1, type: 'local', what };
        const payload = Buffer.from(JSON.stringify(message));
        return says({ kind: 'message', serial, topic: 'evt', payload, received_ms: at, connection: '1' });
      };
      const answers = (): { got: number[]; bad: [number, BadReason][] } => {
        const all = acks.get(serial) ?? [];
        const got = all.flatMap((ack) =>
          ack.got.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
        );
        return { got: got.sort((a, b) => a - b), bad: all.flatMap((ack) => ack.bad) };
      };
      return { serial, says, sends, answers };
    }
    return { sender, bus, clock, logged, told, [Symbol.asyncDispose]: () => consuming[Symbol.asyncDispose]() };
  }

  const faults: Record<string, () => Error> = {
    'a TypeError': () => new TypeError('cannot read properties of undefined'),
    'a SyntaxError': () => new SyntaxError('unexpected token'),
    'an error of no kind': () => new Error('something that must not be'),
    'a data exception': () => answered('22P05', 'unsupported Unicode escape sequence'),
    'a statement too complex': () => answered('54001', 'stack depth limit exceeded'),
    'what is not supported': () => answered('0A000', 'not supported'),
    'an internal error': () => answered('XX000', 'invalid memory alloc request size'),
  };
  for (const [name, fault] of Object.entries(faults))
    it(`${name} of one message puts that message aside, and no other one waits`, async () => {
      const stored: string[] = [];
      await using scene = await ingestion(async (_db, { events }) => {
        const said = events.map(({ unit: { serial }, body }) => `${serial} ${'what' in body ? body.what : ''}`);
        if (said.some((one) => one.includes('poison'))) throw fault();
        // Only what is committed counts: the step of a batch that fails did not happen.
        return () => void stored.push(...said);
      });
      const units = await Promise.all(Array.from({ length: 5 }, () => scene.sender()));
      const [hostile] = units;
      assert.ok(hostile);
      const sent: Promise<void>[] = [];
      for (let n = 0; n < 8; n++)
        for (const one of units) sent.push(one.sends(one === hostile && n === 3 ? 'poison' : `${n}`));
      await Promise.all(sent);
      await scene.bus.drained();

      const whole = [0, 1, 2, 3, 4, 5, 6, 7];
      for (const one of units) {
        const without: readonly number[] = one === hostile ? whole.filter((n) => n !== 3) : whole;
        assert.deepEqual(one.answers(), { got: without, bad: one === hostile ? [[3, 'bad_shape']] : [] });
        assert.deepEqual(
          stored.filter((line) => line.startsWith(one.serial)),
          without.map((n) => `${one.serial} ${n}`),
          'each once, in the order of the unit',
        );
      }
      assert.deepEqual(scene.told.quarantined, ['bad_shape']);
      assert.equal(scene.told.retried, 0);
      assert.ok(scene.told.commits <= 10, `found by halves, not one by one: ${scene.told.commits} commits`);
      const lines = scene.logged.filter((line) => line['event'] === 'ingest.quarantined');
      assert.deepEqual(
        lines.map(({ serial, topic, reason }) => ({ serial, topic, reason })),
        [{ serial: hostile.serial, topic: 'evt', reason: 'bad_shape' }],
      );
      const kept = await portal.db.read((db) =>
        db
          .selectFrom('quarantine as q')
          .innerJoin('appliance as a', 'a.id', 'q.appliance')
          .select(['q.seq', 'q.payload'])
          .where('a.serial', '=', hostile.serial)
          .execute(),
      );
      assert.deepEqual(
        kept.map(({ seq, payload }) => [seq, Buffer.from(payload).includes('poison')]),
        [[3, true]],
      );
    });

  const troubles: Record<string, () => Error> = {
    'a statement that took too long': () => new StatementTimeout(30_000),
    'a deadlock': () => answered('40P01', 'deadlock detected'),
    'a database that is read-only': () => answered('25006', 'cannot execute INSERT in a read-only transaction'),
    'a full disk': () => answered('53100', 'could not extend file'),
    'a database that stops': () => answered('57P01', 'terminating connection due to administrator command'),
    'a table that is not there yet': () => answered('42P01', 'relation does not exist'),
  };
  for (const [name, trouble] of Object.entries(troubles))
    it(`${name} is the trouble of the database: the batch comes again, and nothing of it is put aside`, async () => {
      let failing = 3;
      await using scene = await ingestion(async () => {
        if (failing-- > 0) throw trouble();
      });
      const { sends, answers } = await scene.sender();
      const sent = Promise.all([sends('one'), sends('two')]);
      for (let nth = 1; nth <= 3; nth++) {
        while (scene.told.retried < nth) await new Promise(setImmediate);
        await scene.clock.advance(5_000);
      }
      await sent;
      await scene.bus.drained();
      assert.deepEqual(answers(), { got: [0, 1], bad: [] });
      assert.deepEqual(scene.told, { commits: scene.told.commits, quarantined: [], retried: 3 });
    });

  it('what is told of a connection and cannot be stored stops no message either', async () => {
    await using scene = await ingestion(async () => undefined);
    const [first, second] = [await scene.sender(), await scene.sender()];
    const fact = { serial: first.serial, connection: 'not \u0000 text', received_ms: scene.clock.now() };
    await Promise.all([
      first.says({ kind: 'connected', edge: 'an edge', ...fact }),
      first.sends('one'),
      second.sends('two'),
    ]);
    await scene.bus.drained();
    assert.deepEqual(first.answers().got, [0]);
    assert.deepEqual(second.answers().got, [0]);
  });

  it('what fails after the commit is told in the log, and the message is no worse for it', async () => {
    await using scene = await ingestion(async () => () => {
      throw new TypeError('told badly');
    });
    const { sends } = await scene.sender();
    await sends('one');
    await scene.bus.drained();
    assert.deepEqual(scene.told.quarantined, []);
    assert.ok(scene.logged.some((line) => line['event'] === 'ingest.untold'));
  });
});
