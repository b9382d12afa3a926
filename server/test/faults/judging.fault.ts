import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import { makeTestPlace } from '#core/db/test-database.ts';
import { until } from '#core/testing/until.ts';
import { restoreFirstRelease } from '../first-release/restore.ts';
import { startTestPortal } from '../portal.ts';
import { seededRandom } from '../random.ts';
import { openPlace, type Place } from './fleet.ts';
import { portalOfThen } from './processes.ts';
import type { Question } from './questions.ts';

/** Times that the units of the first release are there; each time they have eight records. */
const times = 8;
const kills = 5;
/** How many records a portal may judge before it is killed. */
const judged_max = 9;
const judging_ms = 120_000;

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

it('B2.1 S7.35 a portal that is killed again and again while it judges old records leaves the revisions of one that was not', async () => {
  const random = seededRandom('judging');
  await using place = await makeTestPlace();
  await using undisturbed = await makeTestPlace();
  const { now } = await restoreFirstRelease(place, times);
  await restoreFirstRelease(undisturbed, times);
  const before = await revisionsIn(place);
  {
    await using portal = await startTestPortal({ place: undisturbed, began_ms: now + minute_ms });
    await portal.clock.advance(2 * minute_ms);
  }
  const expected = await revisionsIn(undisturbed);
  assert.equal(expected.length, before.length + times * 7, 'one more of each but those without telemetry');

  await using portal = await portalOfThen(place, now + minute_ms);
  const waiting = () => portal.ask<number>({ what: 'unjudged' } satisfies Question);
  const all = times * 8;
  let left = all;
  const found: number[] = [];
  for (let nth = 0; nth < kills; nth++) {
    await portal.start();
    found.push(await waiting());
    left -= 1 + Math.floor(random() * judged_max);
    await until(`no more than ${left} records wait`, async () => (await waiting()) <= left, judging_ms);
    await portal.end('SIGKILL');
  }
  await portal.start();
  found.push(await waiting());
  assert.ok(
    found.some((count) => count > 0 && count < all),
    `no kill came amid the work: ${found.join(' ')}`,
  );
  await until('no record waits', async () => (await waiting()) === 0, judging_ms);
  assert.equal(await portal.end('SIGTERM'), 0);
  const after = await revisionsIn(place);
  assert.deepEqual(
    before.filter((revision) => !after.includes(revision)),
    [],
    'what stood before stands',
  );
  assert.deepEqual(after, expected);
});
