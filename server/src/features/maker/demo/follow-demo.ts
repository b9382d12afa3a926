import { hour_ms, minute_ms, second_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Timer } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Log } from '#core/log.ts';
import type { Demo } from './demo.ts';
import { demoDeeds } from './demo-deeds.ts';
import { type Door, People } from './demo-people.ts';

type Parts = Door & { db: Database; log: Log };

const lookEvery_ms = 10 * second_ms;
/** What could not be done so long after the past was whole is not done any more: a visitor may have done it, or something else. */
const givesUp_ms = hour_ms;
/** What has been due for so long waits for its turn; each day of a unit begins the next one. */
const dueFor_ms = minute_ms;

/**
 * Lets the demo's people do what they do (`demoDeeds`) once the past of their units has arrived and stands in the book: in their order, each
 * once whatever is restarted meanwhile. What cannot be done yet is passed over and tried again for an hour.
 */
export function followDemo(parts: Parts, demo: Demo): Disposable {
  const { clock, log } = parts;
  let looking: Timer | undefined;
  let isOver = false;
  let wholeSince_ms: number | null = null;
  const look = async (): Promise<void> => {
    try {
      if (await isWhole(parts.db, demo, clock.now())) {
        wholeSince_ms ??= clock.monotonic();
        await doOpen(parts, demo);
      }
    } catch (error) {
      if (!isOver) log.warn({ event: 'demo.people', err: error }, 'The people of the demo try again later');
    }
    const hasTime = wholeSince_ms === null || clock.monotonic() - wholeSince_ms < givesUp_ms;
    if (!isOver && hasTime && openDeeds(demo).length > 0) looking = clock.after(lookEvery_ms, look);
  };
  if (openDeeds(demo).length > 0) looking = clock.after(lookEvery_ms, look);
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      looking?.[Symbol.dispose]();
    },
  };
}

/** What is still to be done; nothing in a demo that is older than its people's deeds. */
const openDeeds = ({ done }: Demo) => (done ? demoDeeds.filter(({ name }) => !done.names.includes(name)) : []);

/** Whether all of the past has come, and is judged. */
async function isWhole(db: Database, demo: Demo, now: number): Promise<boolean> {
  if ((await demo.historyShare()) < 1) return false;
  return db.read(async (tx) => {
    const due = timestamp(now - dueFor_ms);
    const waits = sql<boolean>`(
      exists (select from batch b where b.appliance = a.id and b.due_at < ${due})
      or exists (select from hold_day d where d.appliance = a.id and d.due_at < ${due})
      or not exists (select from hold_day d where d.appliance = a.id and d.to_at > ${due}))`;
    const waiting = await tx
      .selectFrom('appliance as a')
      .select('a.id')
      .where('a.serial', 'in', [...demo.fleet])
      .where(waits)
      .limit(1)
      .executeTakeFirst();
    return waiting === undefined;
  });
}

async function doOpen(parts: Parts, demo: Demo): Promise<void> {
  const people = new People(parts, demo.accounts);
  try {
    for (const deed of openDeeds(demo)) {
      const person = await people.as(deed.by);
      if (await person.does(deed)) await demo.done?.add(deed.name);
    }
  } finally {
    await people.leave();
  }
}
