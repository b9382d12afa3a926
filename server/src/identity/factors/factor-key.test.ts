import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openDatabase } from '#core/db/open-database.ts';
import { makeTestPlace, type TestPlace } from '#core/db/test-database.ts';
import { stillClock } from '#core/testing/test-clock.ts';
import { appOf, codeOf } from '../../../test/authenticators.ts';
import { given, testPassword } from '../../../test/given.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { resetFactorsOf } from '../../reset-factors.ts';
import { loadFactorKey } from './factor-key.ts';

const keyOf = ({ dataDir }: TestPlace): string => join(dataDir, 'secrets', 'factor.key');

/** A place whose portal knows somebody with an authenticator app. */
async function usedPlace() {
  const place = await makeTestPlace();
  await using portal = await startTestPortal({ place });
  const ada = await given(portal).user();
  const app = await appOf(portal, ada);
  return { place, ada, app };
}

const grant = async (portal: TestPortal, email: string, more: Record<string, string> = {}) => {
  const reply = await fetch(portal.url + portal.publicConfig.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: portal.publicConfig.clientId,
      grant_type: 'password',
      username: email,
      password: testPassword,
      ...more,
    }),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

describe('the key of the second factors', () => {
  it('B11.4 is made once, for its owner alone, and opens apps after a restart', async () => {
    const { place, ada, app } = await usedPlace();
    await using _ = place;
    assert.equal((await stat(keyOf(place))).mode & 0o777, 0o600);
    assert.equal((await stat(join(place.dataDir, 'secrets'))).mode & 0o777, 0o700);
    await using portal = await startTestPortal({ place });
    assert.equal((await grant(portal, ada.email)).body['error'], 'mfa_required');
    assert.equal((await grant(portal, ada.email, { code: await codeOf(portal, app.id) })).status, 200);
  });

  it('B11.4 that is lost, wrong or no key keeps the portal from starting, in one sentence, and is never made anew', async () => {
    const { place } = await usedPlace();
    await using _ = place;
    await rm(keyOf(place));
    const says = {
      name: 'FactorKeyFault',
      message: /factor\.key is not the key .* put it back from the backup, .* --reset-factors\.$/,
    };
    await assert.rejects(startTestPortal({ place }), says);
    assert.deepEqual(await readdir(join(place.dataDir, 'secrets')), []);
    await using db = await openDatabase({ ...place, clock: stillClock() });
    await assert.rejects(loadFactorKey(db, place.dataDir), says);
    await writeFile(keyOf(place), randomBytes(32).toString('base64url'));
    await assert.rejects(loadFactorKey(db, place.dataDir), says);
    await writeFile(keyOf(place), 'half a ke');
    await assert.rejects(loadFactorKey(db, place.dataDir), { ...says, message: /holds no key: put it back/ });
  });

  it('B11.4 under which a secret does not open lets nobody in without it', async () => {
    await using portal = await startTestPortal({ expected: [/was sealed with another key/] });
    const ada = await given(portal).user();
    const { id } = await appOf(portal, ada);
    await portal.db.write((db) =>
      db
        .updateTable('factor')
        .set({ sealed_secret: Buffer.alloc(60, 1).toString('base64url') })
        .where('id', '=', id)
        .execute(),
    );
    for (const more of [{}, { code: '000000' }]) {
      const { status, body } = await grant(portal, ada.email, more);
      assert.deepEqual([status, body['error'], 'access_token' in body], [500, 'server_error', false]);
    }
  });
});

describe('the command --reset-factors', () => {
  const main = join(import.meta.dirname, '../../../main.ts');
  const run = async ({ dataDir, url }: TestPlace, ...args: string[]) => {
    const env = {
      PATH: process.env['PATH'],
      BRINA_ENV: 'dev',
      BRINA_DATA_DIR: dataDir,
      ...(url && { BRINA_DATABASE_URL: url }),
    };
    const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, ...said };
  };

  it('B11.4 lets who has lost everything in again, also when the key is lost, and is told by letter and in the audit log', async () => {
    const { place, ada } = await usedPlace();
    await using _ = place;
    await rm(keyOf(place));
    const done = await run(place, '--reset-factors', ada.email.toUpperCase());
    assert.deepEqual(done, {
      code: 0,
      out: `${ada.email} signs in with the password alone, and can set up a second factor again.\n`,
      err: '',
    });

    await using portal = await startTestPortal({ place });
    assert.equal((await grant(portal, ada.email)).status, 200);
    const { mails, acts, live } = await portal.db.read(async (db) => ({
      mails: await db.selectFrom('mail').where('recipient', '=', ada.email).select('kind').execute(),
      acts: await db
        .selectFrom('audit')
        .where('action', '=', 'user.resetFactors')
        .select(['user_id', 'on_id'])
        .execute(),
      live: await db
        .selectFrom('session')
        .where('user_id', '=', ada.id)
        .where('ended_at', 'is', null)
        .select('id')
        .execute(),
    }));
    assert.deepEqual(mails, [{ kind: 'account.factor.reset' }]);
    assert.deepEqual(acts, [{ user_id: null, on_id: ada.id }]);
    assert.equal(live.length, 1, 'only the one that has just begun');
    for (const [email, sentence] of [
      ['nobody@example.com', 'Nobody has the address nobody@example.com.'],
      [ada.email, `${ada.email} has no second factor.`],
      ['', '--reset-factors needs the address of an account.'],
    ] as const)
      await assert.rejects(resetFactorsOf({ ...portal, address: portal.url }, email), {
        name: 'ResetFault',
        message: sentence,
      });
  });
});
