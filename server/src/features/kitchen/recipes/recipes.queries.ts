import type { Recipe, RecipeFit, RecipeHead } from '@brina/contract/calls/kitchen/recipes';
import type { Alarm } from '@brina/contract/live';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { Package } from '@brina/domain/appliance/families/family';
import { fromWireLocale, type Locale, locales, wireLocale } from '@brina/domain/language/locales';
import { format, textIn } from '@brina/domain/language/messages';
import { compatibility } from '@brina/domain/recipes/compatibility';
import { presets } from '@brina/domain/recipes/presets';
import type { PresetNote } from '@brina/domain/recipes/presets/preset-row';
import { presetMessages } from '@brina/domain/recipes/presets.messages';
import { packageOf, presetCount, type RecipeDefinition, type RecipeSector } from '@brina/domain/recipes/recipe';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { refuse } from '#core/http/refusal.ts';
import { definitionHash } from './definition-hash.ts';

/** Title and description of a cycle. */
export type Words = { readonly title: string; readonly description: string };

/** A cycle as the library knows it, whosever it is. */
export type LibraryCycle = Omit<
  RecipeHead,
  'title' | 'description' | 'language' | 'fit' | 'editedBy' | 'uses' | 'lastUsedAt'
> & {
  readonly definition: RecipeDefinition;
  /** By language, as the account calls spell them. */
  readonly texts: Readonly<Record<string, Words>>;
  /** The author's language. */
  readonly authored: string;
  readonly createdBy: string | null;
  readonly editedBy: string | null;
};

/** How often a company ran a cycle, when last, and what it made with it. */
export type Usage = { readonly uses: number; readonly lastUsedAt: number | null; readonly products: readonly string[] };

const never: Usage = { uses: 0, lastUsedAt: null, products: [] };

/** The presets as cycles of the library; they are the same for everybody, always. */
export const presetCycles: readonly LibraryCycle[] = presets.map((preset) => ({
  id: String(preset.id),
  number: preset.id,
  version: 1,
  edit: 1,
  hash: definitionHash(preset.definition),
  family: preset.definition.family,
  function: preset.definition.function,
  icon: preset.icon,
  colour: preset.colour,
  sector: preset.sector,
  package: packageOf(preset.definition),
  type: 'Professional',
  laboratoryIds: [],
  createdAt: null,
  editedAt: null,
  deletedAt: null,
  definition: preset.definition,
  texts: Object.fromEntries(locales.map((locale) => [wireLocale(locale), wordsOfPreset(preset.id, { locale })])),
  authored: wireLocale('en'),
  createdBy: null,
  editedBy: null,
}));

/** Who reads the words of a cycle; those of a preset hold quantities, which without a measurement system are metric. */
export type RecipeReader = Pick<Caller, 'locale'> & Partial<Pick<Caller, 'measurement'>>;

function sayOfPreset(key: `${number}.${'title' | 'line'}` | `note.${PresetNote}`, reader: RecipeReader): string {
  const row = presetMessages.texts[key as keyof (typeof presetMessages)['texts']];
  return format(textIn(row, reader.locale), reader.locale, {}, reader.measurement);
}

function wordsOfPreset(id: number, reader: RecipeReader): Words {
  return { title: sayOfPreset(`${id}.title`, reader), description: sayOfPreset(`${id}.line`, reader) };
}

/** Notes on hygiene and law that a cycle refers to, in the words and units of a reader; a Custom one refers to none. */
export const notesOf = ({ id }: LibraryCycle, reader: RecipeReader): Recipe['notes'] =>
  (presets[Number(id)]?.notes ?? []).map((code) => ({ code, text: sayOfPreset(`note.${code}`, reader) }));

/** Name of a person, null once its account is erased. */
export const nameOf = (u: string): RawBuilder<string | null> =>
  sql<string | null>`case when ${sql.ref(`${u}.erased_at`)} is null
    then nullif(trim(${sql.ref(`${u}.first_name`)} || ' ' || ${sql.ref(`${u}.last_name`)}), '') end`;

/**
 * Custom cycles that fulfil a condition on `r`, a cycle. With a version what they did in that one, who saved it and when: of the words
 * there are only those of now.
 */
