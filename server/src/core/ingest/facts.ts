import type { EventBody, PanelTold, ResultMessage } from '@brina/contract/devices';
import type { Db } from '../db/database.ts';
import type { Unit } from '../picture/unit.ts';

/** Where a fact comes from: identity of its message, and when it was received. */
export type Origin = { unit: Unit; log: string; seq: number; received_ms: number };

/** Marks of a sample, a sum of these bits. */
export const flags = { backlog: 1, suspect: 2, fault: 4, clockRebuilt: 8, clockOff: 16 } as const;

/**
 * When a fact was. `clockShift_ms`: by how much that is later than its boot's steady time, which counts as the unit's `up` does; null: by
 * less than a second (`server/src/core/ingest/clock-evidence.queries.ts`).
 */
export type When = { at_ms: number; clockShift_ms: number | null };

/**
 * One sample: values by column, what this version does not know apart. `clockOffset_s`: how far the unit's clock was behind ours; null
 * where it was right.
 */
export type Sample = Origin &
  When & {
    ix: number;
    clockOffset_s: number | null;
    flags: number;
    columns: Readonly<Record<string, number | string | null>>;
    other: Readonly<Record<string, unknown>> | null;
  };

/** One event; `body` is the message without its head. */
export type EventFact = Origin & When & { body: EventBody };

/** The answer to a command. */
export type ResultFact = Origin & {
  at_ms: number;
  id: string;
  result: ResultMessage['result'];
  reason: string | undefined;
};

/** What a unit told of its panel in its newest whole state, in the time of its present holder; its moments by our clock. */
export type PanelFact = { unit: Unit; at_ms: number; told: PanelTold };

/** Receipt minus sending of one message. */
export type OffsetFact = { unit: Unit; received_ms: number; offset_ms: number };

/** What a batch of messages says for the first time. Duplicates never get here. */
export type Facts = {
  samples: readonly Sample[];
  events: readonly EventFact[];
  results: readonly ResultFact[];
  panels: readonly PanelFact[];
  offsets: readonly OffsetFact[];
  now_ms: number;
};

/**
 * One feature's part of ingestion, run in the batch's transaction with few statements for the whole batch. It may change
 * the live picture of the units; it must be indifferent to the order in which facts arrive.
 * @returns what it does once the batch is committed, if anything
 */
export type IngestStep = (db: Db, facts: Facts) => Promise<(() => void) | void>;
