/** The form that starts a cycle: what may be set for a function, its defaults, and the arguments it makes. */

import { familyOf } from '@brina/domain/appliance/families/families';
import {
  type FamilyRow,
  type FunctionEnd,
  type FunctionRow,
  humidifies,
  type ModelRow,
  type Package,
  type Setting,
} from '@brina/domain/appliance/families/family';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import {
  airLimitsOf,
  checkStart,
  holdsAfter,
  loadLimitsOf,
  planFor,
  type StartCycleArgs,
  type StartFault,
} from '@brina/domain/cycles/cycle-plan';
import type { QuantityUnit } from '@brina/domain/language/quantity';

/** Arguments that are numbers, with the unit they are stored in. */
export const numberUnits = {
  core: 'Cel',
  coreHold_min: 'min',
  surface: 'Cel',
  time_min: 'min',
  air: 'Cel',
  fan: '%',
  rh: '%',
  rhMax: '%',
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
  /** Minute of the kitchen's clock; counts for an end by the clock. */
  readyAt: string;
  product: string;
  lot: string;
  /** Timers of trays or trolleys; count where the function has any. */
  trays: NonNullable<StartCycleArgs['trays']>;
};

/** A number that may be set, with its limits and what applies when it is not. */
export type NumberRow = { arg: NumberArg; setting: Setting; fallback: number | null; more: boolean };

/** A minute that is there, for asking whether a function could be started at all. */
const someMinute = '2026-01-01T00:00';

/** Codes of the functions a model can start by themselves in its package, in the catalogue's order. */
export function startable(model: ModelRow, unitPackage: Package): number[] {
  const family = familyOf(model.storedName);
  return Object.entries(family?.functions ?? {})
    .filter(([code, row]) => {
      const clock = row.ends[0] === 'clock' ? { readyAt: someMinute } : {};
      return checkStart(model, { function: Number(code), ...clock }, unitPackage).length === 0;
    })
    .map(([code]) => Number(code));
}

/** The first choice of a function: all its defaults. @param readyAt where its end is by the clock */
export function choiceOf(family: FamilyRow, code: number, readyAt = ''): CycleChoice {
  const row = family.functions[code];
  return {
    function: code,
    program: 'hard',
    by: row?.ends[0] ?? 'manual',
    hold: true,
    numbers: {},
    readyAt,
    product: '',
    lot: '',
    trays: [],
  };
}

/**
 * The numbers a person may set for a choice: those that end the cycle first, the rest behind "more settings". An Essential unit controls no
 * humidity.
 */
export function numberRows(model: ModelRow, choice: CycleChoice): NumberRow[] {
  const family = familyOf(model.storedName);
  const row = family?.functions[choice.function];
  if (!family || !row) return [];
  const { by } = choice;
  const [first] = planFor(family, { function: choice.function, by, program: choice.program }, model);
  const air = airLimitsOf(model, row, choice.program);
  const holds = row.ends.includes('manual');
  const firstRh = first?.rh && 'set' in first.rh ? first.rh.set : row.rh?.default;
  const firstMax = first?.rh && 'max' in first.rh ? first.rh.max : row.rhMax?.default;
  const rows: (NumberRow | null)[] = [
    by === 'core' || by === 'clock' ? rowOf('core', row.core, row.core?.default, false) : null,
    by === 'core' ? rowOf('coreHold_min', row.coreHold_min, row.coreHold_min?.default, false) : null,
    by === 'surface' ? rowOf('surface', row.surface, row.surface?.default, false) : null,
    by === 'time' && !row.timers ? rowOf('time_min', row.time_min, row.time_min?.default, false) : null,
    rowOf(
      'air',
      row.air && air && { ...row.air, ...air },
      typeof first?.air === 'number' ? first.air : row.air?.default,
      !holds,
    ),
    rowOf('fan', row.fan, first?.fan ?? row.fan?.default, true),
    model.package === 'Essential'
      ? null
      : humidifies(model)
        ? rowOf('rh', row.rh, firstRh, !holds)
        : rowOf('rhMax', row.rhMax, firstMax, true),
    choice.hold ? rowOf('holdAir', row.holding, row.holding?.default, true) : null,
  ];
  // What can have one value only is not asked for.
  return rows.filter((one) => one !== null).filter(({ setting }) => setting.min < setting.max);
}

/** Whether food is in it, so that product, lot and load belong to its record. */
export const hasFood = (row: FunctionRow | undefined): boolean => row?.air != null;

/** Whether a person may choose that the food is held afterwards. */
export const offersHolding = (row: FunctionRow | undefined): boolean => row !== undefined && holdsAfter(row);

/** The limits of a load; null where none is stated. */
export function loadSetting(model: ModelRow): Setting | null {
  const limits = loadLimitsOf(model);
  return limits && { ...limits, default: null, step: 1 };
}

const rowOf = (
  arg: NumberArg,
  setting: Setting | null,
  fallback: number | null | undefined,
  more: boolean,
): NumberRow | null => setting && { arg, setting, fallback: fallback ?? null, more };

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
    ...(offersHolding(row) ? { hold: choice.hold } : {}),
    ...(choice.by === 'clock' ? { readyAt: choice.readyAt } : {}),
    ...Object.fromEntries(numbers),
    ...(choice.product.trim() === '' ? {} : { product: choice.product.trim() }),
    ...(choice.lot.trim() === '' ? {} : { lot: choice.lot.trim() }),
    ...(row?.timers && choice.trays.length > 0 ? { trays: choice.trays } : {}),
  };
}

/** The first fault of each argument; empty: the choice may be sent. */
export function faultsOf(model: ModelRow, choice: CycleChoice, unitPackage: Package): Map<string, StartFault> {
  const faults = checkStart(model, argsOf(model, choice), unitPackage);
  return new Map(faults.toReversed().map((fault) => [fault.path, fault]));
}

/** The phases a choice runs, for the last look before it starts. */
export function planOf(model: ModelRow, choice: CycleChoice): readonly PhasePlan[] {
  const family = familyOf(model.storedName);
  return family ? planFor(family, argsOf(model, choice), model) : [];
}
