import { families } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { builtYearOf } from '@brina/domain/appliance/serial-number';
import type { Db } from '#core/db/database.ts';

/** What is public of one unit. Who owns it, where it stands and what it does is not (docs/SECURITY.md). */
export type PassportUnit = { serialNumber: string; brand: string; built_year: number | null; repairs: number };

/** A model, and one unit of it where a serial number was asked for. */
export type Passport = { model: ModelRow; unit: PassportUnit | null };

const modelsByGtin: ReadonlyMap<string, ModelRow> = new Map(
  Object.values(families).flatMap(({ models }) => models.map((model) => [model.gtin, model])),
);

/**
 * The passport behind a GS1 Digital Link; undefined where there is no such product, or its number and its serial number belong to
 * different ones.
 * @param gtin 8 to 14 digits: shorter ones are filled up with zeros (GS1 General Specifications, GTIN-14)
 */
export async function passportOf(db: Db, gtin: string, serial?: string): Promise<Passport | undefined> {
  const model = modelsByGtin.get(gtin.padStart(14, '0'));
  if (!model || serial === undefined) return model && { model, unit: null };
  const row = await db
    .selectFrom('appliance as a')
    .leftJoin('maintenance as m', (join) => join.onRef('m.appliance', '=', 'a.id').on('m.kind', '=', 'repair'))
    .select(['a.serial', 'a.brand'])
    .select(({ fn }) => fn.count<number>('m.id').as('repairs'))
    .where('a.serial', '=', serial)
    .where('a.model', '=', model.storedName)
    .groupBy('a.id')
    .executeTakeFirst();
  if (!row) return undefined;
  const { brand, repairs } = row;
  return { model, unit: { serialNumber: row.serial, brand, built_year: builtYearOf(row.serial), repairs } };
}
