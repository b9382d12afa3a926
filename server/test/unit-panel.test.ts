import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getCommand, sendCommand } from '@brina/contract/calls/kitchen/commands';
import { createSchedule, listSchedules } from '@brina/contract/calls/kitchen/schedules';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';
import { until } from '#core/testing/until.ts';
import { given, type TestUser } from './given.ts';
import { ownPortal } from './portal.ts';

const program = resolve(import.meta.dirname, '../../simulator/main.ts');
const timeZone = 'Europe/Rome';

describe('a simulated unit at the real edge', async () => {
  const portal = await ownPortal({ runs: true });
  const { user, claimedUnit } = given(portal);
  const folder = await mkdtemp(join(tmpdir(), 'brina-unit-panel-'));
  after(() => rm(folder, { recursive: true, force: true }));

  /** A unit that its owner holds, running; somebody stands at its panel only when a test says so. */
  async function running(owner: TestUser) {
    const { serialNumber, identity } = await claimedUnit(owner);
    const path = join(folder, `${serialNumber}.json`);
    const row = {
      serial: serialNumber,
      model: 'MF Next L 45',
      certificate: identity.certificatePem,
      key: identity.keyPem,
      timeZone,
      name: 'Chiller',
      routine: 'idle',
      history: false,
    };
    const file = { mqttUrl: portal.mqttUrl, ca: portal.pki.caPem, panelAnswers: 'person', units: [row] };
    await writeFile(path, JSON.stringify(file));
    const child: ChildProcess = fork(program, ['--fleet', path], { silent: true });
    const control = new Promise<string>((told) => {
      child.on('message', (line: { type?: string; url?: string }) => line.type === 'control' && told(line.url ?? ''));
    });
    const url = await control;
    return {
      serialNumber,
      /** What a person does at the unit. */
      act: async (action: string, body: unknown) =>
        (await fetch(`${url}/units/${serialNumber}/${action}`, { method: 'POST', body: JSON.stringify(body) })).json(),
      told: async () => {
        const row = await portal.db.read((db) =>
          db
            .selectFrom('unit_panel')
            .innerJoin('appliance', 'appliance.id', 'unit_panel.appliance')
            .select('told')
            .where('serial', '=', serialNumber)
            .executeTakeFirst(),
        );
        return row?.told;
      },
      [Symbol.asyncDispose]: async () => {
        child.kill('SIGTERM');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
      },
    };
  }

  /** Gives the unit a command of the portal's own, as its round hands them over. */
  async function commanded(owner: TestUser, serial: string, name: string, args: unknown): Promise<string> {
    const now = portal.clock.now();
    const id = newId(now);
    await portal.db.write(async (db) => {
      const { id: appliance } = await db
        .selectFrom('appliance')
        .select('id')
        .where('serial', '=', serial)
        .executeTakeFirstOrThrow();
      await db
        .insertInto('command')
        .values({
          id,
          appliance,
          company_id: owner.companyId ?? '',
          user_id: owner.id,
          name,
          args: jsonb(args),
          state: 'sent',
          created_at: timestamp(now),
          expires_at: timestamp(now + 40 * minute_ms),
          // Long enough ago that it is handed over at once.
          sent_at: timestamp(now - 30 * second_ms),
        })
        .execute();
    });
    return id;
  }
  const stateOf = async (owner: TestUser, id: string, commandId: string) => {
    const { state, reason } = await owner.call(getCommand, { params: { id, commandId } });
    return [state, reason].filter(Boolean).join(' ');
  };

  it('S1.6 S4.14 S6.3 takes a favourite and a proposed start, says which cycle ran, and forgets it for the next holder', async () => {
    const owner = await user();
    await using unit = await running(owner);
    const serial = unit.serialNumber;
    const first = await until('its favourites', async () => (await unit.told())?.favourites, 30_000);
    assert.equal(first.slots[1]?.[0], 0);
    assert.ok((await unit.told())?.cycleEnds?.includes('even'));

    const h = '9f3c6a01d2e4b785';
    const phases = [{ phase: 3, air: 0, fan: 60, rh: null, end: { by: 'time', time_min: 30 } }];
    const cycle = { id: 1042, v: 3, h, title: 'Ragù', function: 0, phases };
    const loaded = await commanded(owner, serial, 'loadPreset', { slot: 3, ...cycle, replace: true });
    await until('the favourite', async () => (await unit.told())?.favourites?.slots[3]?.[0] === 1042, 30_000);
    await until('the answer', async () => (await stateOf(owner, serial, loaded)) === 'done', 30_000);

    const at = localMinute(portal.clock.now(), timeZone);
    const start = { function: 0, phases, source: { id: 1042, v: 3, h }, title: 'Ragù', at };
    const declined = await commanded(owner, serial, 'proposeStart', start);
    await until('the proposal', async () => (await unit.told())?.proposals?.length === 1, 30_000);
    assert.equal(await stateOf(owner, serial, declined), 'accepted');
    await unit.act('proposal', { agrees: false });
    await until(
      'the refusal',
      async () => (await stateOf(owner, serial, declined)) === 'rejected panel_refused',
      30_000,
    );

    const proposed = await commanded(owner, serial, 'proposeStart', start);
    await until('another proposal', async () => (await unit.told())?.proposals?.length === 1, 30_000);
    await unit.act('proposal', { agrees: true });
    await until('the start', async () => (await stateOf(owner, serial, proposed)) === 'done', 30_000);
    const run = await portal.db.read((db) =>
      db
        .selectFrom('cycle_run')
        .innerJoin('appliance', 'appliance.id', 'cycle_run.appliance')
        .innerJoin('live_state', 'live_state.appliance', 'appliance.id')
        .select(['recipe_number', 'recipe_version', 'recipe_hash', 'request', 'reported'])
        .where('serial', '=', serial)
        .executeTakeFirstOrThrow(),
    );
    assert.deepEqual([run.recipe_number, run.recipe_version, run.recipe_hash], [1042, 3, h]);
    assert.equal((run.request as { command?: string }).command, proposed);
    await until('the metric', async () => (await reported(serial))['cycleId'] === 1042, 30_000);

    await owner.call(sendCommand, { params: { id: serial }, body: { name: 'stopCycle', args: {} } });
    await until('the end', async () => (await reported(serial))['cycleState'] !== 1, 30_000);
    // Somebody else holds it now, of which the unit learns with the next it is told.
    await owner.call(releaseAppliance, { params: { id: serial } });
    await unit.act('link', { up: false });
    await unit.act('link', { up: true });
    await until(
      'the unit forgets',
      async () => {
        const slots = (await unit.told())?.favourites?.slots;
        return slots !== undefined && slots[3]?.[0] !== 1042;
      },
      30_000,
    );
  });

  it('S1.6 B3.5 asks for a planned start in time, and nothing has started when nobody came', async () => {
    const owner = await user();
    await using unit = await running(owner);
    const params = { id: unit.serialNumber };
    await until('its panel', async () => (await unit.told())?.proposals, 30_000);
    const minute = localMinute(portal.clock.now() + 5 * minute_ms, timeZone);
    await owner.call(createSchedule, { params, body: { recipeId: '0', minute, args: { load_kg: 5 } } });
    const waiting = await until('the proposal', async () => (await unit.told())?.proposals?.[0], 30_000);
    assert.equal(waiting.at, minute);
    const [asked] = (await owner.call(listSchedules, { params })).open;
    assert.deepEqual([asked?.state, asked?.asksAtPanel], ['proposed', true]);
    portal.clock.leap(40 * minute_ms);
    const over = await until('its end', async () => (await owner.call(listSchedules, { params })).over[0], 30_000);
    assert.deepEqual([over.state, over.reason], ['missed', 'nobody']);
    const runs = await portal.db.read((db) =>
      db
        .selectFrom('cycle_run')
        .innerJoin('appliance', 'appliance.id', 'cycle_run.appliance')
        .select('cycle_run.id')
        .where('serial', '=', unit.serialNumber)
        .execute(),
    );
    assert.deepEqual(runs, []);
  });

  const reported = async (serial: string): Promise<Record<string, unknown>> =>
    (
      await portal.db.read((db) =>
        db
          .selectFrom('live_state')
          .innerJoin('appliance', 'appliance.id', 'live_state.appliance')
          .select('reported')
          .where('serial', '=', serial)
          .executeTakeFirstOrThrow(),
      )
    ).reported;
});
