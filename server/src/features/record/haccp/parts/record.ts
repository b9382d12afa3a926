import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { limits } from '@brina/contract/devices';
import type { RecordKind } from '@brina/domain/appliance/families/family';
import { type Batch, type BatchGap, type Silenced, warmestOf } from '@brina/domain/haccp/batch';
import { type JudgedStage, judgeBatch } from '@brina/domain/haccp/judge';
import { judgeVersion } from '@brina/domain/haccp/judge-versions';
import { defaultRule } from '@brina/domain/haccp/rules';
import { gradeOf, type Verdict } from '@brina/domain/haccp/verdicts';
import type { RecordAlarm } from './silenced.ts';

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

/** A door that was open; `to` null: until the end of the batch or later. */
export type OpenDoor = { from: number; to: number | null };

/** What the judge goes by besides the samples. A revision holds it, so that a later judge can judge it again without telemetry. */
export type Evidence = {
  /** Stretches without a sample that are long enough to be a gap, and why. */
  silences: readonly BatchGap[];
  silenced: readonly Silenced[];
  /** Moments at which the unit booted with a clock that differed by more than a minute. */
  clockChanges: readonly number[];
};

/** What a record is made of: the stored run, events and samples of its time, and who held the unit then. */
export type RecordSources = Evidence & {
  kind: RecordKind;
  run: {
    id: string;
    function: number;
    startedAt: number;
    /** When the cycle ended; of one whose end nobody told, when it was over at the latest. */
    endedAt: number;
    endUnseen: boolean;
    endReason: string | null;
    request: RunRequest;
  };
  /** The batch of which this is the rest: it is judged from that one's start. */
  continues: string | null;
  identity: RecordIdentity;
  /** Names of the points, in the order of each sample's. */
  points: readonly string[];
  /** Ascending, from the start to the one that closes the last interval. */
  samples: readonly RecordSample[];
  phases: readonly RecordEvent[];
  doors: readonly OpenDoor[];
  alarms: readonly RecordAlarm[];
  clockOffset_ms: number | null;
};

/** What is added to a record when it is shown. */
type Shown = 'revision' | 'revisions' | 'rejudging' | 'review' | 'continuedBy' | 'may';

/** The part of a record that its revision contains. */
export type RecordContent = Omit<BatchRecord, Shown | 'verdict' | 'judge'> & {
  verdict: Verdict;
  judge: number;
  evidence: Evidence;
  /** The sample after the end, which closes the last interval. */
  closing: RecordSample | null;
};

/** What the judge is given of these sources. */
export function batchOf({ kind, run, samples, silences, silenced, clockChanges }: RecordSources): Batch {
  const reasonBefore = new Map(silences.map(({ to, reason }) => [to, reason]));
  return {
    kind,
    rule: defaultRule(kind),
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    endUnseen: run.endUnseen,
    silenced,
    clockChanges,
    samples: samples.map(({ at, core, air }) => {
      const gapBefore = reasonBefore.get(at);
      return gapBefore ? { at, core, air, gapBefore } : { at, core, air };
    }),
  };
}

/**
 * Makes the record of a batch: a pure function of its stored events and samples, so that the same facts in whatever order
 * they arrived give the same content (docs/ARCHITECTURE.md, data).
 */
export function makeRecord(sources: RecordSources): RecordContent {
  const { kind, run, continues, identity, samples, silences, silenced, clockChanges } = sources;
  const { phases, doors, alarms, clockOffset_ms } = sources;
  const rule = defaultRule(kind);
  const { startedAt, endedAt } = run;
  const judgement = judgeBatch(batchOf(sources));
  const within = samples.filter(({ at }) => at <= endedAt);
  const decisive = decisiveOf(judgement.stages);
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
    continues,
    verdict: judgement.verdict,
    reasons: [...judgement.reasons],
    minutes: rounded(decisive?.minutes ?? null, 1),
    limit_min: decisive?.limit_min ?? null,
    rule: { id: rule.id, version: rule.version, force: rule.force },
    judge: judgeVersion,
    stages: judgement.stages.map(presentStage),
    loaded_C: judgement.loaded_C,
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
      points: sources.points.map((name, place) => ({ name, values: within.map(({ core }) => core[place] ?? null) })),
      air: within.map(({ air }) => air),
      set: within.map(({ set }) => set),
    },
    closing: samples.find(({ at }) => at > endedAt) ?? null,
    gaps: judgement.gaps.map((gap) => withReason(gap, silences)),
    disbelieved: [...judgement.disbelieved],
    doorOpenings: doors.length,
    doors: [...doors],
    phases: [...phases],
    alarms: alarms.map(({ name, from, to }) => ({ name, from, to })),
    evidence: { silences, silenced, clockChanges },
  };
}

/** The stage whose minutes stand for the batch: of the worst ones that which came nearest to its limit, or furthest beyond. */
function decisiveOf(stages: readonly JudgedStage[]): JudgedStage | undefined {
  const share = ({ minutes, limit_min }: JudgedStage): number => (minutes ?? 0) / limit_min;
  return stages
    .filter(({ verdict }) => verdict !== 'NOT_APPLICABLE')
    .toSorted((a, b) => gradeOf(b.verdict) - gradeOf(a.verdict) || share(b) - share(a))[0];
}

const presentStage = (stage: JudgedStage): RecordContent['stages'][number] => ({
  from: stage.from,
  to: stage.to,
  startedAt: stage.startedAt,
  endedAt: stage.endedAt,
  // To the millisecond: what is just beyond the limit must not look as if it were within.
  minutes: rounded(stage.minutes, 5),
  earliest_min: rounded(stage.earliest_min, 5),
  latest_min: rounded(stage.latest_min, 5),
  firstReachedAt: stage.firstReachedAt,
  limit_min: stage.limit_min,
  verdict: stage.verdict,
});

/** What a stored record was made of: enough for a later judge, where telemetry is not kept any more. */
export function sourcesIn(content: RecordContent, kind: RecordKind): RecordSources {
  const { samples, closing, evidence, plan: _, ...said } = content;
  const { serialNumber, model, applianceName, laboratory, company, timeZone } = said;
  const kept = samples.at.map(
    (at, i): RecordSample => ({
      at,
      core: samples.points.map(({ values }) => values[i] ?? null),
      air: samples.air[i] ?? null,
      set: samples.set[i] ?? null,
      firmware: said.firmware || null,
    }),
  );
  return {
    ...evidence,
    kind,
    run: {
      id: said.batchId,
      function: said.function,
      startedAt: said.startedAt,
      endedAt: said.endedAt as number,
      endUnseen: said.endReason === lostEnd,
      endReason: said.endReason,
      request: {
        ...(said.product !== null && { product: said.product }),
        ...(said.lot !== null && { lot: said.lot }),
        ...(said.load_kg !== null && { load_kg: said.load_kg }),
        plan: content.plan.map(({ phase }) => ({ phase })),
      },
    },
    continues: said.continues,
    identity: { serialNumber, model, applianceName, laboratory, company, timeZone },
    points: samples.points.map(({ name }) => name),
    samples: closing ? [...kept, closing] : kept,
    phases: said.phases,
    doors: said.doors,
    alarms: said.alarms,
    clockOffset_ms: said.clockOffset_ms,
  };
}

/** Reason of the end of a cycle whose end nobody told. */
export const lostEnd = 'lost';

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

function rounded<Value extends number | null>(value: Value, decimals: number): Value {
  return (value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals) as Value;
}
