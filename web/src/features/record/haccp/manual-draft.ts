import type { ManualRecord, startManual } from '@brina/contract/calls/record/manual';
import type { Input } from '@brina/contract/wire/call';
import { minute_ms } from '@brina/domain/language/durations';

/** What somebody has said so far of food that is cooled without an appliance. */
export type ManualDraft = {
  labId: string | null;
  process: ManualRecord['process'];
  product: string;
  lot: string;
  /** Minutes since it was cooked; null: nobody knows; undefined: not asked yet. */
  cookedAgo_min: number | null | undefined;
  instrument: string;
  /** What was read, °C; null: nobody has said. */
  value_C: number | null;
};

/** One question a step. */
export type ManualStep = 'kitchen' | 'product' | 'process' | 'cooked' | 'instrument' | 'temperature';

/** What is asked: the kitchen only where there is a choice. */
export const manualSteps = (kitchens: number): ManualStep[] => [
  ...(kitchens > 1 ? ['kitchen' as const] : []),
  'product',
  'process',
  'cooked',
  'instrument',
  'temperature',
];

/** How long ago food may have been cooked, as it is offered. */
export const cookedAgo_min = [0, 15, 30, 60, 120] as const;

/** Whether a question is answered. */
export const isAnswered: Record<ManualStep, (draft: ManualDraft) => boolean> = {
  kitchen: ({ labId }) => labId !== null,
  product: ({ product }) => product.trim() !== '',
  process: () => true,
  cooked: ({ cookedAgo_min: ago }) => ago !== undefined,
  instrument: ({ instrument }) => instrument.trim() !== '',
  temperature: ({ value_C }) => value_C !== null,
};

/** A core that comes from the stove, °C. */
export const cooked_C = 80;

/** What is sent; null where no kitchen is known, or nothing was read. */
export function startOf(draft: ManualDraft, now: number): Input<typeof startManual>['body'] | null {
  const { labId, process, product, lot, cookedAgo_min: ago, instrument, value_C } = draft;
  if (labId === null || value_C === null) return null;
  return {
    labId,
    process,
    product: product.trim(),
    lot: lot.trim() || null,
    load_kg: null,
    cookedAt: ago == null ? null : now - ago * minute_ms,
    reading: { value_C, at: now, instrument: instrument.trim(), where: '' },
  };
}

/** With what was measured before, the latest first, each once. */
export const instrumentsOf = (records: readonly ManualRecord[]): string[] => [
  ...new Set(
    records
      .flatMap(({ readings }) => readings)
      .sort((a, b) => b.at - a.at)
      .map(({ instrument }) => instrument),
  ),
];
