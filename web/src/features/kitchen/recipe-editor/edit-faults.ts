/** What is wrong with a cycle on its way, by the field and the step where a person mends it. */
import type { StartFault } from '@brina/domain/appliance/argument-fault';
import { isRecord } from '@brina/domain/appliance/argument-fault';
import type { Limits } from '@brina/domain/appliance/families/family';
import { phaseLimits } from '@brina/domain/cycles/phase-check';
import { recipeLimits } from '@brina/domain/recipes/recipe';
import { checkDefinition } from '@brina/domain/recipes/recipe-check';
import { bodyOf, definitionOf, type RecipeEdit } from './edit-state.ts';

/** Steps of the editor, in their order (S2.22). */
export const steps = ['phases', 'look', 'words'] as const;
export type Step = (typeof steps)[number];

/**
 * Name of a field: `phases.1.air`, counted from 0, the holding last; of an end what is set of it, as `phases.1.end.target`;
 * `plan.storing.air`; `title`, `texts.it_IT.title`.
 */
export type Field = string;

/** A fault and the field at which it is told. */
export type FieldFault = { readonly field: Field; readonly fault: StartFault };

/** All that keeps a cycle from being saved. */
export function faultsOf(edit: RecipeEdit): readonly FieldFault[] {
  const definition = definitionOf(edit);
  return [
    ...checkDefinition(definition).map((fault) => ({ field: fieldOf(fault, definition), fault })),
    ...wordFaults(edit),
  ];
}

export const stepOf = (field: Field): Step =>
  /^(?:phases|plan|sanigen|trays|assumed|definition)\b/.test(field)
    ? 'phases'
    : field === 'icon' || field === 'colour'
      ? 'look'
      : 'words';

function wordFaults(edit: RecipeEdit): readonly FieldFault[] {
  const { title, description, texts } = bodyOf(edit);
  const tooLong = (field: Field, text: string): readonly FieldFault[] =>
    text.length > recipeLimits.description
      ? [{ field, fault: { path: field, code: 'out_of_range', max: recipeLimits.description } }]
      : [];
  const wrongTitle = (field: Field, text: string): readonly FieldFault[] =>
    text.length < recipeLimits.title.min || text.length > recipeLimits.title.max
      ? [{ field, fault: { path: field, code: 'out_of_range', ...recipeLimits.title } }]
      : [];
  return [
    ...wrongTitle('title', title),
    ...tooLong('description', description),
    ...Object.entries(texts).flatMap(([language, words]) => [
      ...wrongTitle(`texts.${language}.title`, words?.title ?? ''),
      ...tooLong(`texts.${language}.description`, words?.description ?? ''),
    ]),
  ];
}

/** The field of a fault of a definition. The check tells of an end as a whole; which of its values it is follows from the values. */
function fieldOf({ path, code }: StartFault, definition: unknown): Field {
  const field = path.replace(/^definition\./, '');
  const [, index] = /^phases\.(\d+)\.end$/.exec(field) ?? [];
  if (index === undefined) return field;
  const phases = isRecord(definition) && Array.isArray(definition.phases) ? definition.phases : [];
  const phase: unknown = phases[Number(index)];
  const end = isRecord(phase) && isRecord(phase.end) ? phase.end : {};
  const isWrong = (value: unknown, { min, max }: Limits): boolean =>
    typeof value !== 'number' || !(value >= min && value <= max);
  switch (end.by) {
    case 'core':
      return code === 'inconsistent' || end.hold_min === undefined || isWrong(end.target, phaseLimits.target)
        ? `${field}.target`
        : `${field}.hold_min`;
    case 'surface':
    case 'air':
      return `${field}.target`;
    case 'even':
      return `${field}.within_K`;
    case 'time':
    case 'evaporator':
      return `${field}.time_min`;
    default:
      return `${field}.by`;
  }
}
