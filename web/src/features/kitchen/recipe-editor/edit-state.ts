/**
 * What the editor of a cycle changes, as pure functions: a list of phases with the holding apart, or the plan of a prover, and the words
 * around it. Temperatures in °C, times in minutes. A number that is emptied, or is none yet, is NaN: the check tells it at its field.
 */
import type { Recipe, RecipeBody } from '@brina/contract/calls/kitchen/recipes';
import { families } from '@brina/domain/appliance/families/families';
import type { FamilyRow, FunctionDefinition, FunctionRow, Limits } from '@brina/domain/appliance/families/family';
import {
  askedPhases_max,
  type PhaseEnd,
  type PhaseEndKind,
  type PhaseHumidity,
  type PhasePlan,
} from '@brina/domain/appliance/phase-plan';
import { airEnds, phaseAirLimits } from '@brina/domain/cycles/phase-check';
import { type IconName, isIconName } from '@brina/domain/recipes/icons';
import { type PaletteIndex, paletteIndexes } from '@brina/domain/recipes/palette';
import type {
  AssumedLoad,
  BlastDefinition,
  ProverDefinition,
  RecipeDefinition,
  RecipeFamily,
  RecipeSector,
} from '@brina/domain/recipes/recipe';
import { widestModel } from '@brina/domain/recipes/recipe-check';

/** A phase on its way; `key` stays with it wherever it is moved. */
export type EditedPhase = { readonly key: number; readonly plan: PhasePlan };

type Words = { readonly title: string; readonly description: string };

/** A cycle on its way. */
export type RecipeEdit = Words & {
  readonly family: RecipeFamily;
  /** In the numbering of its family; 0 for a plan. */
  readonly function: number;
  /** The phases that work. */
  readonly phases: readonly EditedPhase[];
  /** What follows them until somebody takes the food out. */
  readonly hold: PhasePlan | null;
  readonly sanigen: number | null;
  readonly trays: NonNullable<BlastDefinition['trays']> | null;
  readonly plan: ProverDefinition['plan'];
  readonly assumed: AssumedLoad | null;
  /** Of title and description, as the wire spells it. */
  readonly language: string;
  readonly texts: Readonly<Record<string, Words>>;
  readonly icon: IconName;
  readonly colour: PaletteIndex;
  readonly sector: RecipeSector;
  readonly laboratoryIds: readonly string[];
};

const nextKey = (phases: readonly EditedPhase[]): number => Math.max(0, ...phases.map(({ key }) => key)) + 1;

/** The family and the function of an edit; a plan has no function. */
export function rowsOf({ family, function: code }: Pick<RecipeEdit, 'family' | 'function'>): {
  family: FamilyRow;
  row: FunctionRow | undefined;
} {
  const row: FamilyRow = families[family];
  return { family: row, row: row.functions[code] };
}

/** Every phase that a function's definition uses, as it stands there: those that work, and those that hold. */
function usualPhases(definition: FunctionDefinition | null | undefined): readonly PhasePlan[] {
  return [definition?.hard, definition?.soft, definition?.after, definition?.otherwise].flatMap(
    (phases) => phases ?? [],
  );
}

/** A new cycle of a function: the phases it has when nothing is set. */
export function newEdit(
  family: RecipeFamily,
  code: number,
  begun: Pick<RecipeEdit, 'language' | 'sector'>,
): RecipeEdit {
  const definition = rowsOf({ family, function: code }).row?.definition;
  const phases = [...(definition?.hard ?? []), ...(definition?.after ?? [])];
  return {
    ...emptyEdit,
    ...begun,
    family,
    function: family === 'PL' ? 0 : code,
    ...split(phases),
  };
}

/** A new cycle of what ran, called by what was made. */
export const editOfRun = (
  { title, definition }: { readonly title: string; readonly definition: BlastDefinition },
  begun: Pick<RecipeEdit, 'language' | 'sector'>,
): RecipeEdit => ({
  ...newEdit(definition.family, definition.function, begun),
  title,
  ...split(definition.phases),
});

const emptyEdit: Omit<RecipeEdit, 'family' | 'function' | 'language' | 'sector'> = {
  title: '',
  description: '',
  phases: [],
  hold: null,
  sanigen: null,
  trays: null,
  plan: {},
  assumed: null,
  texts: {},
  icon: 'mealTray',
  colour: 1,
  laboratoryIds: [],
};

const split = (phases: readonly PhasePlan[]): Pick<RecipeEdit, 'phases' | 'hold'> => ({
  phases: phases.filter(({ hold }) => !hold).map((plan, index) => ({ key: index + 1, plan })),
  hold: phases.find(({ hold }) => hold) ?? null,
});

