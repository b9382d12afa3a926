import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { createLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { familyOf } from '@brina/domain/appliance/families/families';
import { until } from '#core/testing/until.ts';
import { given, type TestUser, testPassword } from './given.ts';
import { ownPortal } from './portal.ts';

const program = resolve(import.meta.dirname, '../../tools/simulator.ts');

describe('npm run simulator -- --count', async () => {
  const portal = await ownPortal({ runs: true });
  const { user } = given(portal);
  const folder = await mkdtemp(join(tmpdir(), 'brina-more-units-'));
  after(() => rm(folder, { recursive: true, force: true }));

  /** What the portal of npm start leaves in its data folder, with these accounts. */
  const ready = (accounts: readonly TestUser[]): Promise<void> =>
    writeFile(
      join(folder, 'ready.json'),
      JSON.stringify({
        url: portal.url,
        mqttUrl: portal.mqttUrl,
        accounts: accounts.map(({ role, email }) => ({ role, email, password: testPassword, company: '' })),
      }),
    );
  const simulator = (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, BRINA_DATA_DIR: folder } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    return {
      ended: once(child, 'close').then(([code]) => ({ code, output })),
      [Symbol.asyncDispose]: async () => {
        child.kill('SIGTERM');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
      },
    };
  };

  it('S7.25 S1.4 makes units of every family at the portal that runs, its owner adds them, and all are live; a second run goes on with them', async () => {
    const owner = await user();
    const laboratories = ['Main kitchen', 'Pastry'];
    for (const name of laboratories) await owner.call(createLaboratory, { body: { name } });
    await ready([owner, await user('SUPERFACTORY')]);
    const live = async (count: number) => {
      const all = await owner.call(listAppliances, {});
      return all.filter(({ online, status }) => online && status !== 'unknown').length >= count && all;
    };
    {
      await using _running = simulator('--count', '6', '--claim');
      const all = await until('six units are live', () => live(6), 60_000);
      assert.equal(new Set(all.map(({ model }) => familyOf(model)?.code)).size, 6);
      assert.equal(new Set(all.map(({ lab }) => lab?.name)).size, laboratories.length);
    }
    const file = join(folder, 'more-units.json');
    assert.equal((await stat(file)).mode & 0o777, 0o600, 'keys are for their owner only');
    const serials = async (): Promise<string[]> =>
      (JSON.parse(await readFile(file, 'utf8')) as { units: { serial: string }[] }).units.map(({ serial }) => serial);
    const first = await serials();
    {
      await using _running = simulator('--count', '8', '--claim');
      await until('eight units are live', () => live(8), 60_000);
    }
    const second = await serials();
    assert.deepEqual(second.slice(0, 6), first);
    assert.equal(second.length, 8);

    // The file is lost: numbers that are taken are passed over.
    await rm(file);
    {
      await using _running = simulator('--count', '2', '--claim');
      await until('two more are live', async () => (await owner.call(listAppliances, {})).length === 10, 60_000);
    }
    assert.ok((await serials()).every((serial) => !second.includes(serial)));
  });

  it('says in a sentence what is missing', async () => {
    const told = async (...args: string[]) => {
      await using run = simulator(...args);
      return await run.ended;
    };
    await ready([]);
    const without = await told('--count', '3');
    assert.match(without.output, /has no demo accounts/);
    assert.doesNotMatch(without.output, /at .*\.ts:/);
    assert.equal(without.code, 1);
    assert.match((await told('--count', 'many')).output, /--count must be a whole number/);
    assert.match((await told()).output, /--fleet fleet\.json/);
    await rm(join(folder, 'ready.json'));
    assert.match((await told('--count', '3')).output, /start one with npm start/);
  });
});
