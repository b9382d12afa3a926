import type { BatchRecord, JudgedByRule } from '@brina/contract/calls/record/haccp';
import { limits } from '@brina/contract/devices';
import type { RecordKind } from '@brina/domain/appliance/families/family';
import { byNeedle, type CorePoint } from '@brina/domain/appliance/metrics';
import { type BatchGap, type Silenced, warmestOf } from '@brina/domain/haccp/batch';
import { addedFor } from '@brina/domain/haccp/checks/doubts';
import { isCookedBefore } from '@brina/domain/haccp/cooked';
import { judgeBatch } from '@brina/domain/haccp/judge';
import { judgeVersion } from '@brina/domain/haccp/judge-versions';
import { type JudgedStage, type Judgement, notGone } from '@brina/domain/haccp/judgement';
import type { Rule } from '@brina/domain/haccp/rules';
import { gradeOf, type Verdict } from '@brina/domain/haccp/verdicts';
import { minute_ms } from '@brina/domain/language/durations';
import { type DoubtedPoint, isHeated } from './doubted.ts';
import { judgedSpan } from './judged-span.ts';

/** What a run was asked to do, as its start event says. */
export type RunRequest = {
  plan?: readonly { phase: number; hold?: true }[];
  load_kg?: number;
  product?: string;
  lot?: string;
};

/** The tray whose timer a batch is; `needle`: the one that measured there, counted from 1. */
type TrayOfRecord = NonNullable<BatchRecord['tray']>;

/** Names as they were when the first revision was written: renaming a unit later changes no record. */
export type RecordIdentity = Pick<
  BatchRecord,
  'serialNumber' | 'model' | 'applianceName' | 'laboratory' | 'company' | 'timeZone'
>;

/** One sample: every point of the needles, the chamber's air and its set-point, null where there is no valid value. */
export type RecordSample = {
  at: number;
  core: readonly (number | null)[];
  air: number | null;
  set: number | null;
  firmware: string | null;
};

/** A phase of the plan, counted from 1, that came into a state. */
export type RecordEvent = BatchRecord['phases'][number];

/** What a record is made of: the stored run, events and samples of its time, and who held the unit then. */
export type RecordSources = {
  kind: RecordKind;
  /** By the food-safety plan of its start: what says what became of it, and what judges beside. */
  rule: Rule;
  further: readonly Rule[];
  run: {
    id: string;
    function: number;
    /** Of a run that goes on with another: when that one began. */
    startedAt: number;
    endedAt: number;
    endReason: string | null;
    /** Whether the unit told its end, in the time of the company whose record it is. */
    isEndTold: boolean;
    /** It goes on with more runs than are looked at: when its food came is not known. */
    isBeginCut?: true;
    /** It goes on with one that was judged from then on. */
    judgedFrom?: number;
    /** When its food was cooked, where somebody said so. */
    cookedAt?: number;
    request: RunRequest;
    /** Of a batch that is one tray in a run that goes on. */
    tray?: TrayOfRecord;
  };
  /** The run that was ended early and that this one goes on with. */
  continues: string | null;
  identity: RecordIdentity;
  /** Names of the points in `core`. */
  pointNames: readonly CorePoint[];
  /** Ascending, from the start to the one that closes the last interval. */
  samples: readonly RecordSample[];
  /** Stretches without a sample that are long enough to be a gap, and why. */
  silences: readonly BatchGap[];
  phases: readonly RecordEvent[];
  doors: BatchRecord['doors'];
  alarms: BatchRecord['alarms'];
  silenced: readonly Silenced[];
  clockChanges: readonly number[];
  clockOffset_ms: number | null;
  /** What checks found of the probes that measured it. */
  probeChecks: readonly DoubtedPoint[];
  /** What was said of the core while it ran; absent where nothing was. */
  forecast?: NonNullable<BatchRecord['forecast']>;
};

/** What a run alone is made of: of its clock, and of checks, it is asked for the whole batch that it belongs to. */
export type RunSources = Omit<RecordSources, 'clockChanges' | 'probeChecks'>;

/** What the judge was told besides what the record shows. */
type Evidence = {
  kind: RecordKind;
  isEndTold: boolean;
  isBeginCut?: true;
  judgedFrom?: number;
  closing: Omit<RecordSample, 'firmware'> | null;
  silences: readonly BatchGap[];
};

