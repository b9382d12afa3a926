import { type BadReason, limits } from '@brina/contract/devices';
import { type Check, expect } from '../check.ts';
import { type Message, newLog, now_ms, type Unit } from '../unit.ts';

/** Tries that one message is answered so. */
const answered = (
  id: string,
  proves: string,
  wanted: 'got' | BadReason,
  topic: string,
  make: (unit: Unit) => Message,
  text?: (message: Message) => string,
): Check => ({
  id,
  proves,
  async try({ unit }) {
    const answer = await unit.answerTo(topic, make(unit), text);
    expect(answer === wanted, `answered ${answer}, not ${wanted}`);
    return answer;
  },
});

/** Samples of one message, a millisecond apart so that even the longest is short. */
const samples = (count: number): unknown[] => Array.from({ length: count }, (_, i) => [i, { TCell: 3.5 }]);
/** JSON may end in white space: the size of a message without another content. */
const ofBytes =
  (bytes: number) =>
  (message: Message): string =>
    JSON.stringify(message).padEnd(bytes);

/** A reported state of so many levels with its message. */
const twinOf =
  (levels: number) =>
  (unit: Unit): Message => {
    let value: unknown = 'the last';
    for (let level = 2; level < levels; level++) value = [value];
    return unit.message({ reported: { nested: value }, ver: 1 });
  };

