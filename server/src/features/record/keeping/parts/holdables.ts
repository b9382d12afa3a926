import type { Holdable } from '@brina/domain/haccp/keeping/legal-hold';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { asAmended } from '#features/record/remarks/remarks.queries.ts';
import type { Aged } from './remove.ts';

type Place = { id: string; labId: string | null; lots: (string | null)[] };

/**
 * Kitchens and lots of what records are about, by their ids: of an action those of all records that it names, of a signature those of all
 * that it is on. A lot is meant as it was told, and as somebody has corrected it.
 */
export async function holdablesOf(db: Db, aged: readonly Pick<Aged, 'id'>[]): Promise<ReadonlyMap<string, Holdable>> {
  const ids = aged.map(({ id }) => id);
  const signed = await db
    .selectFrom('signed_revision')
    .select(['signature as id', 'id as about'])
    .where('signature', '=', anyOf(ids))
    .execute();
  const subjects = await db
    .selectFrom('action_subject')
    .select(['action as id', 'id as about', 'laboratory_id'])
    .where('action', '=', anyOf([...ids, ...signed.map(({ about }) => about)]))
    .execute();
  const named = Map.groupBy([...signed, ...subjects], ({ id }) => id);
  const aboutOf = (id: string): string[] => [id, ...(named.get(id) ?? []).flatMap(({ about }) => aboutOf(about))];
  const all = new Map(ids.map((id) => [id, aboutOf(id)]));
  const places = [
    ...(await placesOf(db, [...new Set([...all.values()].flat())])),
    ...subjects.map(({ id, laboratory_id }) => ({ id, labId: laboratory_id, lots: [] })),
  ];
  const found = Map.groupBy(places, ({ id }) => id);
  return new Map(
    Array.from(all, ([id, about]) => {
      const of = about.flatMap((one) => found.get(one) ?? []);
      return [
        id,
        { labIds: of.map(({ labId }) => labId).filter(isSaid), lots: of.flatMap(({ lots }) => lots).filter(isSaid) },
      ];
    }),
  );
}

const isSaid = (text: string | null): text is string => text !== null;

/** Batches, days, checks of probes and coolings by hand with their kitchen, and the lot where one is told. */
async function placesOf(db: Db, ids: readonly string[]): Promise<Place[]> {
  const batches = await db
    .selectFrom('batch as b')
    .innerJoin('cycle_run as r', 'r.id', 'b.run')
    .select(['b.id', 'b.laboratory_id as labId'])
    .select([sql<string | null>`r.request->>'lot'`.as('told'), asAmended('lot', sql`null`).as('lot')])
    .where('b.id', '=', anyOf(ids))
    .execute();
  const others: Place[] = [];
  for (const table of ['hold_day', 'probe_check'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'laboratory_id as labId'])
      .where('id', '=', anyOf(ids))
      .execute();
    others.push(...rows.map((row) => ({ ...row, lots: [] })));
  }
  const byHand = await db
    .selectFrom('manual_record')
    .select(['id', 'laboratory_id as labId', 'lot'])
    .where('id', '=', anyOf(ids))
    .execute();
  others.push(...byHand.map(({ lot, ...row }) => ({ ...row, lots: [lot] })));
  return [...batches.map(({ id, labId, told, lot }) => ({ id, labId, lots: [told, lot] })), ...others];
}