/** What is known of a cycle that is edited or copied. */
export type Known = Words &
  Pick<Recipe, 'language' | 'icon' | 'colour' | 'sector'> & {
    readonly texts: Readonly<Record<string, Words>>;
    readonly laboratoryIds: readonly string[];
    readonly definition: unknown;
  };

/** The edit that a cycle begins with; its definition has passed the check of the portal, or is a draft of this editor. */
export function editOf({ definition, ...known }: Known): RecipeEdit {
  const { title, description, language, texts, sector, laboratoryIds } = known;
  const look = {
    icon: isIconName(known.icon) ? known.icon : emptyEdit.icon,
    colour: paletteIndexes.find((index) => index === known.colour) ?? emptyEdit.colour,
  };
  const head = { title, description, language, texts, sector, laboratoryIds, ...look };
  const { assumed = null, ...does } = definition as RecipeDefinition;
  if (does.family === 'PL') {
    return { ...emptyEdit, ...head, family: 'PL', function: 0, plan: does.plan, assumed };
  }
  const { family, function: code, phases, sanigen = null, trays = null } = does;
  return { ...emptyEdit, ...head, family, function: code, ...split(phases), sanigen, trays, assumed };
}

/** What the cycle does, as it is kept. */
export function definitionOf(edit: RecipeEdit): RecipeDefinition {
  const assumed = edit.assumed === null ? {} : { assumed: edit.assumed };
  if (edit.family === 'PL') return { family: 'PL', plan: edit.plan, ...assumed };
  return {
    family: edit.family,
    function: edit.function,
    phases: [...edit.phases.map(({ plan }) => plan), ...(edit.hold ? [edit.hold] : [])],
    ...(edit.sanigen === null ? {} : { sanigen: edit.sanigen }),
    ...(edit.trays === null ? {} : { trays: edit.trays }),
    ...assumed,
  };
}

/** The cycle as it is sent. */
export function bodyOf(edit: RecipeEdit): RecipeBody {
  const { title, description, language, texts, icon, colour, sector, laboratoryIds } = edit;
  const written = Object.entries(texts).filter(([, words]) => words.title.trim() !== '');
  return {
    title: title.trim(),
    description: description.trim(),
    language,
    texts: Object.fromEntries(
      written.map(([code, words]) => [code, { title: words.title.trim(), description: words.description.trim() }]),
    ),
    icon,
    colour,
    sector,
    laboratoryIds: [...laboratoryIds],
    definition: definitionOf(edit),
  };
}

/** A number that is none yet has no word in JSON. */
const emptied = '';

/** The cycle as a draft keeps it: as it is sent, and what is not yet fit to be. */
export const draftOf = (edit: RecipeEdit): Readonly<Record<string, unknown>> => ({
  ...bodyOf(edit),
  title: edit.title,
  description: edit.description,
  texts: edit.texts,
  definition: JSON.parse(
    JSON.stringify(definitionOf(edit), (_, value) => (Number.isNaN(value) ? emptied : value)),
  ) as unknown,
});

/** The edit that a draft keeps; null: it is none that this editor can show. */
export function editOfDraft(content: Readonly<Record<string, unknown>>): RecipeEdit | null {
  try {
    const definition: unknown = JSON.parse(JSON.stringify(content.definition), (_, value: unknown) =>
      value === emptied ? Number.NaN : value,
    );
    const edit = editOf({ ...(content as unknown as Known), definition });
    // What was written by another version may lack what this one shows.
    return JSON.stringify(draftOf(edit).definition) === JSON.stringify(content.definition) ? edit : null;
  } catch {
    return null;
  }
}

/** Whether two edits would be kept alike. */
export const isSame = (one: RecipeEdit, other: RecipeEdit): boolean =>
  JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other));

/** Codes of the phases that may be added to a cycle: those of its function, and those it has already. */
export function kindsOf(edit: RecipeEdit): readonly number[] {
  const usual = usualPhases(rowsOf(edit).row?.definition).filter(({ hold }) => !hold);
  return [...new Set([...usual, ...edit.phases.map(({ plan }) => plan)].map(({ phase }) => phase))];
}

/** Whether there is room for another phase; the holding counts. */
export const hasRoom = ({ phases, hold }: RecipeEdit): boolean => phases.length + (hold ? 1 : 0) < askedPhases_max;

/** Puts a phase of a kind behind the others, with the values that it usually has. */
export function addPhase(edit: RecipeEdit, code: number): RecipeEdit {
  if (!hasRoom(edit)) return edit;
  const usual = usualPhases(rowsOf(edit).row?.definition);
  const plan = usual.find((phase) => phase.phase === code && !phase.hold) ??
    edit.phases.find((phase) => phase.plan.phase === code)?.plan ?? { ...plainPhase, phase: code };
  // What runs until somebody stops it stays the last.
  const endless = edit.phases.findIndex((phase) => phase.plan.end.by === 'stop');
  const place = endless < 0 ? edit.phases.length : endless;
  return { ...edit, phases: edit.phases.toSpliced(place, 0, { key: nextKey(edit.phases), plan }) };
}

