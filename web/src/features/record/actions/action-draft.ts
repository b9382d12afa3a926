import type { Action, ActionInput } from '@brina/contract/calls/record/actions';
import type { ActionCause, Fate } from '@brina/domain/haccp/actions/action';
import { hour_ms } from '@brina/domain/language/durations';

/** What somebody has said so far; moments are epoch ms. */
export type Draft = {
  /** Core of the food as measured by hand, °C; null: not measured; undefined: nobody has said. */
  core_C: number | null | undefined;
  fate: Fate | null;
  kg: number;
  /** REHEATED: to which core, °C. */
  heated_C: number;
  where: string;
  /** HELD: in how many hours somebody decides. */
  decideIn_h: number;
  /** KEPT: why. */
  reason: string;
  cause: ActionCause | null;
  causeText: string;
  prevention: string;
};

/** A quantity of food by steps of this. */
export const step_kg = 0.5;

/** What the steps begin with: the whole load, and nothing that nobody has measured. */
export const draftOf = ({ load_kg }: Pick<Action, 'load_kg'>): Draft => ({
  core_C: undefined,
  fate: null,
  kg: load_kg ?? 1,
  heated_C: 75,
  where: '',
  decideIn_h: 2,
  reason: '',
  cause: null,
  causeText: '',
  prevention: '',
});

/** Whether the words that belong to a fate are there. */
export function isWhole({ fate, where, reason, core_C }: Draft, isFailed: boolean): boolean {
  if (fate === 'MOVED') return where.trim() !== '';
  if (fate === 'KEPT' && isFailed) return reason.trim().length >= 20 && core_C !== null && core_C !== undefined;
  return fate !== null;
}

/** What is saved of a draft. @param now epoch ms */
export function inputOf(draft: Draft, now: number): ActionInput {
  const { core_C, fate, kg, heated_C, where, decideIn_h, reason, cause, causeText, prevention } = draft;
  const more = {
    ...(fate === 'REHEATED' && { core_C: heated_C }),
    ...(fate === 'MOVED' && { where: where.trim() }),
    ...(fate === 'HELD' && { decideBy: now + decideIn_h * hour_ms }),
    ...(fate === 'KEPT' && reason.trim() !== '' && { reason: reason.trim() }),
  };
  return {
    state: 'done',
    reason: '',
    cause,
    causeText: causeText.trim(),
    dispositions: fate === null ? [] : [{ fate, kg: Math.round(kg * 10) / 10, ...more }],
    measured: core_C === null || core_C === undefined ? null : { value_C: core_C, at: now, instrument: '' },
    at: now,
    lateReason: '',
    prevention: prevention.trim(),
  };
}
