import { day_ms } from '@brina/domain/language/durations';
import * as z from 'zod/mini';
import type { Db } from './database.ts';

/** Further than this between two looks the clock leaps, unless nobody looked for so long. */
const leap_ms = 7 * day_ms;
/** Whoever keeps the machine has this long to set its clock right. */
const doubt_ms = day_ms;

/** The row as text; what cannot be read was never looked at. */
const kept = z.pipe(
  z.pipe(z.string(), z.transform(parsed)),
  z.object({ looked: z.number(), doubtedUntil: z.number() }),
);
const name = 'believed_clock';

/**
 * Looks at the clock for somebody whose work cannot be undone: a machine that begins with a wrong year must not lose the years before.
 * What leapt since the last look, or was never looked at, is believed after a day; so is the clock of a portal that was switched off for
 * long. All portals of an installation share the look.
 * @returns since when it is believed, epoch ms: in the future while it is doubted
 */
export async function clockBelievedFrom(db: Db, now: number): Promise<number> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).forUpdate().executeTakeFirst();
  const { data: before } = kept.safeParse(row?.value);
  const isSteady = before && Math.abs(now - before.looked) <= leap_ms;
  const next = { looked: now, doubtedUntil: isSteady ? before.doubtedUntil : now + doubt_ms };
  await db
    .insertInto('setting')
    .values({ name, value: JSON.stringify(next) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(next) }))
    .execute();
  return next.doubtedUntil;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
