import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { limits } from '@brina/contract/devices';
import type { RecordKind } from '@brina/domain/appliance/families/family';
import { type BatchGap, warmestOf } from '@brina/domain/haccp/batch';
import { judgeBatch } from '@brina/domain/haccp/judge';
import { type Verdict } from '@brina/domain/haccp/verdicts';
import { judgeVersion } from '@brina/domain/haccp/judge-versions';
import { defaultRule } from '@brina/domain/haccp/rules';

/** What a run was asked to do, as its start event says. */
export type RunRequest = {
  plan?: readonly { phase: number; hold?: true }[];
  load_kg?: number;
  product?: string;
  lot?: string;
};

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
export type RecordEvent = { at: number; index: number; phase: number; state: string };

/** What a record is made of: the stored run, events and samples of its time, and who held the unit then. */
export type RecordSources = {
  kind: RecordKind;
  run: {
    id: string;
    function: number;
    startedAt: number;
    endedAt: number;
    endReason: string | null;
    request: RunRequest;
  };
  identity: RecordIdentity;
  /** Ascending, from the start to the one that closes the last interval. */
  samples: readonly RecordSample[];
  /** Stretches without a sample that are long enough to be a gap, and why. */
  silences: readonly BatchGap[];
  phases: readonly RecordEvent[];
  /** Moments at which the door was opened. */
  doorOpenings: readonly number[];
  alarms: readonly { name: string; from: number; to: number | null }[];
  clockOffset_ms: number | null;
};

/** The part of a record that its revision contains; number and list of revisions are added when it is shown. */
export type RecordContent = Omit<BatchRecord, 'revision' | 'revisions' | 'verdict'> & { verdict: Verdict };

/**
 * Makes the record of a batch: a pure function of its stored events and samples, so that the same facts in whatever order
 * they arrived give the same content (docs/ARCHITECTURE.md, data).
 */
export function makeRecord(sources: RecordSources): RecordContent {
  const { kind, run, identity, samples, silences, phases, doorOpenings, alarms, clockOffset_ms } = sources;
  const rule = defaultRule(kind);
  const { startedAt, endedAt } = run;
  const reasonBefore = new Map(silences.map(({ to, reason }) => [to, reason]));
  const judgement = judgeBatch({
    kind,
    rule,
    startedAt,
    endedAt,
    samples: samples.map(({ at, core, air }) => {
      const gapBefore = reasonBefore.get(at);
      return gapBefore ? { at, core, air, gapBefore } : { at, core, air };
    }),
  });
  const within = samples.filter(({ at }) => at <= endedAt);
  const minutes = judgement.stages.map((stage) => stage.minutes).filter((value) => value !== null);
  return {
    batchId: run.id,
    ...identity,
    function: run.function,
    product: run.request.product ?? null,
    lot: run.request.lot ?? null,
    load_kg: run.request.load_kg ?? null,
    startedAt,
    endedAt,
    endReason: run.endReason,
    verdict: judgement.verdict,
    reasons: [...judgement.reasons],
    minutes: minutes.length === 0 ? null : rounded(Math.max(...minutes), 1),
    limit_min: Math.max(...rule.stages.map((stage) => stage.max_min)),
    rule: { id: rule.id, version: rule.version, force: rule.force },
    judge: judgeVersion,
    stages: judgement.stages.map((stage) => ({
      from: stage.from,
      to: stage.to,
      startedAt: stage.startedAt === null ? null : Math.round(stage.startedAt),
      endedAt: stage.endedAt === null ? null : Math.round(stage.endedAt),
      minutes: stage.minutes === null ? null : rounded(stage.minutes, 2),
      limit_min: stage.limit_min,
    })),
    plan: planOf(run.request.plan ?? [], phases, endedAt),
    firmware: within.findLast((sample) => sample.firmware !== null)?.firmware ?? '',
    sampleCount: judgement.sampleCount,
    continuity: continuityOf(
      within.map(({ at }) => at),
      startedAt,
      endedAt,
    ),
    clockOffset_ms,
    clockSuspect: Math.abs(clockOffset_ms ?? 0) > limits.clockOffset_ms,
    samples: {
      at: within.map(({ at }) => at),
      core: within.map(({ core }) => warmestOf(core)),
      air: within.map(({ air }) => air),
      set: within.map(({ set }) => set),
    },
    gaps: judgement.gaps.map((gap) => withReason(gap, silences)),
    doorOpenings: doorOpenings.length,
    alarms: alarms.map(({ name, from, to }) => ({ name, from, to })),
  };
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