const plainPhase = { air: 2, fan: 40, rh: null, end: { by: 'time', time_min: 60 } } as const;

/** Puts a copy of a phase behind it. */
export function duplicatePhase(edit: RecipeEdit, key: number): RecipeEdit {
  const place = edit.phases.findIndex((phase) => phase.key === key);
  const phase = edit.phases[place];
  if (!phase || !hasRoom(edit)) return edit;
  return { ...edit, phases: edit.phases.toSpliced(place + 1, 0, { ...phase, key: nextKey(edit.phases) }) };
}

export const removePhase = (edit: RecipeEdit, key: number): RecipeEdit => ({
  ...edit,
  phases: edit.phases.filter((phase) => phase.key !== key),
});

/** Moves a phase to a place, counted from 0; one beyond the ends is the last or the first. */
export function movePhase(edit: RecipeEdit, key: number, place: number): RecipeEdit {
  const phase = edit.phases.find((one) => one.key === key);
  if (!phase) return edit;
  const others = edit.phases.filter((one) => one !== phase);
  return { ...edit, phases: others.toSpliced(Math.min(Math.max(0, place), others.length), 0, phase) };
}

export const changePhase = (edit: RecipeEdit, key: number, plan: PhasePlan): RecipeEdit => ({
  ...edit,
  phases: edit.phases.map((phase) => (phase.key === key ? { key, plan } : phase)),
});

/** Codes of the phases that may hold the food afterwards; none: the function does not hold. */
export function holdsOf(edit: RecipeEdit): readonly number[] {
  const { family, row } = rowsOf(edit);
  if (!row) return [];
  const usual = usualPhases(row.definition).flatMap(({ hold, phase }) => (hold ? [phase] : []));
  const heldAt = row.definition?.heldAt;
  // Where the row leaves the air of the holding open, it may be cold, frozen or hot.
  const open = row.holding?.default === null && !row.definition?.after ? codesOf(family, openHolds) : [];
  const own = edit.hold ? [edit.hold.phase] : [];
  return [...new Set([...usual, ...(heldAt === undefined ? [] : [heldAt]), ...open, ...own])];
}

const openHolds: readonly string[] = ['holdCold', 'holdFrozen', 'holdWarm'];
const codesOf = ({ phases }: FamilyRow, keys: readonly string[]): readonly number[] =>
  Object.entries(phases).flatMap(([code, key]) => (keys.includes(key) ? [Number(code)] : []));

/** Switches the holding on, as it usually is or was in `before`, or off. */
export function withHold(edit: RecipeEdit, on: boolean, before: PhasePlan | null = null): RecipeEdit {
  if (!on) return { ...edit, hold: null };
  const usual = usualPhases(rowsOf(edit).row?.definition).find(({ hold }) => hold);
  const [code] = holdsOf(edit);
  if (code === undefined || !hasRoom({ ...edit, hold: null })) return edit;
  const hold = before ?? edit.hold ?? usual ?? holdOf(edit, code);
  return { ...edit, hold };
}

/** A holding of a kind: in the middle of what it may have, as cold or as hot as that kind usually is. */
export function holdOf(edit: RecipeEdit, code: number): PhasePlan {
  const key = rowsOf(edit).family.phases[code];
  const { min, max } = airLimitsOf(edit, code, true);
  const usual = key === 'holdFrozen' ? -20 : key === 'holdWarm' ? 65 : 2;
  return {
    phase: code,
    air: Math.min(max, Math.max(min, usual)),
    fan: edit.hold?.fan ?? 40,
    rh: edit.hold?.rh ?? null,
    end: { by: 'stop' },
    hold: true,
  };
}

/** The air that a phase of a cycle may have. */
export function airLimitsOf(edit: RecipeEdit, code: number, holds: boolean): Limits {
  const { family, row } = rowsOf(edit);
  return row ? phaseAirLimits(family, row, code, holds, widestModel(edit.family)) : family.air;
}

/** How the air of a phase goes: kept, from one temperature to another, or as it comes. */
export type AirKind = 'set' | 'ramp' | 'off';
export const airKindOf = ({ air }: PhasePlan): AirKind =>
  air === null ? 'off' : typeof air === 'number' ? 'set' : 'ramp';

