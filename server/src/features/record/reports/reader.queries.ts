import { signUpPreferences } from '@brina/domain/constants';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import type { Order } from './press-thread.ts';

/** Where paper is Letter: ANSI sizes are the rule (ISO 216 is elsewhere). */
const letterCountries: readonly string[] = ['US', 'CA', 'MX'];

/** The paper of a country. */
export const paperOf = (country: string | null): Order['paper'] =>
  letterCountries.includes(country ?? '') ? 'LETTER' : 'A4';

/** How the caller reads; paper and units are those of its company's country, for who gets the file reads it there. */
export async function readerOf(db: Db, caller: Caller): Promise<Pick<Order, 'reader' | 'paper'>> {
  const { country, timeZone, preferences } = await db
    .selectFrom('app_user as u')
    .leftJoin('company as c', (join) => join.on('c.id', '=', caller.companyId))
    .select(['c.country', 'c.time_zone as timeZone', 'u.preferences'])
    .where('u.id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  const { hours_display_system: hours } = {
    ...signUpPreferences,
    ...(preferences as Partial<typeof signUpPreferences>),
  };
  const measurement = country === 'US' ? 'imperial' : 'metric';
  return {
    reader: { locale: caller.locale, measurement, hours, timeZone: timeZone ?? 'UTC' },
    paper: paperOf(country),
  };
}