export async function customCycles(db: Db, where: RawBuilder<boolean>, version?: number): Promise<LibraryCycle[]> {
  // The words of the present version may have been edited since it was saved.
  const isOld = sql<boolean>`v.version <> r.version`;
  const rows = await db
    .selectFrom('recipe as r')
    .innerJoin('recipe_version as v', (join) =>
      join
        .onRef('v.recipe_id', '=', 'r.id')
        .on('v.version', '=', version === undefined ? sql.ref<number>('r.version') : sql.val(version)),
    )
    .leftJoin('app_user as creator', 'creator.id', 'r.created_by')
    .leftJoin('app_user as editor', (join) =>
      join.on('editor.id', '=', sql<string>`case when ${isOld} then v.by_user else r.edited_by end`),
    )
    .select(['r.id', 'r.number', 'r.edit', 'v.version', 'v.hash'])
    .select(sql<RecipeDefinition>`v.definition`.as('definition'))
    .select(sql<RecipeHead['icon']>`r.icon`.as('icon'))
    .select(sql<RecipeHead['colour']>`r.colour`.as('colour'))
    .select(['r.title', 'r.description', 'r.language', 'r.texts', 'r.created_at', 'r.deleted_at'])
    .select(sql<number>`case when ${isOld} then v.at else r.edited_at end`.as('edited_at'))
    .select(sql<RecipeSector>`r.sector`.as('sector'))
    .select(
      sql<string[]>`array(select l.laboratory_id from recipe_laboratory l where l.recipe_id = r.id order by 1)`.as(
        'laboratories',
      ),
    )
    .select([nameOf('creator').as('created_by'), nameOf('editor').as('edited_by')])
    .where(where)
    .orderBy('r.number')
    .execute();
  return rows.map((row) => {
    const { title, description, language, texts, laboratories, definition, ...rest } = row;
    const { created_at, edited_at, deleted_at, created_by, edited_by, ...facts } = rest;
    return {
      ...facts,
      // Of the version, not of the present one.
      family: definition.family,
      function: definition.family === 'PL' ? null : definition.function,
      package: packageOf(definition),
      type: 'Custom',
      laboratoryIds: laboratories,
      createdAt: created_at,
      editedAt: edited_at,
      deletedAt: deleted_at,
      definition,
      texts: { ...(texts as LibraryCycle['texts']), [language]: { title, description } },
      authored: language,
      createdBy: created_by,
      editedBy: edited_by,
    };
  });
}

/**
 * The cycle of an id: a preset, or a Custom one, in the version asked for. The router has looked whether the caller may see it.
 * @returns undefined where there is none of that version, or it is deleted and not asked for as such
 */
export async function cycleOf(
  db: Db,
  id: string,
  { version, deleted = false }: { version?: number | undefined; deleted?: boolean } = {},
): Promise<LibraryCycle | undefined> {
  const preset = presetCycles[Number(id)];
  if (preset) return version === undefined || version === 1 ? preset : undefined;
  const where = sql<boolean>`r.id = ${id}::uuid and (${deleted} or r.deleted_at is null)`;
  return (await customCycles(db, where, version))[0];
}

/** Cycles of the library by their number: presets, and those of a company; also deleted ones where that is asked for. */
export async function cyclesByNumber(
  db: Db,
  companyId: string | null,
  numbers: readonly number[],
  { deleted = false }: { deleted?: boolean } = {},
): Promise<ReadonlyMap<number, LibraryCycle>> {
  const own = numbers.filter((number) => number >= presetCount);
  const which = sql<boolean>`r.company_id = ${companyId} and (${deleted} or r.deleted_at is null) and r.number = ${anyOf(own)}`;
  const custom = own.length === 0 ? [] : await customCycles(db, which);
  const presets = numbers.flatMap((number) => presetCycles[number] ?? []);
  return new Map([...presets, ...custom].map((cycle) => [cycle.number, cycle]));
}

/** The language of a person; what is kept of an erased one has none any more. */
export const localeOf = async (db: Db, userId: string): Promise<Locale> =>
  fromWireLocale(
    (await db.selectFrom('app_user').select('language').where('id', '=', userId).executeTakeFirst())?.language,
  );

/** Usage by the number of a cycle, of a company. */
export async function usageOf(db: Db, companyId: string | null): Promise<ReadonlyMap<number, Usage>> {
  if (companyId === null) return new Map();
  const rows = await db
    .selectFrom('recipe_usage')
    .select(['number', 'uses', 'last_at', 'products'])
    .where('company_id', '=', companyId)
    .execute();
  return new Map(rows.map(({ number, uses, last_at, products }) => [number, { uses, lastUsedAt: last_at, products }]));
}

