import { familyOf } from '@brina/domain/appliance/families/families';
import { minute_ms } from '@brina/domain/language/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { EventFact, IngestStep } from '#core/ingest/facts.ts';
import { endNoticesOf, noticeLasts_ms, tellNotice } from '#core/notices.ts';
import type { Unit } from '#core/picture/unit.ts';

type OfTray = EventFact & { body: { type: 'tray' } };

const isOfTray = (fact: EventFact): fact is OfTray => fact.body.type === 'tray';

/** What the keys of all notices about trays begin with. */
const trays = 'tray/';

/** What the keys of notices about the trays of a run begin with, or about one of them. */
const startOf = (runId: string, tray?: number): string =>
  `${trays}${encodeURIComponent(runId)}/${tray === undefined ? '' : `${tray}/`}`;

/**
 * Tells the kitchen of trays that are done (S4.14), until they are taken away, set anew, or their run is over, also where nobody told its
 * end: another has begun. What came of a timer is computed from all that is stored of it, so that late data tell of nothing that is over.
 */
export const tellTrays: IngestStep = async (db, { events, now_ms }) => {
  for (const fact of events) {
    const { unit, at_ms, body } = fact;
    if (isOfTray(fact) && fact.body.event === 'done') await tellDone(db, fact, now_ms);
    else if (!unit.picture.notices.some(({ name }) => name === 'tray_done')) continue;
    else if (isOfTray(fact)) await endNoticesOf(db, unit, { start: startOf(fact.body.runId, fact.body.tray), at_ms });
    else if (body.type === 'cycle' && body.event === 'started')
      await endOfOtherRuns(db, unit, { runId: body.runId, at_ms });
    else if (body.type === 'cycle')
      await endNoticesOf(db, unit, { start: startOf(body.runId), at_ms, evenLater: true });
  }
};

/** A unit runs one cycle at a time: with the next one the trays of those before are taken away. */
const endOfOtherRuns = (db: Db, unit: Unit, { runId, at_ms }: { runId: string; at_ms: number }): Promise<void> =>
  endNoticesOf(db, unit, { start: trays, butOf: startOf(runId), at_ms });

/** A timer that is done, and where that stands in what its unit told. */
type Done = Pick<OfTray, 'at_ms' | 'log' | 'seq'> & {
  readonly unit: Pick<Unit, 'id' | 'heldSince_ms'>;
  readonly body: { readonly runId: string; readonly tray: number };
};

/** Asks what came of a timer besides that it is done. A start that is older than a notice lasts is not looked for. */
export function whatCameOf(db: Db, { unit, at_ms, log, seq, body: { runId, tray } }: Done) {
  const held_ms = unit.heldSince_ms ?? 0;
  const since = timestamp(Math.max(held_ms, at_ms - noticeLasts_ms));
  const place = sql`(${timestamp(at_ms)}, ${log}, ${seq}::bigint)`;
  const ofTimer = sql`e.appliance = ${unit.id} and e.type = 'tray' and e.at >= ${since}
    and e.body->>'runId' = ${runId} and e.body->>'tray' = ${String(tray)}`;
  return db
    .selectFrom('appliance as a')
    .leftJoin('unit_panel as p', 'p.appliance', 'a.id')
    .select(['p.told'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('event as e')
          .select('e.at')
          .where(sql<boolean>`${ofTimer} and e.body->>'event' in ('started', 'done', 'cleared')`)
          .where(sql<boolean>`(e.at, e.log, e.seq) > ${place}`),
      ).as('is_past'),
      exists(
        selectFrom('cycle_run as r')
          .select('r.id')
          .whereRef('r.appliance', '=', 'a.id')
          .where('r.run_id', '=', runId)
          .where('r.ended_at', 'is not', null)
          .where('r.ended_at', '>=', timestamp(held_ms)),
      ).as('has_ended'),
      exists(
        selectFrom('cycle_run as r')
          .select('r.id')
          .whereRef('r.appliance', '=', 'a.id')
          .where('r.run_id', '!=', runId)
          .where('r.started_at', '>', timestamp(at_ms)),
      ).as('has_another'),
      started(ofTimer, place).as('started'),
    ])
    .where('a.id', '=', unit.id);
}

async function tellDone(db: Db, fact: OfTray, now_ms: number): Promise<void> {
  const { unit, at_ms, body } = fact;
  const { runId, tray } = body;
  if (now_ms - at_ms >= noticeLasts_ms || unit.heldSince_ms === null) return;
  const row = await whatCameOf(db, fact).executeTakeFirstOrThrow();
  if (row.is_past || row.has_ended || row.has_another) return;
  const { started: begun } = row;
  const timer = row.told?.trayTimers?.find((one) => one.tray === tray);
  const product = timer && begun && Math.abs(timer.from - begun.at_ms) < minute_ms ? timer.product : null;
  const isTrolley = familyOf(unit.model)?.functions[unit.picture.cycle?.function ?? -1]?.timers?.of === 'trolley';
  await tellNotice(db, unit, {
    key: `${startOf(runId, tray)}${begun ? begun.place : 'untold'}`,
    name: 'tray_done',
    detail: { tray, ...(product && { product }), ...(isTrolley && { of: 'trolley' }) },
    at_ms,
  });
}

/** When the timer began that is done at a place of the log, and where in the log that stands; null where nobody told. */
const started = (
  ofTimer: RawBuilder<unknown>,
  place: RawBuilder<unknown>,
): RawBuilder<{ at_ms: number; place: string } | null> => sql`(
  select jsonb_build_object('at_ms', round(extract(epoch from e.at) * 1000), 'place', e.log || '/' || e.seq) from event e
  where ${ofTimer} and e.body->>'event' = 'started' and (e.at, e.log, e.seq) < ${place}
  order by e.at desc, e.log desc, e.seq desc limit 1)`;