/** What is shown with a record and stands in no revision: what came after it, and who looks at it. */
type Around =
  | 'revision'
  | 'revisions'
  | 'review'
  | 'judgedAgain'
  | 'stoppedBy'
  | 'recipe'
  | 'before'
  | 'continuedBy'
  | 'may'
  | 'seal'
  | 'signatures'
  | 'actions'
  | 'readings'
  | 'notes'
  | 'amendments';

/** The part of a record that its revision contains; from it alone the batch can be judged again. */
export type RecordContent = Omit<
  BatchRecord,
  Around | 'verdict' | 'judge' | 'tray' | 'further' | 'probeChecks' | 'forecast' | 'cookedAt'
> & {
  /** Absent in what is no tray's: of those many were written before there was any. */
  tray?: TrayOfRecord;
  /** Absent where nobody said it. */
  cookedAt?: number;
  /** Absent where one rule judged it alone. */
  further?: JudgedByRule[];
  /** Absent where no check put it in doubt. */
  probeChecks?: BatchRecord['probeChecks'];
  /** Absent where none was made: before there was any, records were written without. */
  forecast?: NonNullable<BatchRecord['forecast']>;
  verdict: Verdict;
  judge: number;
  evidence: Evidence;
};

/**
 * Makes the record of a batch: a pure function of its stored events and samples, so that the same facts in whatever order
 * they arrived give the same content (docs/ARCHITECTURE.md, data).
 */
export function makeRecord(sources: RecordSources): RecordContent {
  const { kind, run, rule, identity, samples, silences, doors } = sources;
  const { startedAt, endedAt } = run;
  const judgement = judged(sources, rule);
  const { stages, ...said } = judgedShown(judgement, rule);
  const within = samples.filter(({ at }) => at <= endedAt);
  return {
    batchId: run.id,
    ...identity,
    function: run.function,
    ...(run.tray && { tray: run.tray }),
    product: run.request.product ?? null,
    lot: run.request.lot ?? null,
    load_kg: run.request.load_kg ?? null,
    ...(run.cookedAt !== undefined && { cookedAt: run.cookedAt }),
    startedAt,
    endedAt,
    endReason: run.endReason,
    continues: sources.continues,
    ...said,
    judge: judgeVersion,
    stages,
    ...(sources.further.length > 0 && { further: sources.further.map((one) => judgedBy(sources, one)) }),
    ...(sources.probeChecks.length > 0 && { probeChecks: checksShown(sources) }),
    plan: planOf(run.request.plan ?? [], sources.phases, endedAt),
    phases: [...sources.phases],
    firmware: within.findLast((sample) => sample.firmware !== null)?.firmware ?? '',
    sampleCount: judgement.sampleCount,
    loaded_C: judgement.loaded_C === null ? null : rounded(judgement.loaded_C, 2),
    continuity: continuityOf(
      within.map(({ at }) => at),
      startedAt,
      endedAt,
    ),
    clockOffset_ms: sources.clockOffset_ms,
    clockSuspect: Math.abs(sources.clockOffset_ms ?? 0) > limits.clockOffset_ms,
    clockChanges: [...sources.clockChanges],
    samples: {
      at: within.map(({ at }) => at),
      core: within.map(({ core }) => warmestOf(coreOf(core, run.tray))),
      points: sources.pointNames.map((_, point) => within.map(({ core }) => core[point] ?? null)),
      pointNames: [...sources.pointNames],
      air: within.map(({ air }) => air),
      set: within.map(({ set }) => set),
    },
    gaps: judgement.gaps.map((gap) => withReason(gap, silences)),
    disbelieved: [...judgement.disbelieved],
    silenced: sources.silenced.map(({ point, from, to }) => ({ point, from, to })),
    doorOpenings: doors.length,
    doors,
    alarms: sources.alarms,
    ...(sources.forecast && { forecast: sources.forecast }),
    evidence: {
      kind,
      isEndTold: run.isEndTold,
      ...(run.isBeginCut && { isBeginCut: true }),
      ...(run.judgedFrom !== undefined && { judgedFrom: run.judgedFrom }),
      closing: closingOf(samples, endedAt),
      silences,
    },
  };
}

