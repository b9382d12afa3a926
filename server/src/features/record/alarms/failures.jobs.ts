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

/** Tells of units whose rules fail, and no longer of those whose rules run again, as of any other alarm. */
export async function tellFailures({ db, bus, clock }: Pick<Parts, 'db' | 'bus' | 'clock'>): Promise<void> {
  const now = clock.now();
  const isThere = await db.read((tx) => failuresOf(tx, now));
  if (isThere.every(({ isDue }) => !isDue)) return;
  const frames = await db.write(async (tx) => {
    await lockRules(tx);
    const due = (await failuresOf(tx, now)).filter(({ isDue }) => isDue);
    await tx.deleteFrom('alarm_failure').where('ends_at', '<=', timestamp(now)).execute();
    await storeIntervals(
      tx,
      due.flatMap(({ stored }) => stored ?? []),
      now,
    );
    return showAlarms(tx, due, now);
  });
  for (const frame of frames) bus.publish('live', { serial: frame.serialNumber, frame });
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
