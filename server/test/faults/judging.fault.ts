import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { judgeVersion } from '@brina/domain/haccp/judge-versions';
import { minute_ms } from '@brina/domain/language/durations';
import { makeTestPlace } from '#core/db/test-database.ts';
import { restoreFirstRelease } from '../first-release/restore.ts';
import { startTestPortal } from '../portal.ts';
import { seededRandom } from '../random.ts';
import { openPlace, type Place } from './fleet.ts';
import { freePort, nodeProgram, type Program } from './processes.ts';

/** Times that the units of the first release are there; each time they have eight records. */
const times = 12;
const kills = 8;
/** Of a portal that has just come up. */
const killWithin_ms = 4000;
const turn_ms = 3000;
const turns_max = 30;

/** A portal in whose time the records of the first release are of today. */
async function portalOfThen(place: Place, now: number): Promise<Program> {
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const env = {
    BRINA_HTTP_PORT: String(httpPort),
    BRINA_MQTT_PORT: String(mqttPort),
    BRINA_DATA_DIR: place.dataDir,
    BRINA_ENV: 'dev',
    BRINA_LOG: 'error',
    ...(place.url && { BRINA_DATABASE_URL: place.url }),
  };
  const isUp = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${httpPort}/live`)).ok;
  return nodeProgram('portal-of-then.ts', env, isUp, [String(now)]);
}

async function revisionsIn(place: Place): Promise<string[]> {
  await using database = await openPlace(place);
  const rows = await database.read((db) =>
    db
      .selectFrom('batch_revision')
      .select(['batch', 'revision', 'cause', 'verdict', 'content_hash', 'content'])
      .orderBy('batch')
      .orderBy('revision')
      .execute(),
  );
  return rows.map(({ batch, revision, cause, verdict, content_hash, content }) =>
    [
      batch,
      revision,
      cause,
      verdict,
      ...[content_hash, content].map((bytes) => Buffer.from(bytes).toString('hex')),
    ].join(),
  );
}

/** How many records today's judge has not looked at. */
async function waitingIn(place: Place): Promise<number> {
  await using database = await openPlace(place);
  const { waiting } = await database.read((db) =>
    db
      .selectFrom('batch')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('revision', '>', 0)
      .where('considered_by', '<', judgeVersion)
      .executeTakeFirstOrThrow(),
  );
  return Number(waiting);
}

it('B2.1 S7.35 a portal that is killed again and again while it judges old records leaves the revisions of one that was not', async () => {
  const random = seededRandom('judging');
  await using place = await makeTestPlace();
  await using undisturbed = await makeTestPlace();
  const { now } = await restoreFirstRelease(place, times);
  await restoreFirstRelease(undisturbed, times);
  const before = await revisionsIn(place);
  const all = await waitingIn(place);
  assert.equal(all, times * 8);
  {
    await using portal = await startTestPortal({ place: undisturbed, began_ms: now + minute_ms });
    await portal.clock.advance(2 * minute_ms);
  }
  const expected = await revisionsIn(undisturbed);
  assert.equal(expected.length, before.length + times * 7, 'one more of each but those without telemetry');

  await using portal = await portalOfThen(place, now + minute_ms);
  const left: number[] = [];
  for (let nth = 0; nth < kills; nth++) {
    await portal.start();
    await pause(random() * killWithin_ms);
    await portal.end('SIGKILL');
    left.push(await waitingIn(place));
  }
  assert.ok(
    left.some((waiting) => waiting > 0 && waiting < all),
    `no kill came amid the work: ${left.join(' ')}`,
  );
  for (let turn = 0; turn < turns_max && (await waitingIn(place)) > 0; turn++) {
    await portal.start();
    await pause(turn_ms);
    assert.equal(await portal.end('SIGTERM'), 0);
  }
  const after = await revisionsIn(place);
  assert.deepEqual(
    before.filter((revision) => !after.includes(revision)),
    [],
    'what stood before stands',
  );
  assert.deepEqual(after, expected);
});
