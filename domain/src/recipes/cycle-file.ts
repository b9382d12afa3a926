/**
 * The file in which cycles travel between companies (B3.6): `brina-cycles.json`, described by `/api/cycles.schema.json`. What is in it is data:
 * it names no person, no company and no id, and nothing in it is trusted.
 */
import { badArgument, isRecord, nameFaults, type StartFault } from '../appliance/argument-fault.ts';
import { fromWireLocale, wireLocale } from '../language/locales.ts';
import { linePattern, linesPattern } from '../language/plain-text.ts';
import { type RecipeDefinition, type RecipeSector, recipeLimits, recipeSectors } from './recipe.ts';
import { checkDefinition } from './recipe-check.ts';

/** The format that is written. */
const cycleFileFormat = { format: 'brina.cycles', version: 1 } as const;

/** Largest file, in characters. */
export const cycleFile_max = 1024 * 1024;

/** A cycle in a file. */
export type FiledCycle = {
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly texts: Readonly<Record<string, { readonly title: string; readonly description: string }>>;
  readonly icon: string;
  readonly colour: number;
  readonly sector: RecipeSector;
  readonly definition: RecipeDefinition;
};

/** A line of a file: a cycle that can be kept, or what is wrong with it. */
export type FiledRow = { readonly index: number; readonly title: string } & (
  | { readonly cycle: FiledCycle }
  | { readonly faults: readonly StartFault[] }
);

/** What a file holds, or why it cannot be read. */
export type CycleFile =
  | { readonly rows: readonly FiledRow[]; readonly unknownFields: number }
  | { readonly fault: 'unreadable' | 'newer' };

/** The names of a cycle in a file, in their order. */
const names = [
  'family',
  'function',
  'title',
  'description',
  'language',
  'texts',
  'icon',
  'colour',
  'sector',
  'phases',
  'plan',
  'sanigen',
  'trays',
  'assumed',
  'hash',
] as const;

/** Writes cycles as a file; `hash`: what each does, so that the same is known again. */
export const cycleFileOf = (
  cycles: readonly (FiledCycle & { readonly hash: string })[],
  exportedAt: string,
): Readonly<Record<string, unknown>> => ({
  ...cycleFileFormat,
  exportedAt,
  cycles: cycles.map(({ definition, ...head }) => {
    const all: Readonly<Record<string, unknown>> = { ...head, ...definition };
    return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  }),
});

/** Reads a file of cycles. Fields that this version does not know are counted and left out. */
export function readCycleFile(text: string): CycleFile {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { fault: 'unreadable' };
  }
  if (!isRecord(file) || file.format !== cycleFileFormat.format) return { fault: 'unreadable' };
  if (typeof file.version !== 'number' || file.version < 1) return { fault: 'unreadable' };
  if (file.version > cycleFileFormat.version) return { fault: 'newer' };
  const { cycles } = file;
  if (!Array.isArray(cycles) || cycles.length > recipeLimits.recipes) return { fault: 'unreadable' };
  const known: readonly string[] = names;
  const unknownFields =
    nameFaults(file, ['format', 'version', 'exportedAt', 'cycles']).length +
    cycles.reduce<number>((n, cycle) => n + (isRecord(cycle) ? nameFaults(cycle, known).length : 0), 0);
  return { rows: cycles.map(rowOf), unknownFields };
}

function rowOf(value: unknown, index: number): FiledRow {
  if (!isRecord(value)) return { index, title: '', faults: [badArgument('cycle')] };
  const { family, function: code, phases, plan, sanigen, trays, assumed } = value;
  const definition = withoutAbsent(
    family === 'PL' ? { family, plan, assumed } : { family, function: code, phases, sanigen, trays, assumed },
  );
  const title = typeof value.title === 'string' ? value.title.trim() : '';
  const faults = [...headFaults({ ...value, title }), ...checkDefinition(definition)];
  if (faults.length > 0)
    return { index, title: linePattern.test(title) ? title.slice(0, recipeLimits.title.max) : '', faults };
  const language = value.language as string;
  const cycle = {
    title,
    description: textOf(value.description),
    language,
    texts: value.texts === undefined ? {} : (value.texts as FiledCycle['texts']),
    icon: value.icon as string,
    colour: value.colour as number,
    sector: value.sector as RecipeSector,
    definition: definition as RecipeDefinition,
  };
  return { index, title, cycle };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const withoutAbsent = (value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));

/** Half a surrogate pair is no letter that a database could hold. */
const isWhole = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const isTitle = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length >= recipeLimits.title.min &&
  value.length <= recipeLimits.title.max &&
  linePattern.test(value) &&
  isWhole(value);

const isDescription = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'string' &&
    value.length <= recipeLimits.description &&
    linesPattern.test(value.trim()) &&
    isWhole(value));

const isLanguage = (value: unknown): boolean =>
  typeof value === 'string' && wireLocale(fromWireLocale(value)) === value;

const isTexts = (value: unknown): boolean =>
  value === undefined ||
  (isRecord(value) &&
    Object.entries(value).every(
      ([language, words]) =>
        isLanguage(language) &&
        isRecord(words) &&
        nameFaults(words, ['title', 'description']).length === 0 &&
        isTitle(words.title) &&
        typeof words.description === 'string' &&
        isDescription(words.description),
    ));

const headFaults = (head: Readonly<Record<string, unknown>>): readonly StartFault[] => [
  ...(isTitle(head.title) ? [] : [badArgument('title')]),
  ...(isDescription(head.description) ? [] : [badArgument('description')]),
  ...(isLanguage(head.language) ? [] : [badArgument('language')]),
  ...(isTexts(head.texts) ? [] : [badArgument('texts')]),
  ...(typeof head.icon === 'string' && head.icon.length <= 40 && linePattern.test(head.icon)
    ? []
    : [badArgument('icon')]),
  ...(Number.isInteger(head.colour) && Number(head.colour) >= 1 && Number(head.colour) <= 13
    ? []
    : [badArgument('colour')]),
  ...(recipeSectors.some((sector) => sector === head.sector) ? [] : [badArgument('sector')]),
];
