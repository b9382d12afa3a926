import { listPosters } from '@brina/contract/calls/record/inspection';
import { peopleOf } from '#core/access/partners.ts';
import type { Bus } from '#core/bus/bus.ts';
import type { Db } from '#core/db/database.ts';

/**
 * Who is told at once that somebody asks at a poster, or asks no more (B2.10): a company's people and those it has invited. What each of
 * them sees of it their own question says.
 */
export async function hearersOf(db: Db, company: string): Promise<string[]> {
  const invited = await db
    .selectFrom('membership')
    .select('user_id')
    .where('company_id', '=', company)
    .where('accepted_at', 'is not', null)
    .execute();
  return [...(await peopleOf(db, company)), ...invited.map(({ user_id }) => user_id)];
}

/** Tells them, once it is committed. */
export const tellAsked = (bus: Bus, users: readonly string[]): void =>
  bus.publish('reply.changed', { users, call: listPosters.id });
