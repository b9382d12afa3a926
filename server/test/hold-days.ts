import { getHoldDay } from '@brina/contract/calls/record/holding';
import { holdLimitsOf } from '@brina/domain/haccp/holding/limits';
import { storageLimits } from '@brina/domain/haccp/rules';
import { minute_ms } from '@brina/domain/language/durations';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';
import { makeContent, pack, summaryOf } from '#features/record/holding/parts/content.ts';
import { append } from '#features/record/ledger/append.ts';
import type { TestPortal } from './portal.ts';

/**
 * Writes the record of a day of a unit, under the day that the example of `getHoldDay` names, or another: some minutes before now in which
 * its food was as warm as is said.
 * @returns its id
 */
export async function keepHoldDay(
  portal: TestPortal,
  serial: string,
  { name = 'Fridge', food_C = 3, labId = null as string | null, day = getHoldDay.example.params.day as string } = {},
): Promise<string> {
  const to = portal.clock.now();
  const from = to - 5 * minute_ms;
  return portal.db.write(async (db) => {
    const unit = await db
      .selectFrom('appliance as a')
      .innerJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'a.id').on('t.to_at', 'is', null))
      .select(['a.id', 'a.model', 't.company_id', 't.from_at'])
      .where('a.serial', '=', serial)
      .executeTakeFirstOrThrow();
    const judged = {
      from: Math.max(from, unit.from_at),
      to,
      samples: [{ at: Math.max(from, unit.from_at), holding: 'chilled' as const, food: food_C, air: food_C }],
      limits: holdLimitsOf(storageLimits),
    };
    const content = makeContent({
      identity: {
        serialNumber: serial,
        model: unit.model,
        applianceName: name,
        laboratory: null,
        company: '',
        timeZone: 'Europe/Rome',
      },
      zone: 1,
      day,
      judged,
      course: { samples: [], defrosts: [] },
      doors: [],
      alarms: [],
    });
    const id = newId(to);
    // One that has begun by itself.
    await db.deleteFrom('hold_day').where('appliance', '=', unit.id).where('revision', '=', 0).execute();
    await db
      .insertInto('hold_day')
      .values({
        id,
        appliance: unit.id,
        zone: 1,
        company_id: unit.company_id,
        laboratory_id: labId,
        day,
        time_zone: 'Europe/Rome',
        from_at: timestamp(judged.from),
        to_at: timestamp(to),
        revision: 1,
      })
      .execute();
    const { content: packed, hash } = pack(content);
    await db
      .insertInto('hold_day_revision')
      .values({
        hold_day: id,
        revision: 1,
        created_at: timestamp(to),
        cause: 'complete',
        verdict: content.verdict,
        summary: jsonb(summaryOf(content)),
        content: packed,
        content_hash: hash,
      })
      .execute();
    await append(db, [{ company: unit.company_id, kind: 'day', id, rev: 1, at: to, content }]);
    return id;
  });
}
