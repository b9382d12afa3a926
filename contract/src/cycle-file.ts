/**
 * The file in which cycles travel between companies (B3.6): `brina-cycles.json`, described by `/api/cycles.schema.json`. What is in it is data:
 * it names no person, no company and no id, and nothing in it is trusted.
 */
import { badArgument, isRecord, nameFaults, type StartFault } from '@brina/domain/appliance/argument-fault';
import { sourceLimits } from '@brina/domain/cycles/cycle-definition';
import { linePattern } from '@brina/domain/language/plain-text';
import { iconNames } from '@brina/domain/recipes/icons';
import { type RecipeDefinition, recipeLimits } from '@brina/domain/recipes/recipe';
import * as z from 'zod/mini';
import { recipeBody, recipeWords } from './calls/kitchen/recipes.ts';
import { blastDefinition, proverDefinition, readDefinition } from './recipe-definition.ts';

const { title, description, language, texts, colour, sector } = recipeBody.shape;

/** What the schema says once and refers to by name. */
const named = z.registry<{ id: string }>();
named.add(title, { id: 'title' }).add(description, { id: 'description' }).add(recipeWords, { id: 'words' });

/** What a cycle is called and how it looks, as its author wrote it. */
const head = {
  title,
  description: z._default(description, ''),
  language,
  texts: z._default(texts, {}),
  icon: z.enum(iconNames),
  colour,
  sector,
  /** What the cycle does, told apart at a glance; whoever reads the file counts it anew. */
  hash: z.exactOptional(z.string().check(z.regex(sourceLimits.h))),
};

const filedCycle = z.discriminatedUnion('family', [
  z.object({ ...head, ...blastDefinition.shape }),
  z.object({ ...head, ...proverDefinition.shape }),
]);

const format = 'brina.cycles';
const version = 1;

const fileHead = {
  format: z.literal(format),
  version: z.literal(version),
  exportedAt: z.exactOptional(z.string()),
};
const cyclesOf = <Cycle extends z.ZodMiniType>(cycle: Cycle) => z.array(cycle).check(z.maxLength(recipeLimits.recipes));

/** A file whose cycles nobody has looked at: a fault in one leaves the others readable. */
const fileOfAnything = z.object({ ...fileHead, cycles: cyclesOf(z.unknown()) });

/** The JSON Schema of a file. What a family and a function allow beyond it stands in `/families/{family}/extras.json`. */
export const cycleFileSchema = (): Readonly<Record<string, unknown>> => ({
  $id: '/api/cycles.schema.json',
  title: 'Cycles of the library of Brina',
  ...z.toJSONSchema(z.object({ ...fileHead, cycles: cyclesOf(filedCycle) }), {
    target: 'draft-2020-12',
    io: 'input',
    metadata: named,
  }),
});

/** A cycle in a file. */
export type FiledCycle = {
  readonly [Name in Exclude<keyof typeof head, 'hash'>]: z.output<(typeof head)[Name]>;
} & { readonly definition: RecipeDefinition };

/** A line of a file: a cycle that can be kept, or what is wrong with it. */
export type FiledRow = { readonly index: number; readonly title: string } & (
  | { readonly cycle: FiledCycle }
  | { readonly faults: readonly StartFault[] }
);

/** What a file holds, or why it cannot be read. */
export type CycleFile =
  | { readonly rows: readonly FiledRow[]; readonly unknownFields: number }
  | { readonly fault: 'unreadable' | 'newer' };

/** Writes cycles as a file; `hash`: what each does, so that the same is known again. */
export const cycleFileOf = (
  cycles: readonly (FiledCycle & { readonly hash: string })[],
  exportedAt: string,
): Readonly<Record<string, unknown>> => ({
  format,
  version,
  exportedAt,
  cycles: cycles.map(({ definition, hash, ...words }) => ({ ...words, ...definition, hash })),
});

/** No cycle is nested deeper; what is would be more than who reads it can follow. */
const depth_max = 16;

/** Whether a value is nested no deeper than this. */
const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((one) => isWithin(one, depth - 1)));

/** Reads a file of cycles. Fields that this version does not know are counted and left out. */
export function readCycleFile(text: string): CycleFile {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { fault: 'unreadable' };
  }
  if (!isWithin(value, depth_max) || !isRecord(value) || value.format !== format) return { fault: 'unreadable' };
  if (typeof value.version === 'number' && value.version > version) return { fault: 'newer' };
  const file = fileOfAnything.safeParse(value);
  if (!file.success) return { fault: 'unreadable' };
  const { cycles } = file.data;
  const unknownFields = cycles.reduce<number>(
    (sum, cycle) =>
      sum + (isRecord(cycle) ? nameFaults(cycle, [...Object.keys(head), ...definitionNames(cycle)]).length : 0),
    nameFaults(value, Object.keys(fileOfAnything.shape)).length,
  );
  return { rows: cycles.map(rowOf), unknownFields };
}

/** The names of a cycle in a file that say what it does. */
const definitionNames = ({ family }: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys((family === 'PL' ? proverDefinition : blastDefinition).shape);

function rowOf(value: unknown, index: number): FiledRow {
  if (!isRecord(value)) return { index, title: '', faults: [badArgument('cycle')] };
  const line = filedCycle.safeParse(value);
  const ofDefinition = definitionNames(value);
  const definition = readDefinition(
    Object.fromEntries(Object.entries(value).filter(([name]) => ofDefinition.includes(name))),
  );
  if (line.success && 'definition' in definition) {
    const { title, description, language, texts, icon, colour, sector } = line.data;
    const words = { title, description, language, texts, icon, colour, sector };
    return { index, title, cycle: { ...words, ...definition } };
  }
  const names = new Set(line.error?.issues.map(({ path: [name] }) => String(name)));
  const faults = [
    ...[...names].filter((name) => !ofDefinition.includes(name)).map(badArgument),
    ...('faults' in definition ? definition.faults : []),
  ];
  return { index, title: readable(value.title), faults };
}

/** A title as far as it may be shown. */
function readable(title: unknown): string {
  const text = typeof title === 'string' ? title.trim() : '';
  return linePattern.test(text) ? text.slice(0, recipeLimits.title.max) : '';
}
