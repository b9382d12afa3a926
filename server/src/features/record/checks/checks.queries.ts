import type { PastCheck } from '@brina/domain/haccp/checks/doubts';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';

type Tenure = { appliance: number; from: number; to: number };

/** Checks of a unit's probes that were told while somebody held it: what others found before and after is not of these records. */
export function checksIn(db: Db, { appliance, from, to }: Tenure): Promise<PastCheck[]> {
  return db
    .selectFrom('probe_check')
    .select(['id', 'at', 'created_at as enteredAt', 'needle', 'found_good as foundGood', 'left_good as leftGood'])
    .select(sql<number[]>`content->'points'`.as('points'))
    .select(sql<number>`(content->>'error_K')::float8`.as('error_K'))
    .select(sql<number>`(content->>'left_K')::float8`.as('left_K'))
    .where('appliance', '=', appliance)
    .where('created_at', '>=', timestamp(Math.max(0, from)))
    .where('created_at', '<', timestamp(to))
    .orderBy('at')
    .orderBy('id')
    .execute();
}
