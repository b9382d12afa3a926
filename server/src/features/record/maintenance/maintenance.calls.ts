import { listMaintenance, type Maintenance, recordMaintenance } from '@brina/contract/calls/record/maintenance';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { viewOf } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { noted_max_days, recordWork } from './record-work.ts';
import { recordableBy } from './recordable.ts';

/** A clock of a phone may be wrong by this much. */
const clockOff_ms = 5 * minute_ms;
const listed_max = 200;

const record = handle(recordMaintenance, async ({ db, caller, params, body, clock, audit }) => {
  const now = clock.now();
  if (!recordableBy(caller).includes(body.kind)) refuse('maintenance_not_yours', 403);
  if (body.at > now + clockOff_ms) refuse('maintenance_in_future', 422);
  const heldSince = await lookedAtSince(db, caller, params.id);
  // What the rules found in a former owner's time stays as it is.
  if (body.at < Math.max(heldSince - clockOff_ms, now - noted_max_days * day_ms))
    refuse('maintenance_too_old', 422, { days: noted_max_days });
  const at = Math.min(Math.max(body.at, heldSince), now);
  const id = await recordWork(db, caller, { serial: params.id, kind: body.kind, at, note: body.note }, now);
  await audit('appliance.maintenance', params.id, { kind: body.kind });
  const [recorded] = await maintenanceOf(db, caller, params.id, id);
  return recorded ?? refuse('not_found', 404);
});

const list = handle(listMaintenance, ({ db, caller, params }) => maintenanceOf(db, caller, params.id));

/** Since when the caller may look at an appliance that it may look at now; epoch ms. */
async function lookedAtSince(db: Db, caller: Caller, serial: string): Promise<number> {
  const view = await db
    .selectFrom('appliance as a')
    .innerJoin(viewOf(caller).as('v'), 'v.appliance', 'a.id')
    .select('v.from_at')
    .where('a.serial', '=', serial)
    .where('v.to_at', 'is', null)
    .executeTakeFirst();
  return view?.from_at ?? refuse('not_found', 404);
}

/**
 * What was done to an appliance while the caller might look at it, newest first; all or one. Who was erased has no company any more,
 * and is not taken for one of the kitchen's own.
 */
async function maintenanceOf(db: Db, caller: Caller, serial: string, id?: string): Promise<Maintenance[]> {
  return db
    .selectFrom('appliance as a')
    .innerJoin('maintenance as m', 'm.appliance', 'a.id')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .leftJoin('company as c', (join) => join.on('c.id', '=', sql<string>`coalesce(u.company_id, m.company_id)`))
    .select(['m.id', 'm.kind', 'm.at', 'm.note'])
    .select(sql<string | null>`case when u.erased_at is null then coalesce(c.name, '') end`.as('company'))
    .where('a.serial', '=', serial)
    .where(({ eb, lit }) => (id === undefined ? lit(true) : eb('m.id', '=', id)))
    .where(sql<boolean>`exists (
      select from ${viewOf(caller)} v
      where v.appliance = a.id and v.from_at <= m.created_at and (v.to_at is null or m.created_at < v.to_at))`)
    .orderBy('m.at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(listed_max)
    .execute();
}

/** What people do to an appliance: alarm rules measure from it, the passport counts the repairs. */
export const maintenanceHandlers = [record, list];