/** The points that say something of the food: in a tray those of its needle. */
const coreOf = (core: RecordSample['core'], tray: TrayOfRecord | undefined): RecordSample['core'] => {
  if (!tray) return core;
  return tray.needle === null ? [] : (byNeedle(core)[tray.needle - 1] ?? []);
};

/** Checks that put it in doubt, and what was added for each before it was judged. */
const checksShown = ({ probeChecks, rule }: RecordSources): NonNullable<RecordContent['probeChecks']> =>
  probeChecks.map(({ checkId, at, point, error_K }) => ({
    checkId,
    at,
    point,
    error_K,
    added_K: addedFor(error_K, isHeated(rule)),
  }));

/** The verdict that the record of a batch comes to. */
export const verdictOf = (sources: RecordSources): Verdict => judged(sources, sources.rule).verdict;

/** What a rule says of a batch. */
export const judgedBy = (sources: RecordSources, rule: Rule): JudgedByRule => judgedShown(judged(sources, rule), rule);

function judgedShown({ verdict, reasons, stages }: Judgement, { id, version, force, own }: Rule): JudgedByRule {
  const decisive = decisiveOf(stages);
  return {
    verdict,
    reasons: [...reasons],
    minutes: toWhole_ms(decisive?.minutes ?? null),
    limit_min: decisive?.limit_min ?? null,
    rule: { id, version, force, ...(own && { own }) },
    stages: stages.map(stageShown),
  };
}

function judged(sources: RecordSources, rule: Rule): Judgement {
  const { kind, run, samples, silences, silenced, clockChanges, probeChecks } = sources;
  const span = judgedSpan(sources);
  if (!span) return notHeated(sources, rule);
  const reasonBefore = new Map(silences.map(({ to, reason }) => [to, reason]));
  const judgement = judgeBatch({
    kind,
    rule,
    startedAt: span.from,
    endedAt: span.to,
    samples: samples.map(({ at, core, air }) => {
      const gapBefore = reasonBefore.get(at);
      return gapBefore ? { at, core, air, gapBefore } : { at, core, air };
    }),
    silenced,
    clockChanges,
    probeErrors_K: probeErrorsOf(probeChecks),
    ...(run.cookedAt !== undefined && isCookedBefore(kind) && { cookedAt: run.cookedAt }),
    ...(run.tray && { tray: { needle: run.tray.needle === null ? null : run.tray.needle - 1 } }),
  });
  const begun = run.isBeginCut ? withoutBegin(judgement) : judgement;
  return run.isEndTold || span.to < run.endedAt ? begun : withoutEnd(begun, rule);
}

function probeErrorsOf(probeChecks: readonly DoubtedPoint[]): (number | undefined)[] {
  const errors: (number | undefined)[] = [];
  for (const { point, error_K } of probeChecks) errors[point] = error_K;
  return Array.from(errors);
}

/** Whether nothing speaks against a verdict but what is not known. */
const isOpen = (verdict: Verdict): boolean => gradeOf(verdict) < gradeOf('NOT_PROVEN');

/** Food that was to be heated again: the phase that does so never ran, or nobody told of it. */
function notHeated({ run, phases, samples }: RecordSources, { stages }: Rule): Judgement {
  const isKnown = run.isEndTold && phases.length > 0;
  const verdict = isKnown ? 'ABORTED' : 'NOT_PROVEN';
  return {
    verdict,
    reasons: [isKnown ? 'target_not_reached' : 'gap_unbounded'],
    stages: stages.map(({ from, to, max_min }) => ({ ...notGone, from, to, limit_min: max_min, verdict })),
    gaps: [],
    sampleCount: samples.filter(({ at }) => at <= run.endedAt).length,
    loaded_C: null,
    disbelieved: [],
  };
}

/** Nobody knows when its food came: that it was in time is not proven. */
function withoutBegin(judgement: Judgement): Judgement {
  // Nor that it was cold; but a rule without a limit has none.
  return isOpen(judgement.verdict) && judgement.stages.length > 0 ? notProven(judgement, isOpen) : judgement;
}

