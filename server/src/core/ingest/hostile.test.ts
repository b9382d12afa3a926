import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits, type UpTopic } from '@brina/contract/devices';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type DeviceMessage, TestDevice } from '../../../test/device.ts';
import { given } from '../../../test/given.ts';
import { sharedPortal, startTestPortal } from '../../../test/portal.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Texts that some part of a server may stumble over. */
const texts = fc.constantFrom(
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  'toString',
  'toJSON',
  "'; drop table batch; --",
  '\u2028',
  '',
);
const numbers = fc.constantFrom(
  -9e15,
  9e15,
  2 ** 53,
  -(2 ** 53),
  1e308,
  -1e308,
  3.5e38,
  1e-320,
  -0,
  32_768,
  2 ** 31,
  2 ** 63,
  8.64e15,
  -1,
  0.5,
);
const values = fc.oneof(texts, numbers, fc.constantFrom(null, true, [], {}), fc.jsonValue({ maxDepth: 12 }));

/** A message in its shape, of each topic and kind, with parts of it replaced by whatever. */
const shapes: readonly (readonly [UpTopic, Record<string, unknown>])[] = [
  ['tel', { s: [[0, { TCell: 1 }]], hist: false }],
  ['evt', { type: 'cycle', runId: 'r', event: 'started', function: 0, load_kg: 1, product: 'p', lot: 'l', plan: [] }],
  ['evt', { type: 'phase', runId: 'r', index: 1, phase: 2, state: 'running' }],
  ['evt', { type: 'alarm', name: 'doorOpenAlarm', active: true, severity: 'alarm' }],
  ['evt', { type: 'door', door: 1, open: true }],
  ['evt', { type: 'power', event: 'returned', lostAt: 0 }],
  ['evt', { type: 'gap', from: 0, to: 0, samples: 1, reason: 'x' }],
  ['evt', { type: 'local', what: 'x' }],
  ['twin', { reported: { TCell: 1 }, ver: 1 }],
  ['res', { id: 'x', result: 'done', reason: 'x' }],
  ['fw', { job: 'x', state: 'x', running: 'x' }],
];
const mutated = fc
  .record({
    shape: fc.constantFrom(...shapes),
    field: fc.nat(),
    value: values,
    inside: fc.option(fc.tuple(texts, values)),
  })
  .map(({ shape: [topic, body], field, value, inside }): [UpTopic, Record<string, unknown>] => {
    const names = Object.keys(body);
    const changed = { ...body, [names[field % names.length] as string]: value };
    if (inside && topic === 'twin') changed['reported'] = { [inside[0]]: inside[1], TCell: value };
    if (inside && topic === 'tel') changed['s'] = [[0, { [inside[0]]: inside[1], TCell: value }]];
    return [topic, changed];
  });
const raw = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.integer({ min: 1, max: 30_000 }).map((depth) => Buffer.from(nested(depth))),
  fc.json().map((text) => Buffer.from(text)),
);
const topics = fc.constantFrom<UpTopic>('tel', 'evt', 'twin', 'res', 'fw');

