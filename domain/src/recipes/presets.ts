/**
 * The presets: cycles of ours, for every unit of the family MF that has the package, read-only. A change of one makes a Custom cycle.
 * Words and notes stand in `presets.messages.ts`. Temperatures in °C, times in minutes.
 */

import { families } from '../appliance/families/families.ts';
import type { FunctionRow } from '../appliance/families/family.ts';
import { type PhasePlan, phasesOf } from '../appliance/phase-plan.ts';
import type { IconName } from './icons.ts';
import type { PaletteIndex } from './palette.ts';
import { chilling, coldHolding, defrosting, freezing, nonStop, thawing } from './presets/cold-rows.ts';
import { directProofing, programmedProofing, retardedProofing } from './presets/dough-rows.ts';
import { presetLoads, presetServing_min } from './presets/preset-loads.ts';
import type { PresetNote, PresetRow, PresetRows } from './presets/preset-row.ts';
import {
  drying,
  lowTempCooking,
  meltingChocolate,
  pasteurisation,
  readyToServe,
  warmHolding,
} from './presets/warm-rows.ts';
import type { BlastDefinition, RecipeSector } from './recipe.ts';

/** A preset; its package follows from its definition (`packageOf`). */
export type Preset = {
  /** Its number in the library, on the wire and on the panel. */
  readonly id: number;
  readonly sector: RecipeSector;
  readonly icon: IconName;
  readonly colour: PaletteIndex;
  /** Place among the favourites of a new unit, 1 to 24; null: none. */
  readonly favourite: number | null;
  readonly notes: readonly PresetNote[];
  readonly definition: BlastDefinition;
};

const rowsByFunction: Readonly<Record<number, PresetRows>> = {
  0: chilling,
  1: freezing,
  2: coldHolding,
  3: warmHolding,
  4: thawing,
  5: readyToServe,
  6: lowTempCooking,
  7: directProofing,
  8: programmedProofing,
  9: retardedProofing,
  10: meltingChocolate,
  11: pasteurisation,
  12: drying,
  13: nonStop,
  14: defrosting,
};

/** Codes of the phases of a function by their place; the last one goes for what follows it. A single phase may be another. */
const codes: Readonly<Record<number, { readonly several: readonly number[]; readonly single?: number }>> = {
  0: { several: [2, 3], single: 3 },
  1: { several: [4] },
  3: { several: [14], single: 9 },
  4: { several: [10, 11], single: 11 },
  5: { several: [12, 13] },
  6: { several: [14, 15], single: 15 },
  7: { several: [21] },
  8: { several: [18, 19, 20, 21] },
  9: { several: [19, 20], single: 19 },
  10: { several: [23] },
  11: { several: [14, 15], single: 15 },
  12: { several: [25] },
  13: { several: [26] },
  14: { several: [27, 28, 25] },
};

/** Air of a cooking phase is at least this warm; what is colder in such a function chills the food afterwards. */
const cooks_C = 45;

/** Where heat and dry air follow one another, the heat has the times of a cooking. */
const timesOf = (code: number): FunctionRow => families.MF.functions[code === 12 ? 6 : code] as FunctionRow;

/**
 * The definition of an MF cycle from the notation: codes by the place of a phase, times inherited from the default definition of the
 * function. `late_min` counts to the first core target; what is held there may take a tenth longer.
 * @param code function, in MF's numbering
 */
export function definitionOf(code: number, notation: string): BlastDefinition {
  const all = phasesOf(notation, ...notation.split(' · ').map(() => ({ phase: 0 })));
  const isCooked = code === 6 || code === 11;
  // A function that holds has no cycle before it: its holding is what it does.
  const holds = code === 3 ? [] : all.filter(({ hold }) => hold);
  const before = all.slice(0, all.length - holds.length);
  const cooled = isCooked ? before.filter(({ air }) => typeof air === 'number' && air < cooks_C) : [];
  const own = before.slice(0, before.length - cooled.length);
  return {
    family: 'MF',
    function: code,
    phases: [
      ...ownPhases(code, timesOf(code), own),
      ...cooledPhases(cooled),
      ...holds.map((phase) => ({ ...phase, phase: holdingCode(code, phase.air) })),
    ],
  };
}

