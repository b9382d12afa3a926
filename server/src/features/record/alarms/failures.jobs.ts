import type { LiveFrame } from '@brina/contract/live';
import { minute_ms } from '@brina/domain/language/durations';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { derivedId } from '#core/ids.ts';
import { lockRules } from './alarms.jobs.ts';
import { failures } from './parts/failures.ts';
import { ofFailure, type StoredInterval, storeIntervals } from './parts/intervals.ts';
import { showAlarms } from './parts/shown.ts';

/** How often failures are looked at, ms. */
export const failuresEvery_ms = minute_ms / 4;

/**
 * Tells of units whose rules fail, and no longer of those whose rules run again, as of any other alarm. Each in a transaction of its own:
 * the database may refuse for one what made its rules fail.
 */
export async function tellFailures({
  db,
  bus,
  clock,
  log,
}: Pick<Parts, 'db' | 'bus' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const due = (await db.read((tx) => failuresOf(tx, now))).filter(({ isDue }) => isDue);
  for (const { appliance, serial } of due) {
    try {
      const frames = await db.write((tx) => tellFailure(tx, appliance, now));
      for (const frame of frames) bus.publish('live', { serial: frame.serialNumber, frame });
    } catch (error) {
      log.error(
        { event: 'alarms.failed', serial, err: error },
        'that the alarm rules of an appliance fail cannot be told',
      );
    }
  }
}

async function tellFailure(db: Db, appliance: number, now: number): Promise<LiveFrame[]> {
  await lockRules(db);
  const due = (await failuresOf(db, now)).filter((one) => one.appliance === appliance && one.isDue);
  await db
    .deleteFrom('alarm_failure')
    .where('appliance', '=', appliance)
    .where('ends_at', '<=', timestamp(now))
    .execute();
  await storeIntervals(
    db,
    due.flatMap(({ stored }) => stored ?? []),
    now,
  );
  return showAlarms(db, due, now);
}

/** Failures and the alarms that tell of them; `stored`: as the alarm is to be from now on; `isDue`: something changes. */
async function failuresOf(
  db: Db,
  now: number,
): Promise<{ appliance: number; serial: string; stored: StoredInterval | null; isDue: boolean }[]> {
  const rows = await db
    .selectFrom('alarm_failure as f')
    .innerJoin('appliance as a', 'a.id', 'f.appliance')
    .leftJoin('alarm_interval as i', (join) =>
      join.onRef('i.appliance', '=', 'a.id').on('i.name', '=', ofFailure).on('i.cleared_at', 'is', null),
    )
    .select(['f.appliance', 'a.serial', 'f.kind', 'f.since_at', 'f.ends_at', 'i.id'])
    .execute();
  return rows.map(({ appliance, serial, kind, since_at, ends_at, id }) => {
    const raisedAt = since_at + failures[kind].patience_ms;
    const isOver = ends_at !== null && ends_at <= now;
    const isTold = id !== null;
    const interval = {
      name: ofFailure,
      startedAt: since_at,
      raisedAt,
      clearedAt: isOver ? now : null,
      state: isOver ? ('cleared' as const) : ('active' as const),
      by: ['server' as const],
      evidence: {},
      foldedInto: null,
      chattering: 0,
    };
    const isNews = isTold ? isOver : !isOver && raisedAt <= now;
    return {
      appliance,
      serial,
      stored: isNews ? { id: id ?? derivedId('alarm', serial, ofFailure, 1, since_at), appliance, interval } : null,
      isDue: isNews || isOver,
    };
  });
}