describe('a unit that sends whatever it likes', async () => {
  const portal = await sharedPortal({ expected: [/cannot be stored/, /put aside/] });
  const { user, claimedUnit } = given(portal);

  async function connected(owner: Awaited<ReturnType<typeof user>>) {
    const created = await claimedUnit(owner);
    const device = new TestDevice(portal, created);
    await device.connect();
    return device;
  }

  it('B2.1 holds up none of nine healthy units of two companies, whatever the bytes, nor itself', async () => {
    const owners = [await user(), await user()];
    const healthy = await Promise.all(
      Array.from({ length: 9 }, (_, i) => connected(owners[i % 2] as (typeof owners)[0])),
    );
    const hostile = await connected(owners[0] as (typeof owners)[0]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.tuple(topics, raw), mutated), { minLength: 1, maxLength: 12 }),
        async (sent) => {
          const good: [TestDevice, DeviceMessage][] = healthy.map((device) => [
            device,
            device.message(device.samples([{ TCell: 4 }])),
          ]);
          for (const [topic, body] of sent)
            hostile.publish(topic, Buffer.isBuffer(body) ? body : hostile.message(body as Record<string, unknown>));
          for (const [device, message] of good) device.publish('tel', message);
          await portal.settled();
          for (const [device, message] of good) assert.deepEqual(new Set(device.answers(message)), new Set(['got']));
          assert.equal(await hostile.sendSamples([{ TCell: 5 }]), 'got');
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
    for (const device of [...healthy, hostile]) device[Symbol.dispose]();
  });

  it('B2.1 is answered bad_shape for what is nested deeper than it has to be', async () => {
    using device = await connected(await user());
    const twin = (depth: number) => device.send('twin', { reported: { parts: JSON.parse(nested(depth)) }, ver: 1 });
    assert.equal(await twin(limits.depth - 1), 'got');
    assert.equal(await twin(limits.depth + 1), 'bad_shape');
    const head = device.message({ reported: { parts: 0 }, ver: 2 });
    device.publish('twin', JSON.stringify(head).replace('"parts":0', `"parts":${nested(5_200)}`));
    await portal.settled();
    assert.deepEqual(new Set(device.answers(head)), new Set(['bad_shape']));
  });

  it('B2.1 tells of no tomorrow: samples that have not come yet are bad', async () => {
    using device = await connected(await user());
    assert.equal(
      await device.send('tel', {
        s: [
          [0, { TCell: 1 }],
          [day_ms, { TCell: 9 }],
        ],
        hist: false,
      }),
      'bad_shape',
    );
    assert.equal(
      await device.send('tel', {
        s: [
          [0, { TCell: 1 }],
          [limits.ahead_ms - 1000, { TCell: 9 }],
        ],
        hist: false,
      }),
      'got',
    );
    const { rows } = await portal.db.read((db) =>
      sql<{ ahead: number }>`select count(*)::int as ahead from telemetry t join appliance a on a.id = t.appliance
        where a.serial = ${device.serial} and t.at > ${new Date(portal.clock.now() + 2 * minute_ms).toISOString()}`.execute(
        db,
      ),
    );
    assert.equal(rows[0]?.ahead, 0);
  });

  it('B2.1 ends no alarm of its own by an absurd moment of an event', async () => {
    using device = await connected(await user());
    for (const body of [
      { type: 'gap', from: -9e15, to: 0, samples: 1, reason: 'x' },
      { type: 'gap', from: 0, to: 9e15, samples: 1, reason: 'x' },
      { type: 'power', event: 'returned', lostAt: -9e15 },
    ])
      assert.equal(await device.send('evt', body), 'bad_shape');
    await portal.clock.advance(2 * minute_ms);
  });
});

it('B2.1 a message that fails by itself is put aside unread, whatever the database says of it, and the rest of its batch goes on', async () => {
  await using portal = await startTestPortal({ expected: [/cannot be stored/, /put aside/] });
  const { unit } = given(portal);
  // What the database says is neither of a value nor of a constraint.
  for (const statement of [
    sql`create function stumble() returns trigger language plpgsql as
      $$ begin if new."TCell" = 66 then raise exception 'stumbles' using errcode = '54001'; end if; return new; end $$`,
    sql`create trigger stumbles before insert on telemetry for each row execute function stumble()`,
  ])
    await portal.db.write((db) => statement.execute(db));
  const devices = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const device = new TestDevice(portal, await unit());
      await device.connect();
      return device;
    }),
  );
  const messages = devices.map((device, i) => device.message(device.samples([{ TCell: i === 2 ? 66 : 4 }])));
  for (const [i, device] of devices.entries()) device.publish('tel', messages[i]);
  await portal.settled();
  const answers = devices.map((device, i) => [...new Set(device.answers(messages[i] as DeviceMessage))].join());
  assert.deepEqual(answers, ['got', 'got', 'bad_shape', 'got', 'got']);
  assert.equal(await devices[2]?.sendSamples([{ TCell: 5 }]), 'got');
  for (const device of devices) device[Symbol.dispose]();
});
