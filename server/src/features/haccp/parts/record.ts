import type { BatchRecord } from '@brina/contract/haccp';
import { type BatchSample, type GapReason, gapLimit_ms, judgeBatch } from '@brina/domain/haccp/judge';
import { defaultRule, type RuleKind } from '@brina/domain/haccp/rules';
import type { Stretch } from '../../telemetry/parts/gaps.ts';

/** What a record is made of: the stored run, events and samples of its time, and who held the unit then. */
export type RecordSources = {
  kind: RuleKind;
  run: {
    id: string;
    function: number;
    startedAt: number;
    endedAt: number;
    endReason: string | null;
    request: { plan?: readonly { phase: number; hold?: true | undefined }[]; load_kg?: number; product?: string; lot?: string };
  };
  /** Names as they were when the first revision was written: renaming a unit later changes no record. */
  identity: Pick<BatchRecord, 'serialNumber' | 'model' | 'applianceName' | 'laboratory' | 'company' | 'timeZone'>;
  /** Ascending, from the start to a little after the end. */
  samples: readonly RecordSample[];
  phases: readonly { at: number; index: number; phase: number; state: string }[];
  /** Moments at which the door was opened. */
  doorOpenings: readonly number[];
  alarms: readonly { name: string; from: number; to: number | null }[];
  clockOffset_ms: number | null;
  /** Whose fault a silence is. */
  explain(silence: Stretch): GapReason;
};

export type RecordSample = {
  at: number;
  core: readonly (number | null)[];
  air: number | null;
  set: number | null;
  firmware: string | null;
};

/** The part of a record that its revision contains; number and list of revisions are added when it is shown. */
export type RecordContent = Omit<BatchRecord, 'revision' | 'revisions'>;

/**
 * Makes the record of a batch: a pure function of its stored events and samples, so that the same facts in whatever order
 * they arrived give the same content (design 7).
 */
export function makeRecord({ kind, run, identity, samples, phases, doorOpenings, alarms, clockOffset_ms, explain }: RecordSources): RecordContent {
  const rule = defaultRule(kind);
  const { startedAt, endedAt } = run;
  const judgement = judgeBatch({ kind, rule, startedAt, endedAt, samples: withReasons(samples, startedAt, explain) });
  const slowest = judgement.stages.reduce<number | null>((max, stage) => (stage.minutes === null ? max : Math.max(max ?? 0, stage.minutes)), null);
  const within = samples.filter(({ at }) => at <= endedAt);
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
    minutes: slowest === null ? null : Math.round(slowest * 10) / 10,
    limit_min: Math.max(...rule.stages.map((stage) => stage.max_min)),
    rule: { id: rule.id, version: rule.version, force: rule.force },
    stages: judgement.stages.map((stage) => ({
      from: stage.from,
      to: stage.to,
      startedAt: wholeOrNull(stage.startedAt),
      endedAt: wholeOrNull(stage.endedAt),
      minutes: stage.minutes === null ? null : Math.round(stage.minutes * 100) / 100,
      limit_min: stage.limit_min,
    })),
    plan: planOf(run.request.plan ?? [], phases, endedAt),
    firmware: within.findLast((sample) => sample.firmware !== null)?.firmware ?? '',
    sampleCount: judgement.sampleCount,
    continuity: continuityOf(within.map(({ at }) => at), startedAt, endedAt),
    clockOffset_ms,
    clockSuspect: Math.abs(clockOffset_ms ?? 0) > 60_000,
    samples: {
      at: within.map(({ at }) => at),
      core: within.map(({ core }) => warmest(core)),
      air: within.map(({ air }) => air),
      set: within.map(({ set }) => set),
    },
    gaps: judgement.gaps.map((gap) => ({ from: Math.round(gap.from), to: Math.round(gap.to), reason: gap.reason })),
    doorOpenings: doorOpenings.filter((at) => at >= startedAt && at <= endedAt).length,
    alarms: alarms.map(({ name, from, to }) => ({ name, from, to })),
  };
}

function withReasons(samples: readonly RecordSample[], startedAt: number, explain: RecordSources['explain']): BatchSample[] {
  return samples.map(({ at, core, air }, i) => {
    const before = samples[i - 1]?.at ?? startedAt;
    return at - before > gapLimit_ms ? { at, core, air, gapBefore: explain({ from: before, to: at }) } : { at, core, air };
  });
}

function planOf(
  plan: readonly { phase: number; hold?: true | undefined }[],
  phases: RecordSources['phases'],
  endedAt: number,
): RecordContent['plan'] {
  return plan
    .filter((one) => !one.hold)
    .map(({ phase }, i) => {
      const begun = phases.find((event) => event.index === i + 1 && event.state === 'running');
      const over = phases.find((event) => event.index === i + 1 && event.state !== 'running');
      return { phase, startedAt: begun?.at ?? null, endedAt: over?.at ?? (begun ? endedAt : null) };
    });
}

/** Share of the batch's time in which no two samples are further apart than a gap, %, one decimal (metric `continuity`). */
function continuityOf(moments: readonly number[], startedAt: number, endedAt: number): number {
  const edges = [startedAt, ...moments, endedAt];
  const missing = edges.reduce((sum, at, i) => {
    const length = at - (edges[i - 1] ?? at);
    return length > sampleGap_ms ? sum + length : sum;
  }, 0);
  return Math.round((1 - missing / Math.max(1, endedAt - startedAt)) * 1000) / 10;
}

/** In a cycle a unit samples every ten seconds: half a minute without one is missing time. */
const sampleGap_ms = 30_000;

const wholeOrNull = (value: number | null): number | null => (value === null ? null : Math.round(value));
const warmest = (core: readonly (number | null)[]): number | null => {
  const valid = core.filter((value) => value !== null);
  return valid.length > 0 ? Math.max(...valid) : null;
};
