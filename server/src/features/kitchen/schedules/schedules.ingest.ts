import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { IngestStep } from '#core/ingest/facts.ts';
import type { Unit } from '#core/picture/unit.ts';
import { followProposal, noteStart } from './proposals.ts';
import { plannedRows } from './schedules.queries.ts';

const isCommandId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Follows planned starts by what units answered to their proposals, and by the runs that began with one. */
export const followProposals: IngestStep = async (db, { events, results, now_ms }) => {
  const begun = new Set<string>();
  const units = new Map<string, Unit>();
  for (const { unit, body } of events) {
    if (body.type !== 'cycle' || body.event !== 'started' || !isCommandId.test(body.command ?? '')) continue;
    begun.add(body.command ?? '');
    units.set(body.command ?? '', unit);
  }
  for (const { unit, id } of results) if (isCommandId.test(id)) units.set(id, unit);
  if (units.size === 0) return;
  const appliances = [...new Set([...units.values()].map(({ id }) => id))];
  const rows = await plannedRows(
    db,
    sql`s.appliance = ${anyOf(appliances)} and s.command_id = any(${[...units.keys()]}::uuid[])`,
  );
  for (const row of rows) {
    const unit = units.get(row.command_id ?? '');
    if (!unit || unit.id !== row.appliance) continue;
    if (begun.has(row.command_id ?? '')) await noteStart(db, unit, row, now_ms);
    else await followProposal(db, unit, row, now_ms);
  }
};