/** The phase with another kind of air; what it had stays as far as it can. Without an air of its own the time ends what a probe would. */
export function withAirKind(edit: RecipeEdit, phase: PhasePlan, kind: AirKind): PhasePlan {
  if (airKindOf(phase) === kind) return phase;
  if (kind === 'off') return { ...(airEnds.includes(phase.end.by) ? withEnd(edit, phase, 'time') : phase), air: null };
  const { air } = phase;
  const limits = airLimitsOf(edit, phase.phase, phase.hold === true);
  const within = (value: number): number => Math.min(limits.max, Math.max(limits.min, value));
  const [from, to] = air === null ? [within(0), within(0)] : typeof air === 'number' ? [air, air] : air;
  return { ...phase, air: kind === 'set' ? to : [from, to] };
}

/** How a phase controls the humidity. */
export type HumidityKind = 'off' | 'set' | 'max';
export const humidityKindOf = ({ rh }: PhasePlan): HumidityKind => (rh === null ? 'off' : 'set' in rh ? 'set' : 'max');

const usualHumidity: Readonly<Record<HumidityKind, PhaseHumidity>> = { off: null, set: { set: 75 }, max: { max: 30 } };

/** The phase with another kind of humidity, at what is usual. */
export const withHumidityKind = (phase: PhasePlan, kind: HumidityKind): PhasePlan =>
  humidityKindOf(phase) === kind ? phase : { ...phase, rh: usualHumidity[kind] };

/** How a phase may end, as a person chooses it: a core that is held is a choice of its own. */
export type EndChoice = PhaseEndKind | 'held';
export const endChoiceOf = ({ end }: PhasePlan): EndChoice =>
  end.by === 'core' && end.hold_min !== undefined ? 'held' : end.by;

/** The ends that may be chosen for a phase of a cycle; the clock ends what is made to be ready at an hour, a probe what has an air. */
export function endChoicesOf(edit: RecipeEdit, phase: PhasePlan): readonly EndChoice[] {
  const byClock = rowsOf(edit).row?.ends.includes('clock') ?? false;
  const own = endChoiceOf(phase);
  const may = (one: EndChoice): boolean => {
    if (one === own) return true;
    if (one === 'auto') return byClock;
    if (one === 'evaporator') return false;
    return phase.air !== null || !airEnds.includes(one === 'held' ? 'core' : one);
  };
  return (['core', 'held', 'surface', 'air', 'even', 'time', 'auto', 'evaporator', 'stop'] as const).filter(may);
}

const usualHeld_min = 10;
const usualTime_min = 60;
const givenUpAfter_min = 240;

/** The phase with another end: the target it had, else what is usual for its function. */
export function withEnd(edit: RecipeEdit, phase: PhasePlan, choice: EndChoice): PhasePlan {
  if (endChoiceOf(phase) === choice) return phase;
  const { row } = rowsOf(edit);
  const { end, fallback_min, max_min, late_min, ...rest } = phase;
  const usual = usualPhases(row?.definition).find((one) => one.phase === phase.phase && endChoiceOf(one) === choice);
  const before_min = end.by === 'time' ? end.time_min : fallback_min;
  const target = 'target' in end && end.by !== 'air' ? end.target : targetOf(usual?.end, row, phase.air);
  const measured = {
    ...rest,
    ...(before_min === undefined ? {} : { fallback_min: before_min }),
    ...(late_min === undefined ? {} : { late_min }),
    ...(max_min === undefined ? {} : { max_min }),
  };
  switch (choice) {
    case 'core':
      return { ...measured, end: { by: 'core', target } };
    case 'held':
      return { ...measured, end: { by: 'core', target, hold_min: row?.coreHold_min?.default ?? usualHeld_min } };
    case 'surface':
      return { ...measured, end: { by: 'surface', target } };
    case 'air':
      return { ...rest, end: { by: 'air', target: lastAir(phase.air) }, max_min: max_min ?? givenUpAfter_min };
    case 'even':
      return { ...measured, end: { by: 'even', within_K: 2 }, max_min: max_min ?? givenUpAfter_min };
    case 'time':
      return { ...rest, end: { by: 'time', time_min: before_min ?? row?.time_min?.default ?? usualTime_min } };
    case 'auto':
    case 'stop':
      return { ...rest, end: { by: choice } };
    case 'evaporator':
      return phase;
  }
}

const lastAir = (air: PhasePlan['air']): number => (air === null ? 0 : typeof air === 'number' ? air : air[1]);

/** A core target that suits the air of a phase: the usual one, unless the air never brings the core there. */
function targetOf(usual: PhaseEnd | undefined, row: FunctionRow | undefined, air: PhasePlan['air']): number {
  if (usual && 'target' in usual) return usual.target;
  const wanted = row?.core?.default ?? 3;
  const at = lastAir(air);
  const heats = at > 30;
  return air === null || (heats ? wanted <= at - 2 : wanted >= at + 2) ? wanted : heats ? at - 5 : at + 3;
}