/** A cycle as a list shows it to a reader: in its language where there is one, else the author's; a preset in its units (S1.2). */
export function headOf(cycle: LibraryCycle, reader: RecipeReader, usage: Usage = never): RecipeHead {
  const { definition: _, texts, authored, createdBy: __, ...head } = cycle;
  const { locale } = reader;
  const wanted = wireLocale(locale);
  // Both spell English; what is written in one is read in the other.
  const near = locale === 'en-US' ? wireLocale('en') : locale === 'en' ? wireLocale('en-US') : wanted;
  const language = [wanted, near].find((one) => texts[one]) ?? authored;
  const words =
    cycle.type === 'Professional'
      ? wordsOfPreset(cycle.number, reader)
      : (texts[language] ?? { title: '', description: '' });
  const { uses, lastUsedAt } = usage;
  return { ...head, ...words, language, uses, lastUsedAt };
}

/** What a cycle is looked for by: its words in every language, its number, and what was made with it. */
export const searchedIn = (cycle: LibraryCycle, { products }: Usage = never): string =>
  [
    String(cycle.number),
    ...Object.values(cycle.texts).flatMap(({ title, description }) => [title, description]),
    ...products,
  ].join('\n');

/** A unit as far as it decides what it can run. */
export type Runner = {
  readonly appliance: number;
  readonly serial: string;
  readonly name: string;
  readonly model: string;
  readonly package: Package;
  readonly laboratory: string | null;
  /** Of its kitchen's clock. */
  readonly timeZone: string;
  readonly company: string | null;
  readonly online: boolean;
  readonly reported: Readonly<Record<string, unknown>>;
  readonly alarms: readonly Alarm[];
  /** Ends of phases that its software knows; null: the six of old. */
  readonly ends: readonly string[] | null;
  /** Whether its software asks at its panel for planned starts. */
  readonly asks: boolean;
};

/** Units that somebody holds and that fulfil a condition on `a`, an appliance, and `t`, its tenure; in the order of their names. */
export const runnersOf = (db: Db, where: RawBuilder<boolean>): Promise<Runner[]> =>
  db
    .selectFrom('appliance as a')
    .innerJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'a.id').on('t.to_at', 'is', null))
    .innerJoin('live_state as s', 's.appliance', 'a.id')
    .leftJoin('laboratory as l', 'l.id', 'a.laboratory_id')
    .leftJoin('unit_panel as k', 'k.appliance', 'a.id')
    .select(['a.id as appliance', 'a.serial', 'a.name', 'a.model', 'a.package', 'l.name as laboratory'])
    .select(sql<string>`coalesce(l.time_zone, 'UTC')`.as('timeZone'))
    .select(['t.company_id as company', 's.online', 's.reported', 's.alarms'])
    .select(sql<string[] | null>`k.told->'cycleEnds'`.as('ends'))
    .select(sql<boolean>`coalesce(k.told ? 'proposals', false)`.as('asks'))
    .where(where)
    .orderBy('a.name')
    .orderBy('a.serial')
    .execute();

/** The unit of a serial number that the caller may see now. */
export async function runnerOf(db: Db, serial: string): Promise<Runner> {
  const [found] = await runnersOf(db, sql`a.serial = ${serial}`);
  return found ?? refuse('not_found', 404);
}

/** Whether a unit runs a cycle, and how (S8.21, B3.2). */
export function fitOf(definition: RecipeDefinition, { model, package: unitPackage, ends }: Runner): RecipeFit {
  const row = modelRow(model);
  if (!row) return { kind: 'refused', reason: { kind: 'family' } };
  const fit = compatibility(definition, row, { package: unitPackage, ends });
  if (fit.kind === 'refused') return { kind: 'refused', reason: { ...fit.reason } };
  return fit.kind === 'ok'
    ? { kind: 'ok' }
    : { kind: 'adapted', changes: fit.changes.map((change) => ({ ...change })) };
}

/** Whose Custom cycles a caller looks at: its company's, or those of who holds the unit it asks about. */
export const companyOf = (caller: Caller, runner: Runner | null): string | null =>
  caller.role === 'USER' ? caller.companyId : (runner?.company ?? null);
