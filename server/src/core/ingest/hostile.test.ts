import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@brina/contract/devices';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { type DeviceMessage, TestDevice } from '../../../test/device.ts';
import { given } from '../../../test/given.ts';
import { sharedPortal, startTestPortal } from '../../../test/portal.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a unit that sends whatever it likes', async () => {
  const portal = await sharedPortal({ expected: [/cannot be stored/, /put aside/] });
  const { user, claimedUnit } = given(portal);

  async function connected(owner: Awaited<ReturnType<typeof user>>) {
    const created = await claimedUnit(owner);
    const device = new TestDevice(portal, created);
    await device.connect();
    return device;
  }

  it('is answered bad_shape for what is nested deeper than it has to be', async () => {
    using device = await connected(await user());
    const twin = (depth: number) => device.send('twin', { reported: { parts: JSON.parse(nested(depth)) }, ver: 1 });
    assert.equal(await twin(limits.depth - 2), 'got');
    assert.equal(await twin(limits.depth + 1), 'bad_shape');
    const head = device.message({ reported: { parts: 0 }, ver: 2 });
    device.publish('twin', JSON.stringify(head).replace('"parts":0', `"parts":${nested(5_200)}`));
    await portal.settled();
    assert.deepEqual(new Set(device.answers(head)), new Set(['bad_shape']));
  });

  it('tells of no tomorrow: samples that have not come yet are bad', async () => {
    using device = await connected(await user());
    const tomorrow = {
      s: [
        [0, { TCell: 1 }],
        [day_ms, { TCell: 9 }],
      ],
      hist: false,
    };
    assert.equal(await device.send('tel', tomorrow), 'got', 'as long as its clock may have been set meanwhile');
    assert.equal(await device.sendSamples([{ TCell: 2 }]), 'got');
    assert.equal(await device.send('tel', tomorrow), 'bad_shape');
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

  it('ends no alarm of its own by an absurd moment of an event', async () => {
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

it('B11.1 a message that fails by itself is put aside unread, whatever the database says of it, and the rest of its batch goes on', async () => {
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
