import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { timestamp } from '#core/db/instants.ts';
import { makeTestPlace, type TestPlace } from '#core/db/test-database.ts';
import { newId } from '#core/ids.ts';
import { until } from '#core/testing/until.ts';
import { entriesFrom } from '#features/record/ledger/entries.queries.ts';
import { restoreFirstRelease } from '../first-release/restore.ts';
import { given } from '../given.ts';
import { startTestPortal } from '../portal.ts';
import { seededRandom } from '../random.ts';
import { openPlace, type Place } from './fleet.ts';
import { type Program, portalOfThen } from './processes.ts';
import type { Question } from './questions.ts';

const work_ms = 120_000;

/**
 * The records of the first release, all judged and in the book of their company, and somebody of it.
 * @param times how often its units are there; each time they have eight records
 */
async function recordsOfThen(
  place: TestPlace,
  times: number,
): Promise<{ now: number; companyId: string; userId: string }> {
  const { now, companyId } = await restoreFirstRelease(place, times);
  await using portal = await startTestPortal({ place, began_ms: now + minute_ms });
  await portal.clock.advance(5 * minute_ms);
  const { id } = await given(portal).user('USER', { companyId });
  return { now: portal.clock.now(), companyId, userId: id };
}

/** Starts a portal at a time, lets it work until something is so, and kills it. */
async function killedWhen(
  place: Place,
  at: number,
  what: string,
  isSo: (portal: Program) => Promise<boolean>,
): Promise<void> {
  await using portal = await portalOfThen(place, at);
  await portal.start();
  await until(what, () => isSo(portal), work_ms);
  await portal.end('SIGKILL');
}

type Reports = { state: string; done: number; total: number; attempts: number }[];
const reportsOf = (portal: Program) => portal.ask<Reports>({ what: 'reports' } satisfies Question);
const keptIn = (portal: Program) => portal.ask<number>({ what: 'kept' } satisfies Question);

it('B2.9 a portal that is killed while it reads for a report, and while it prints it, makes it anew: in the end there is one, and the book says once that it was issued', async () => {
  await using place = await makeTestPlace();
  const { now, companyId, userId } = await recordsOfThen(place, 6);
  const id = newId(now);
  {
    await using database = await openPlace(place);
    const days = { from_day: localDay(now - 30 * day_ms, 'Europe/Rome'), to_day: localDay(now, 'Europe/Rome') };
    const made = {
      paper: 'A4',
      locale: 'en',
      state: 'waiting',
      created_at: timestamp(now),
      due_at: timestamp(now),
    } as const;
    const values = { id, company_id: companyId, user_id: userId, ...days, ...made };
    await database.write((db) => db.insertInto('haccp_report').values(values).execute());
  }
  // Who was killed holds its report for two minutes.
  const later = (nth: number): number => now + 3 * nth * minute_ms;
  await killedWhen(place, now, 'some of it is read', async (portal) =>
    (await reportsOf(portal)).some(({ attempts, done }) => attempts === 1 && done > 0),
  );
  await killedWhen(place, later(1), 'all of it is read', async (portal) =>
    (await reportsOf(portal)).some(({ attempts, done, total }) => attempts === 2 && total > 1 && done === total - 1),
  );
  {
    await using portal = await portalOfThen(place, later(2));
    await portal.start();
    assert.deepEqual(
      (await reportsOf(portal)).map(({ state }) => state),
      ['running'],
      'the second kill came before it was kept',
    );
    await until('it is made', async () => (await reportsOf(portal))[0]?.state === 'done', work_ms);
    assert.equal(await portal.end('SIGTERM'), 0);
  }
  await using database = await openPlace(place);
  const { reports, issues } = await database.read(async (db) => ({
    reports: await db.selectFrom('haccp_report').select(['id', 'state', 'attempts', 'file']).execute(),
    issues: await db.selectFrom('ledger_entry').select('id').where('kind', '=', 'issue').execute(),
  }));
  assert.deepEqual(
    reports.map(({ file: _, ...report }) => report),
    [{ id, state: 'done', attempts: 3 }],
  );
  const file = Buffer.from(reports[0]?.file ?? '');
  assert.equal(file.toString('latin1', 0, 5), '%PDF-');
  assert.deepEqual(issues, [{ id: createHash('sha256').update(file).digest('hex') }]);
});

it('B2.12 a portal that is killed again and again while it removes old records leaves each whole, or removed and named as such', async () => {
  const random = seededRandom('removal');
  await using place = await makeTestPlace();
  // Five pieces of work, of 50 records each: a server removes one in the time that a test needs to see it.
  const { now, companyId } = await recordsOfThen(place, 30);
  const then = now + 6 * 366 * day_ms;
  // A clock that leaps is doubted for a day, and nothing goes meanwhile.
  {
    await using portal = await startTestPortal({ place, began_ms: then - 2 * day_ms });
    portal.clock.leap(hour_ms);
    await portal.settled();
  }
  const counts: number[] = [];
  /** What is not there any more is what the book says was removed. */
  const check = async (): Promise<void> => {
    await using database = await openPlace(place);
    const entries = await database.read(async (db) => {
      const book = await db
        .selectFrom('ledger_book')
        .select('id')
        .where('company_id', '=', companyId)
        .executeTakeFirstOrThrow();
      return entriesFrom(db, book.id, 0, 10_000);
    });
    const gone = entries.flatMap(({ entry, content }) => (content === null ? [entry.ix] : []));
    const named = entries.flatMap(({ entry: { kind }, content }) =>
      kind === 'removal' ? (content?.['ranges'] as [number, number][]) : [],
    );
    const removed = named.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
    assert.deepEqual(
      removed.toSorted((a, b) => a - b),
      gone,
    );
  };
  for (let nth = 0; nth < 4; nth++) {
    await using portal = await portalOfThen(place, then + nth * minute_ms);
    await portal.start();
    const before = await keptIn(portal);
    counts.push(before);
    if (before > 0) await until('some are removed', async () => (await keptIn(portal)) < before, work_ms);
    await pause(random() * 30);
    await portal.end('SIGKILL');
    await check();
  }
  await using portal = await portalOfThen(place, then + day_ms);
  await portal.start();
  await until('all are removed', async () => (await keptIn(portal)) === 0, work_ms);
  assert.equal(await portal.end('SIGTERM'), 0);
  await check();
  assert.ok(
    counts.some((count, nth) => nth > 0 && count > 0),
    `no kill came amid the work: ${counts.join(' ')}`,
  );
});