/** What is acknowledged, when, and what becomes of repetitions. */
export const acknowledgementChecks: readonly Check[] = [
  {
    id: 'ack.got',
    proves: 'PUBACK says that the portal holds the message; down/ack lists it under its log.',
    async try({ unit }) {
      const connection = await unit.connection();
      const pubacks = connection.all('puback').length;
      const answer = await unit.answerTo('tel', unit.sample());
      const puback = await connection.until(() => connection.all('puback')[pubacks]);
      expect(answer === 'got' && puback !== undefined, `answered ${answer}, ${puback ? 'PUBACK' : 'no PUBACK'}`);
      return 'PUBACK, and got';
    },
  },
  {
    id: 'ack.ranges',
    proves: 'Ranges list what is committed, inclusive, and nothing that was not sent.',
    async try({ unit }) {
      const connection = await unit.connect();
      await unit.listen(connection);
      const made = Array.from({ length: 12 }, () => unit.sample());
      const sent = made.filter((_, i) => i !== 4 && i !== 5 && i !== 9);
      const answers = await unit.answersTo(connection, 'tel', sent);
      await connection.ping();
      const listed = unit.answers(connection);
      expect(
        answers.every((one) => one === 'got'),
        answers.join(' '),
      );
      const strays = listed.filter(({ log, seq }) => !sent.some((one) => one.log === log && one.seq === seq));
      expect(strays.length === 0, `listed without having been sent: ${strays.map(({ seq }) => seq).join(', ')}`);
      return `${sent.length} numbers with two gaps, all listed and no other`;
    },
  },
  {
    id: 'ack.logs',
    proves: 'Identity is (serial, log, seq): the same numbers in another log are other messages.',
    async try({ unit }) {
      const first = unit.sample({ TCell: 1 });
      const other = { ...first, log: newLog(), s: [[0, { TCell: 2 }]] };
      const answers = await unit.answersTo(await unit.connection(), 'tel', [first, other]);
      expect(answers.join() === 'got,got', answers.join(', '));
      return 'got in both logs';
    },
  },
  {
    id: 'ack.durable',
    proves: 'A message that has its PUBACK is held, even if the connection is cut at once.',
    async try({ unit }) {
      const connection = await unit.connect();
      const message = unit.sample();
      connection.send(unit.publish('tel', message));
      const puback = await connection.first('puback');
      connection.cut();
      expect(puback !== undefined, 'no PUBACK');
      expect(
        await unit.isAnswered('conflict', 'tel', { ...message, s: [[0, { TCell: 9 }]] }),
        'other content under its identity was not answered conflict: the first was not held',
      );
      expect(await unit.isAnswered('got', 'tel', message), 'the message again was not got');
      return 'its identity was taken when the unit came back, and the message again was got';
    },
  },
  {
    id: 'ack.repeated',
    proves: 'A repeated message is acknowledged again; sent and hist may differ.',
    async try({ unit }) {
      const message = unit.sample();
      const answers = [await unit.answerTo('tel', message), await unit.answerTo('tel', message)];
      answers.push(await unit.answerTo('tel', { ...message, sent: now_ms() + 5, hist: true }));
      expect(
        answers.every((one) => one === 'got'),
        answers.join(', '),
      );
      return 'got three times';
    },
  },
  {
    id: 'ack.conflict',
    proves: 'The same identity with other content is answered conflict, and the first stays.',
    async try({ unit }) {
      const message = unit.sample();
      expect(await unit.isAnswered('got', 'tel', message), 'the message was not got');
      expect(
        await unit.isAnswered('conflict', 'tel', { ...message, s: [[0, { TCell: 4 }]] }),
        'other content was not answered conflict',
      );
      expect(await unit.isAnswered('got', 'tel', message), 'the message again was not got');
      return 'got, conflict, got';
    },
  },
  {
    id: 'bad.not-json',
    proves: 'What is no JSON has no number to be listed under: it gets its PUBACK, and what follows is read.',
    async try({ unit }) {
      const connection = await unit.connect();
      await unit.listen(connection);
      const next = unit.sample();
      connection.send(unit.publish('tel', '{"log":'), unit.publish('tel', next));
      const answer = await connection.until(() => unit.answers(connection).find(({ seq }) => seq === next.seq));
      const pubacks = await connection.until(() => (connection.all('puback').length === 2 ? true : undefined));
      expect(pubacks === true, 'no PUBACK');
      expect(answer?.answer === 'got', `the next message: ${answer?.answer ?? 'none'}`);
      return 'PUBACK, and the next message was got';
    },
  },
  answered('bad.shape', 'A message out of its shape is answered bad_shape.', 'bad_shape', 'tel', (unit) =>
    unit.sample(undefined, { boot: 'one' }),
  ),
  answered('bad.order', 'Samples stand in order of time.', 'bad_shape', 'tel', (unit) =>
    unit.sample(undefined, { s: [...samples(2)].reverse() }),
  ),
  answered('bad.live-samples', 'At most 64 samples live.', 'too_many_samples', 'tel', (unit) =>
    unit.sample(undefined, { s: samples(limits.samples_live + 1) }),
  ),
  answered('limits.live-samples', '64 samples live.', 'got', 'tel', (unit) =>
    unit.sample(undefined, { s: samples(limits.samples_live), at: now_ms() - limits.samples_live }),
  ),
  answered('bad.hist-samples', 'At most 512 samples with hist.', 'too_many_samples', 'tel', (unit) =>
    unit.sample(undefined, { s: samples(limits.samples_hist + 1), hist: true }),
  ),
  answered('limits.hist-samples', '512 samples with hist.', 'got', 'tel', (unit) =>
    unit.sample(undefined, { s: samples(limits.samples_hist), hist: true, at: now_ms() - 60_000 }),
  ),
  answered(
    'bad.size',
    'At most 64 kB: a byte more is answered too_big.',
    'too_big',
    'tel',
    (unit) => unit.sample(),
    ofBytes(limits.message_bytes + 1),
  ),
  answered('limits.size', '64 kB to the byte.', 'got', 'tel', (unit) => unit.sample(), ofBytes(limits.message_bytes)),
  answered(
    'limits.depth',
    `${limits.depth} levels, the message itself the first.`,
    'got',
    'twin',
    twinOf(limits.depth),
  ),
  answered('bad.depth', 'One more is answered bad_shape.', 'bad_shape', 'twin', twinOf(limits.depth + 1)),
  answered('bad.text', 'Text with NUL in it is answered bad_shape.', 'bad_shape', 'evt', (unit) =>
    unit.message({ type: 'local', what: 'NUL: \0' }),
  ),
  answered('bad.moment', 'A moment that no clock shows is answered bad_shape.', 'bad_shape', 'evt', (unit) =>
    unit.message({ type: 'power', event: 'returned', lostAt: limits.epoch_ms + 1 }),
  ),
  answered('bad.source', 'A cycle of the library has a hash of 16 hex digits.', 'bad_shape', 'evt', (unit) =>
    unit.message({
      type: 'cycle',
      runId: 'conformance',
      event: 'started',
      function: 0,
      source: { id: 1042, v: 3, h: 'none' },
    }),
  ),
  answered('bad.tray', 'A timer belongs to a tray.', 'bad_shape', 'evt', (unit) =>
    unit.message({ type: 'tray', runId: 'conformance', event: 'done' }),
  ),
  answered(
    'bad.topic',
    'A topic below up/ that is nothing of ours: unknown_topic.',
    'unknown_topic',
    'nonsense',
    (unit) => unit.sample(),
  ),
  {
    id: 'bad.alone',
    proves: 'bad names single messages: those around it are got.',
    async try({ unit }) {
      const messages = [unit.sample(), unit.sample(undefined, { s: [] }), unit.sample()];
      const answers = await unit.answersTo(await unit.connection(), 'tel', messages);
      expect(answers.join() === 'got,bad_shape,got', answers.join(', '));
      return answers.join(', ');
    },
  },
  {
    id: 'window.burst',
    proves: 'Over the window of 16 the edge stops reading: it goes on afterwards, and acknowledges in order.',
    async try({ unit }) {
      // MQTT 3.1.1, in which no receive maximum forbids the unit to send more.
      const connection = await unit.connect(4);
      await unit.listen(connection);
      const messages = Array.from({ length: 4 * limits.window }, () => unit.sample());
      const answers = await unit.answersTo(connection, 'tel', messages);
      const ids = connection.all('puback').map(({ messageId }) => messageId ?? 0);
      const got = answers.filter((one) => one === 'got').length;
      expect(got === messages.length, `${got} of ${messages.length} sent at once were got`);
      expect(ids.length === messages.length, `${ids.length} PUBACK`);
      expect(
        ids.every((id, i) => i === 0 || id === (ids[i - 1] ?? 0) + 1),
        `PUBACK ${ids.join(' ')}`,
      );
      return `${messages.length} sent at once, all acknowledged in their order`;
    },
  },
  {
    id: 'window.ping',
    proves: 'While publishes are held the edge answers, and does not count the silence as the unit’s.',
    async try({ unit }) {
      const connection = await unit.connect(4, { keepalive: 2 });
      const messages = Array.from({ length: 3 * limits.window }, () => unit.sample());
      connection.send(...messages.map((message) => unit.publish('tel', message)));
      expect(await connection.ping(), 'no PINGRESP behind a full window');
      const count = (): number => connection.all('puback').length;
      await connection.until(() => (count() === messages.length ? true : undefined));
      expect(count() === messages.length, `${count()} PUBACK of ${messages.length}`);
      return `PINGRESP behind ${messages.length} publishes`;
    },
  },
];
