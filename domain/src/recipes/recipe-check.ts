/**
 * Whether a definition is one that an appliance of its family could run (A cycle belongs to a family, not to a model). It is checked by the
 * rules of a start, on the model of the family that can do most: what a single appliance cannot do, `compatibility` says.
 */
import { badArgument, isRecord, nameFaults, numberFaults, type StartFault } from '../appliance/argument-fault.ts';
import { families } from '../appliance/families/families.ts';
import { humidifies, type ModelRow } from '../appliance/families/family.ts';
import { checkStart } from '../cycles/cycle-plan.ts';
import { checkProofing } from '../cycles/proofing.ts';
import { assumedLimits, type RecipeFamily, recipeFamilies, recipeLimits } from './recipe.ts';

/** The model of a family that can do most: it goes down to the family's coldest air, humidifies where one does, and is the largest. */
export function widestModel(family: RecipeFamily): ModelRow {
  const { models } = families[family];
  const rank = (model: ModelRow): number =>
    (model.package === undefined ? 4 : 0) + (model.air_min === undefined ? 2 : 0) + (humidifies(model) ? 1 : 0);
  const coldest = (model: ModelRow): number => model.air_min ?? 0;
  return models.reduce((best, model) =>
    rank(model) > rank(best) || (rank(model) === rank(best) && coldest(model) <= coldest(best)) ? model : best,
  );
}

/** Functions of which a person may make a cycle, by family in its own numbering (S3.11); a prover has plans. */
const creatable: Readonly<Record<Exclude<RecipeFamily, 'PL'>, readonly [first: number, last: number, but?: number]>> = {
  MF: [0, 13],
  EF: [1, 6, 5],
  SF: [1, 17],
};

/** Whether a person may make a cycle of a function: those that work on food. */
export function isCreatable(family: RecipeFamily, code: number): boolean {
  if (family === 'PL') return false;
  const [first, last, but] = creatable[family];
  return Number.isInteger(code) && code >= first && code <= last && code !== but;
}

/** A minute in place of the one that is asked for when a cycle ended by the clock is started. */
const someMinute = '2026-01-01T06:00';

/**
 * Faults of a definition; the value may be any JSON. Paths begin with `definition`, as `definition.phases.1.air`; an empty list: it may
 * be kept (catalogue of faults: B3.1, S2.22).
 */
export function checkDefinition(value: unknown): readonly StartFault[] {
  const path = 'definition';
  if (!isRecord(value)) return [badArgument(path)];
  if (new TextEncoder().encode(JSON.stringify(value)).length > recipeLimits.definition_bytes)
    return [{ path, code: 'out_of_range', max: recipeLimits.definition_bytes }];
  const family = recipeFamilies.find((one) => one === value.family);
  if (!family) return [badArgument(`${path}.family`)];
  const faults = family === 'PL' ? planFaults(value) : blastFaults(family, value);
  return [...faults, ...loadFaults(value.assumed)].map((fault) => ({ ...fault, path: `${path}.${fault.path}` }));
}

function blastFaults(
  family: Exclude<RecipeFamily, 'PL'>,
  { family: _, function: code, phases, sanigen, trays, assumed: __, ...others }: Readonly<Record<string, unknown>>,
): readonly StartFault[] {
  const unknown = nameFaults(others, []);
  if (typeof code !== 'number' || !isCreatable(family, code)) return [...unknown, badArgument('function')];
  // Without phases a start would take the function's own.
  if (phases === undefined) return [...unknown, badArgument('phases')];
  const isPlanned =
    Array.isArray(phases) && phases.some((phase) => isRecord(phase) && isRecord(phase.end) && phase.end.by === 'auto');
  const args = {
    function: code,
    phases,
    ...(sanigen !== undefined && { sanigen }),
    ...(trays !== undefined && { trays }),
    ...(isPlanned && { readyAt: someMinute }),
  };
  return [...unknown, ...checkStart(widestModel(family), args, 'Excellence')];
}

function planFaults({
  family: _,
  plan,
  assumed: __,
  ...others
}: Readonly<Record<string, unknown>>): readonly StartFault[] {
  const unknown = nameFaults(others, []);
  if (!isRecord(plan)) return [...unknown, badArgument('plan')];
  // They are said at the start.
  const asked = (['readyAt', 'repeat', 'source'] as const).filter((name) => plan[name] !== undefined);
  const faults = checkProofing(widestModel('PL'), { ...plan, readyAt: someMinute });
  return [
    ...unknown,
    ...[...asked.map(badArgument), ...faults].map((fault) => ({ ...fault, path: `plan.${fault.path}` })),
  ];
}

function loadFaults(value: unknown): readonly StartFault[] {
  if (value === undefined) return [];
  if (!isRecord(value)) return [badArgument('assumed')];
  return [
    ...nameFaults(value, Object.keys(assumedLimits), 'assumed.'),
    ...Object.entries(assumedLimits).flatMap(([name, limits]) =>
      value[name] === undefined ? [] : numberFaults(`assumed.${name}`, value[name], limits),
    ),
  ];
}
