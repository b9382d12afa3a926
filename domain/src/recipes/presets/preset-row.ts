/** Shape of the rows of the presets, and the notation that several of them share. */

import type { IconName } from '../icons.ts';
import type { PaletteIndex } from '../palette.ts';
import type { RecipeSector } from '../recipe.ts';

/** Notes on hygiene and law that a preset refers to; `presets.messages.ts` has their texts. */
export const presetNotes = [
  'F1',
  'F2',
  'F3',
  'F4',
  'F5',
  'F6',
  'F7',
  'F8',
  'F9',
  'F10',
  'F11',
  'F12',
  'F13',
  'F14',
  'F15',
  'F16',
  'F17',
  'F18',
  'F19',
] as const;

/** Number of a note. */
export type PresetNote = (typeof presetNotes)[number];

/** What a preset is, beside its number and its words. */
export type PresetRow = readonly [
  sector: RecipeSector,
  icon: IconName,
  colour: PaletteIndex,
  /** In the notation of `phasesOf`. */
  phases: string,
  notes?: readonly PresetNote[],
  /** Place among the favourites of a new unit, 1 to 24. */
  favourite?: number,
];

/** The presets of one function by their number. */
export type PresetRows = Readonly<Record<number, PresetRow>>;

/** Hard air until the surface is at 4 °C, so that nothing freezes, then 0 °C. */
export const CHILL = '-14/100/-/s4 · 0/100/-/c3 · H2/40/-';

/** Full cold to the core, then a frozen store. */
export const FREEZE = '-38/100/-/c-18 · H-20/50/-';
