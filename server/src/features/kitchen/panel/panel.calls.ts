import { listTrays } from '@brina/contract/calls/kitchen/trays';
import { hour_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { type Handled, handle } from '#core/http/handle.ts';

/** A timer is of the present holder's time, though the unit goes on with what it was told before. */
const trays = handle(listTrays, async ({ db, caller, params }) => {
  const panel = await db
    .selectFrom('appliance as a')
    .innerJoin('tenure as t', 't.appliance', 'a.id')
    .innerJoin('unit_panel as p', 'p.appliance', 'a.id')
    .select(['a.id', 'p.told', 't.from_at'])
    .where('a.serial', '=', params.id)
    .where('t.company_id', '=', caller.companyId)
    .where('t.to_at', 'is', null)
    .executeTakeFirst();
  const timers = (panel?.told.trayTimers ?? []).filter(({ from }) => from === 0 || from >= (panel?.from_at ?? 0));
  if (!panel || timers.length === 0) return [];
  const oldest = Math.min(...timers.map(({ from }) => from || (panel.from_at ?? 0)));
  const started = await db
    .selectFrom('event as e')
    .distinctOn(sql`e.body->>'tray'`)
    .select('e.body')
    .where('e.appliance', '=', panel.id)
    .where('e.type', '=', 'tray')
    .where('e.at', '>=', timestamp(Math.max(panel.from_at, oldest - hour_ms)))
    .where(sql<boolean>`e.body->>'event' = 'started'`)
    .orderBy(sql`e.body->>'tray'`)
    .orderBy('e.at', 'desc')
    .orderBy('e.log', 'desc')
    .orderBy('e.seq', 'desc')
    .execute();
  const needles = new Map(started.map(({ body }) => [body['tray'], body['needle']]));
  return timers
    .map(({ tray, from, min, product }) => {
      const needle = needles.get(tray);
      return { tray, from: from > 0 ? from : null, min, product, needle: typeof needle === 'number' ? needle : null };
    })
    .toSorted((one, other) => one.tray - other.tray);
});

export const panelHandlers: readonly Handled[] = [trays];