function ownPhases(code: number, { definition }: FunctionRow, own: readonly PhasePlan[]): readonly PhasePlan[] {
  const usual = (definition?.hard ?? []).filter(({ hold }) => !hold);
  const row = codes[code];
  const late_min = usual.find((phase) => phase.late_min !== undefined)?.late_min;
  const max_min = usual[0]?.max_min;
  const firstCore = own.findIndex(({ end }) => end.by === 'core');
  return own.flatMap(({ hold: _hold, ...phase }, index): PhasePlan[] => {
    const { end } = phase;
    const isHolding = end.by === 'stop' && code !== 13;
    const named = own.length === 1 ? (row?.single ?? row?.several[0]) : (row?.several[index] ?? row?.several.at(-1));
    // Drying begins with a core only to make meat safe.
    const coded = code === 12 && end.by === 'core' ? 15 : (named ?? 0);
    const placed = { ...phase, phase: isHolding ? holdingCode(code, phase.air) : coded };
    if (end.by === 'evaporator') return [{ ...placed, ...timesAt(usual, 0), ...optional({ late_min }) }];
    if (end.by !== 'core' && end.by !== 'surface') return [placed];
    const ends = {
      ...(own.length === 1 ? optional({ fallback_min: sumOf(usual) }) : timesAt(usual, index)),
      ...optional({ late_min: index === firstCore ? late_min : undefined, max_min }),
    };
    if (end.by === 'surface' || end.hold_min === undefined) return [{ ...placed, ...ends }];
    return reachedThenHeld(code, { ...placed, ...ends, end }, own[index - 1]);
  });
}

/** A target that is held has a phase of its own once it is reached. */
function reachedThenHeld(
  code: number,
  phase: PhasePlan & { readonly end: { readonly by: 'core'; readonly target: number; readonly hold_min?: number } },
  before: PhasePlan | undefined,
): PhasePlan[] {
  const { target, hold_min = 0 } = phase.end;
  const { phase: _phase, late_min: _late, fallback_min, max_min, ...rest } = phase;
  const held = {
    ...rest,
    phase: code === 1 ? 6 : 16,
    // Without a needle food is frozen by time; it is cooked or pasteurised only with one.
    ...(code === 1 ? { fallback_min: hold_min } : {}),
    ...optional({ max_min: max_min === undefined ? undefined : max_min + Math.ceil((hold_min * 11) / 10) }),
  };
  if (before?.end.by === 'core' && before.end.target === target) return [held];
  const reached = { ...rest, phase: phase.phase, end: { by: 'core', target } as const };
  return [{ ...reached, ...optional({ fallback_min, late_min: phase.late_min, max_min }) }, held];
}

/** Chilling after heat has no limits of its own: they would count from the start of the cycle, hours before. */
function cooledPhases(cooled: readonly PhasePlan[]): readonly PhasePlan[] {
  const usual = families.MF.functions[6]?.definition?.after ?? [];
  return cooled.map((phase, index): PhasePlan => {
    if (phase.end.by === 'core' && phase.end.target >= cooks_C) return { ...phase, phase: 17, fallback_min: 60 };
    if (cooled.length === 1) return { ...phase, phase: 3, ...optional({ fallback_min: sumOf(usual) }) };
    return { ...phase, phase: usual[index]?.phase ?? 3, ...timesAt(usual, index) };
  });
}

/** Code of a holding: dough rests or stays in the cold, chocolate stays fluid, other food is kept cold, frozen or hot by the air. */
function holdingCode(code: number, air: PhasePlan['air']): number {
  const own: Readonly<Record<number, number>> = { 7: 22, 8: 22, 9: 19, 10: 24 };
  if (own[code] !== undefined) return own[code];
  const air_C = typeof air === 'number' ? air : 0;
  return air_C <= -5 ? 8 : air_C < 57 ? 7 : 9;
}

const timesAt = (usual: readonly PhasePlan[], index: number): { readonly fallback_min?: number } =>
  optional({ fallback_min: usual[index]?.fallback_min });

const sumOf = (usual: readonly PhasePlan[]): number | undefined =>
  usual.reduce((sum, { fallback_min = 0 }) => sum + fallback_min, 0) || undefined;

/** Leaves out what is undefined: a definition is compared and hashed as it is written. */
const optional = <T extends Readonly<Record<string, number | undefined>>>(
  values: T,
): { readonly [K in keyof T]?: number } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: number;
  };

const presetOf = (code: number, id: number, row: PresetRow): Preset => {
  const [sector, icon, colour, phases, notes = [], favourite = null] = row;
  const assumed = presetLoads[id];
  const served_min = presetServing_min[id];
  const usual = definitionOf(code, phases);
  const definition = {
    ...usual,
    ...(served_min !== undefined && {
      phases: usual.phases.map((phase) => (phase.end.by === 'core' ? { ...phase, fallback_min: served_min } : phase)),
    }),
    ...(assumed ? { assumed } : {}),
  };
  return { id, sector, icon, colour, favourite, notes, definition };
};

/** The presets, each at the index of its number. */
export const presets: readonly Preset[] = Object.entries(rowsByFunction)
  .flatMap(([code, rows]) => Object.entries(rows).map(([id, row]) => presetOf(Number(code), Number(id), row)))
  .sort((one, other) => one.id - other.id);
