import type { PanelTold } from '@brina/contract/devices';
import { canonical } from '@brina/domain/canonical';
import { anyOf } from '#core/db/any-of.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import type { IngestStep, PanelFact } from '#core/ingest/facts.ts';

/**
 * What counts of what a unit tells: favourites, proposals and timers of a former holder are nobody's. They are the present one's once the unit has
 * learned of the change of hands, and says so.
 */
function ofHolder({ unit, told }: PanelFact): PanelTold {
  const { holder } = unit.desired.desired;
  if (holder === undefined || told.holder === holder) return told;
  const { favourites: _favourites, favouriteDefs: _defs, proposals: _proposals, trayTimers: _timers, ...rest } = told;
  return rest;
}

/** Keeps the newest that each unit told of its panel; where it changed, the live value `panel` rises. */
export const notePanels: IngestStep = async (db, { panels }) => {
  if (panels.length === 0) return;
  const newest = new Map(panels.map((fact) => [fact.unit, fact]));
  const known = await db
    .selectFrom('unit_panel')
    .selectAll()
    .where('appliance', '=', anyOf([...newest.keys()].map(({ id }) => id)))
    .execute();
  for (const fact of newest.values()) {
    const { unit, at_ms } = fact;
    const before = known.find(({ appliance }) => appliance === unit.id);
    const told = ofHolder(fact);
    if (canonical(before?.told ?? {}) === canonical(told)) continue;
    // Never a number that was there before: also after the row of a former holder went.
    const v = Math.max(before?.v ?? 0, at_ms - 1) + 1;
    await db
      .insertInto('unit_panel')
      .values({ appliance: unit.id, told: jsonb(told), at: timestamp(at_ms), v })
      .onConflict((row) => row.column('appliance').doUpdateSet({ told: jsonb(told), at: timestamp(at_ms), v }))
      .execute();
    unit.report({ panel: v }, at_ms);
  }
};