/** Nobody told that the cycle ended: what was not reached may have been reached where nobody looked. */
function withoutEnd(judgement: Judgement, { grace_min }: Rule): Judgement {
  // What was to stay cold may have become warm there.
  if (grace_min !== undefined && isOpen(judgement.verdict)) return notProven(judgement, isOpen);
  return judgement.verdict === 'ABORTED' ? notProven(judgement, (verdict) => verdict === 'ABORTED') : judgement;
}

/** Data are missing where the limit had to be proven, for the stages whose verdict is one of these. */
function notProven(judgement: Judgement, isOpen: (verdict: Verdict) => boolean): Judgement {
  const stages = judgement.stages.map((stage) =>
    isOpen(stage.verdict) ? { ...stage, verdict: 'NOT_PROVEN' as const } : stage,
  );
  return { ...judgement, verdict: 'NOT_PROVEN', reasons: ['gap_unbounded'], stages };
}

/** The stage whose minutes stand for the batch: the one that came out worst, of equals the one that left the least of its time. */
function decisiveOf(stages: readonly JudgedStage[]): JudgedStage | undefined {
  const share = ({ minutes, limit_min }: JudgedStage): number => (minutes === null ? -1 : minutes / limit_min);
  const applied = stages.filter(({ verdict }) => verdict !== 'NOT_APPLICABLE');
  return (applied.length > 0 ? applied : stages).toSorted(
    (a, b) => gradeOf(b.verdict) - gradeOf(a.verdict) || share(b) - share(a),
  )[0];
}

function stageShown(stage: JudgedStage): RecordContent['stages'][number] {
  const moment = (at: number | null): number | null => (at === null ? null : Math.round(at));
  return {
    from: stage.from,
    to: stage.to,
    startedAt: moment(stage.startedAt),
    endedAt: moment(stage.endedAt),
    minutes: toWhole_ms(stage.minutes),
    earliest_min: toWhole_ms(stage.earliest_min),
    latest_min: toWhole_ms(stage.latest_min),
    firstReachedAt: moment(stage.firstReachedAt),
    limit_min: stage.limit_min,
    verdict: stage.verdict,
  };
}

/** Minutes to the unit of the moments, so that 90.001 is not 90. */
const toWhole_ms = (minutes: number | null): number | null =>
  minutes === null ? null : Math.round(minutes * minute_ms) / minute_ms;

function closingOf(samples: readonly RecordSample[], endedAt: number): Evidence['closing'] {
  const closing = samples.find(({ at }) => at > endedAt);
  return closing ? { at: closing.at, core: closing.core, air: closing.air, set: closing.set } : null;
}

/** The judge knows the reason of a gap by the sample after it; a gap that lasts to the end has none. */
function withReason({ from, to, reason }: BatchGap, silences: readonly BatchGap[]): BatchGap {
  const silence = reason === 'unknown' ? silences.find((one) => one.from < to && one.to > from) : undefined;
  return { from, to, reason: silence?.reason ?? reason };
}

/** When the phases that were planned ran, holding apart. */
function planOf(
  plan: NonNullable<RunRequest['plan']>,
  phases: readonly RecordEvent[],
  endedAt: number,
): RecordContent['plan'] {
  return plan
    .filter((one) => !one.hold)
    .map(({ phase }, i) => {
      const events = phases.filter((event) => event.index === i + 1);
      const begun = events.find((event) => event.state === 'running');
      const over = events.find((event) => event.state !== 'running');
      return { phase, startedAt: begun?.at ?? null, endedAt: over?.at ?? (begun ? endedAt : null) };
    });
}

/** In a cycle a unit samples every ten seconds: half a minute without one is missing time. */
const sampleGap_ms = 30_000;

/** Share of the batch's time in which no two samples are further apart than a gap, %, one decimal (metric `continuity`). */
function continuityOf(moments: readonly number[], startedAt: number, endedAt: number): number {
  const edges = [startedAt, ...moments, endedAt];
  const missing = edges.reduce((sum, at, i) => {
    const length = at - (edges[i - 1] ?? at);
    return length > sampleGap_ms ? sum + length : sum;
  }, 0);
  return rounded((1 - missing / Math.max(1, endedAt - startedAt)) * 100, 1);
}

const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;
