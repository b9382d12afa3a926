/** What a report of a period is made from: plain data, whole before any of it is put into words. Moments are epoch ms. */
import type { DueState } from '@brina/domain/haccp/checks/check-due';
import type { Repeated } from '@brina/domain/haccp/too-perfect';
import type { Action } from '../calls/record/actions.ts';
import type { BookRecord } from '../calls/record/book.ts';
import type { ProbeCheck } from '../calls/record/checks.ts';
import type { BatchRecord } from '../calls/record/haccp.ts';
import type { HoldContent, HoldLook, HoldSummary } from '../calls/record/holding.ts';
import type { ManualRecord } from '../calls/record/manual.ts';
import type { MissingRecord } from '../calls/record/missing.ts';

/** A record of the period: in which entry of the book its last revision stands, null: in none yet; and by whom it is signed. */
type InPeriod = Omit<BookRecord, 'batch' | 'day' | 'seal'> & {
  ix: number | null;
  signedBy: readonly string[];
};

export type PeriodBatch = InPeriod &
  Omit<NonNullable<BookRecord['batch']>, 'minutes'> & {
    day: string;
    /** Of the stage that decided, to the millisecond. */
    minutes: number | null;
    /** Share of its time that samples cover, %, and how often and how long they are missing; null before its first revision. */
    data: { continuity: number; gaps: number; clockSuspect: boolean } | null;
  };

export type PeriodDay = InPeriod &
  NonNullable<BookRecord['day']> &
  Pick<HoldSummary, 'min' | 'mean' | 'minutes' | 'coverage' | 'kinds'> & { look: HoldLook | null };

/** An exception: a batch, or a day, whose limit was not kept or is not proven, as it is recorded. */
export type PeriodException =
  | { kind: 'batch'; record: BatchRecord }
  | { kind: 'day'; id: string; content: HoldContent };

/** Days of a unit, both included, of which it has no record although it was held. */
export type Blank = { serialNumber: string; name: string; from: string; to: string; days: number };

/** A person with access to the records of the report, and since when. */
export type PeriodPerson = { name: string; role: string; from: number };

/** When a probe of a unit was last checked, null: never; until when that holds, and how it stands: a reminder, and no verdict. */
export type ProbeDue = {
  serialNumber: string;
  name: string;
  needle: number;
  last: { at: number; good: boolean } | null;
  due: number;
  state: DueState;
};

export type PeriodContent = {
  company: string;
  kitchen: string | null;
  unit: { name: string; serialNumber: string } | null;
  from: string;
  to: string;
  timeZone: string;
  /** When the checkpoint was made up to which it tells; without one, when it was asked for. */
  at: number;
  askedBy: string;
  batches: readonly PeriodBatch[];
  days: readonly PeriodDay[];
  /** Those that are drawn, and how many are not. */
  exceptions: readonly PeriodException[];
  exceptionsLeftOut: number;
  actions: readonly Action[];
  checks: readonly (Omit<ProbeCheck, 'records'> & { serialNumber: string; applianceName: string })[];
  /** What was cooled without an appliance, the first one first; none of a report of one unit. */
  manual: readonly ManualRecord[];
  blanks: readonly Blank[];
  /** What the book lacks, and what was said of it. */
  missing: readonly MissingRecord[];
  /** Days of units of which there could be a record. */
  heldDays: number;
  signers: readonly { name: string; role: string; records: number; first: number; last: number }[];
  people: readonly PeriodPerson[];
  probes: readonly ProbeDue[];
  repeated: {
    lengths: readonly (Repeated & { name: string })[];
    readings: Repeated | null;
    /** Minutes of the day at which days were looked at. */
    looks: Repeated | null;
  };
  /** How many values were typed by hand. */
  typed: number;
  /** Where its records stand in the book: the first and last entry, how many, and the checkpoint that has them; null: none has any. */
  seal: {
    from: number;
    to: number;
    entries: number;
    size: number;
    root: string;
    note: string;
    keys: readonly string[];
  } | null;
};

/** A report as data: what of it is drawn is told by its records, which prove themselves. */
export const toldOf = ({ exceptions: _, exceptionsLeftOut: __, ...told }: PeriodContent): object => told;
