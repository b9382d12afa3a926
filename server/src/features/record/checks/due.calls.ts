import { type CheckedProbe, duePage_rows, listDueChecks } from '@brina/contract/calls/record/checks';
import { dueState } from '@brina/domain/haccp/checks/check-due';
import { sql } from 'kysely';
import { viewOf } from '#core/access/views.ts';
import { handle } from '#core/http/handle.ts';
import { probesOf } from './due.queries.ts';

/**
 * The probes of what a caller may look at now, those that are due first. When one is due follows from all its checks, so that all are looked
 * at for each page.
 */
export const dueHandler = handle(listDueChecks, async ({ db, caller, query, clock }) => {
  const { serial = null, labId = null, state, page = 0 } = query;
  const now = clock.now();
  const units = await db
    .selectFrom(viewOf(caller).as('v'))
    .innerJoin('appliance as a', 'a.id', 'v.appliance')
    .innerJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'a.id').on('t.to_at', 'is', null))
    .innerJoin('company as c', 'c.id', 't.company_id')
    .leftJoin('laboratory as l', (join) =>
      join.onRef('l.id', '=', 'a.laboratory_id').onRef('l.company_id', '=', 'c.id'),
    )
    .select(['a.id as appliance', 'a.serial', 'a.name', 'a.model', 'l.id as labId', 'l.name as laboratory'])
    .select(['t.company_id as company', 't.from_at as heldSince'])
    .select(sql<string>`coalesce(l.time_zone, c.time_zone)`.as('timeZone'))
    .where('v.to_at', 'is', null)
    .where(({ eb, lit }) => (serial === null ? lit(true) : eb('a.serial', '=', serial)))
    .where(({ eb, lit }) => (labId === null ? lit(true) : eb('l.id', '=', labId)))
    .orderBy('a.name')
    .orderBy('a.serial')
    .execute();
  const unitOf = new Map(units.map((unit) => [unit.appliance, unit]));
  const probes = (await probesOf(db, units, now))
    .flatMap(({ appliance, needle, last, dueAt }): CheckedProbe[] => {
      const unit = unitOf.get(appliance);
      if (!unit) return [];
      const { serial: serialNumber, name, model, labId, laboratory, timeZone } = unit;
      const place = { serialNumber, name, model, labId, laboratory, timeZone };
      return [{ ...place, needle, last, dueAt, state: dueState(dueAt, now) }];
    })
    .filter((one) => state === undefined || one.state !== 'ok')
    .sort((one, other) => one.dueAt - other.dueAt);
  const from = page * duePage_rows;
  return { items: probes.slice(from, from + duePage_rows), total: probes.length };
});
