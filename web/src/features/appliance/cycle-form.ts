/** The form that starts a cycle: what may be set for a function, its defaults, and the arguments it makes. */
import { checkStart, planFor, type StartCycleArgs, type StartFault } from '@brina/domain/cycle-plan';
import {
  type FamilyRow,
  type FunctionEnd,
  type FunctionRow,
  humidifies,
  type ModelRow,
  type Setting,
} from '@brina/domain/families/family';
import { familyOf, modelRow } from '@brina/domain/families/families';
import type { PhasePlan } from '@brina/domain/phase-plan';
import type { QuantityUnit } from '@brina/domain/quantity';

/** Arguments that are numbers, with the unit they are stored in. */
export const numberUnits = {
  core: 'Cel',
  time_min: 'min',
  air: 'Cel',
  fan: '%',
  rh: '%',
  holdAir: 'Cel',
  load_kg: 'kg',
} as const satisfies Partial<Record<keyof StartCycleArgs, QuantityUnit>>;
export type NumberArg = keyof typeof numberUnits;

/** What a person has chosen so far; a number that is absent takes the default. Values are in stored units. */
export type CycleChoice = {
  function: number;
  program: 'hard' | 'soft';
  by: FunctionEnd;
  hold: boolean;
  numbers: Partial<Record<NumberArg, number>>;
  product: string;
  lot: string;
};

/** A number that may be set, with its limits and what applies when it is not. */
export type NumberRow = { arg: NumberArg; setting: Setting; fallback: number | null; more: boolean };

/** Codes of the functions a model can start by themselves, in the catalogue's order. */
export function startable(model: ModelRow): number[] {
  const family = familyOf(model.storedName);
  return Object.keys(family?.functions ?? {})
    .map(Number)
    .filter((code) => checkStart(model, { function: code }).length === 0);
}

/** The first choice of a function: all its defaults. */
export function choiceOf(family: FamilyRow, code: number): CycleChoice {
  const row = family.functions[code];
  return {
    function: code,
    program: 'hard',
    by: row?.ends[0] ?? 'manual',
    hold: true,
    numbers: {},
    product: '',
    lot: '',
  };
}

/** The numbers a person may set for a choice: those that end the cycle first, the rest behind "more settings". */
export function numberRows(model: ModelRow, choice: CycleChoice): NumberRow[] {
  const family = familyOf(model.storedName);
  const row = family?.functions[choice.function];
  if (!family || !row) return [];
  const [first] = planFor(family, { function: choice.function, by: choice.by, program: choice.program });
  const rows: (NumberRow | null)[] = [
    choice.by === 'core' ? rowOf('core', row.core, row.core?.default, false) : null,
    choice.by === 'time' ? rowOf('time_min', row.time_min, row.time_min?.default, false) : null,
    rowOf(
      'air',
      colderOf(row, model),
      typeof first?.air === 'number' ? first.air : row.air?.default,
      choice.function !== 2,
    ),
    rowOf('fan', row.fan, first?.fan ?? row.fan?.default, true),
    humidifies(model) ? rowOf('rh', row.rh, row.rh?.default, true) : null,
    choice.hold ? rowOf('holdAir', row.holding, row.holding?.default, true) : null,
  ];
  return rows.filter((one) => one !== null);
}

/** Whether food is in it, so that product, lot and load belong to its record. */
export const hasFood = (row: FunctionRow | undefined): boolean => row?.air != null;

/** The limits of a load: up to a fifth more than the model is made for. */
export const loadSetting = (model: ModelRow): Setting => ({
  min: 0.1,
  max: 1.2 * Math.max(model.chill_kg, model.freeze_kg),
  default: null,
  step: 1,
});

const rowOf = (
  arg: NumberArg,
  setting: Setting | null,
  fallback: number | null | undefined,
  more: boolean,
): NumberRow | null => setting && { arg, setting, fallback: fallback ?? null, more };

const colderOf = (row: FunctionRow, model: ModelRow): Setting | null =>
  row.air && { ...row.air, min: Math.max(row.air.min, model.air_min ?? row.air.min) };

/** The arguments of a choice: only what differs from the defaults, and only what the chosen end and holding leave room for. */
export function argsOf(model: ModelRow, choice: CycleChoice): StartCycleArgs {
  const row = familyOf(model.storedName)?.functions[choice.function];
  const allowed = new Set<NumberArg>(numberRows(model, choice).map(({ arg }) => arg));
  if (hasFood(row)) allowed.add('load_kg');
  const numbers = Object.entries(choice.numbers).filter(([arg]) => allowed.has(arg as NumberArg));
  return {
    function: choice.function,
    by: choice.by,
    ...(row?.definition?.soft ? { program: choice.program } : {}),
    ...(row?.holding && row.definition?.hard.some((phase) => phase.hold) ? { hold: choice.hold } : {}),
    ...Object.fromEntries(numbers),
    ...(choice.product.trim() === '' ? {} : { product: choice.product.trim() }),
    ...(choice.lot.trim() === '' ? {} : { lot: choice.lot.trim() }),
  };
}

/** The first fault of each argument; empty: the choice may be sent. */
export function faultsOf(model: ModelRow, choice: CycleChoice): Map<string, StartFault> {
  const faults = checkStart(model, argsOf(model, choice));
  return new Map(faults.toReversed().map((fault) => [fault.path, fault]));
}

/** The phases a choice runs, for the last look before it starts. */
export function planOf(model: ModelRow, choice: CycleChoice): readonly PhasePlan[] {
  const family = familyOf(model.storedName);
  return family ? planFor(family, argsOf(model, choice)) : [];
}

/** Model and family of a stored name, where this version knows them. */
export function knownModel(storedName: string): { model: ModelRow; family: FamilyRow } | null {
  const model = modelRow(storedName);
  const family = familyOf(storedName);
  return model && family ? { model, family } : null;
}
