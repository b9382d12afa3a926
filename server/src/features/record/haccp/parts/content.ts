import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { JudgedByRule } from '@brina/contract/calls/record/haccp';
import type { JudgingRules } from '@brina/domain/haccp/plans/food-plan';
import { ownRule } from '@brina/domain/haccp/plans/own-limit';
import { type Rule, ruleOfVersion } from '@brina/domain/haccp/rules';
import type { DoubtedPoint } from './doubted.ts';
import type { RecordContent, RecordSample, RecordSources } from './record.ts';

/** The content of a revision. Those of the judge's first versions have the warmest point alone, and nothing to judge it by again. */
export type StoredContent = Omit<RecordContent, 'evidence'> & { evidence: RecordContent['evidence'] | null };

/** A record as it is stored: deflated JSON, and the SHA-256 of that JSON. */
export function pack(content: RecordContent): { content: Buffer; hash: Buffer } {
  const json = JSON.stringify(content);
  return { content: deflateRawSync(json), hash: sha256(json) };
}

/** What two records have in common when they say the same. */
export const hashOf = (content: StoredContent): Buffer => sha256(JSON.stringify(content));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

type Stage = StoredContent['stages'][number];

/** What contents of the judge's first versions lack. */
const absent: Partial<StoredContent> = {
  judge: 1,
  continues: null,
  phases: [],
  loaded_C: null,
  clockChanges: [],
  disbelieved: [],
  silenced: [],
  doors: [],
  evidence: null,
};
const absentOfSamples: Partial<StoredContent['samples']> = { points: [], pointNames: [] };
const absentOfStage: Partial<Stage> = { earliest_min: null, latest_min: null, firstReachedAt: null, verdict: null };

/** What is there stays in its order, which its hash counts on. */
const filled = <T extends object>(value: T, whereAbsent: Partial<T>): T => ({
  ...value,
  ...Object.fromEntries(Object.entries(whereAbsent).filter(([key]) => !(key in value))),
});

/** Reads a stored record, of whatever version. */
export function unpack(packed: Uint8Array): StoredContent {
  const read = JSON.parse(inflateRawSync(packed).toString('utf8')) as StoredContent;
  read.stages = read.stages.map((stage): Stage => filled(stage, absentOfStage));
  read.samples = filled(read.samples, absentOfSamples);
  return filled(read, absent);
}

/** A rule of a record as it was; none where this version does not know it: by another one it is not judged again. */
const ruleOf = ({ id, version, own }: JudgedByRule['rule']): Rule | undefined =>
  own ? ownRule(own) : ruleOfVersion(id, version);

/** The rules by which a record was judged: by them it is judged again, whatever its kitchen has chosen since. */
export function rulesOf({ rule, further = [] }: Pick<StoredContent, 'rule' | 'further'>): JudgingRules | undefined {
  const known = rule ? ruleOf(rule) : undefined;
  return known && { rule: known, further: further.flatMap((one) => ruleOf(one.rule) ?? []) };
}

/** What checks had found of the probes of a stored record. */
export const doubtsIn = ({ probeChecks = [] }: Pick<StoredContent, 'probeChecks'>): DoubtedPoint[] =>
  probeChecks.map(({ checkId, at, point, error_K }) => ({ checkId, at, point, error_K }));

/**
 * What a stored record was made of, so that a later judge can judge it again when its telemetry is long gone; `undefined` where it has
 * the warmest point alone, or its rule is not known any more.
 */
export function sourcesOf(content: StoredContent): RecordSources | undefined {
  const { evidence, samples, firmware } = content;
  const judging = rulesOf(content);
  if (!evidence || !judging) return undefined;
  const last = samples.at.length - 1;
  const within = samples.at.map(
    (at, i): RecordSample => ({
      at,
      core: samples.points.map((values) => values[i] ?? null),
      air: samples.air[i] ?? null,
      set: samples.set[i] ?? null,
      firmware: i === last && firmware ? firmware : null,
    }),
  );
  const { serialNumber, model, applianceName, laboratory, company, timeZone } = content;
  return {
    kind: evidence.kind,
    ...judging,
    run: {
      id: content.batchId,
      function: content.function,
      startedAt: content.startedAt,
      endedAt: content.endedAt ?? content.startedAt,
      endReason: content.endReason,
      isEndTold: evidence.isEndTold,
      ...(evidence.isBeginCut && { isBeginCut: true }),
      ...(evidence.judgedFrom !== undefined && { judgedFrom: evidence.judgedFrom }),
      ...(content.cookedAt !== undefined && { cookedAt: content.cookedAt }),
      ...(content.tray && { tray: content.tray }),
      request: {
        plan: content.plan.map(({ phase }) => ({ phase })),
        ...(content.load_kg !== null && { load_kg: content.load_kg }),
        ...(content.product !== null && { product: content.product }),
        ...(content.lot !== null && { lot: content.lot }),
      },
    },
    continues: content.continues,
    identity: { serialNumber, model, applianceName, laboratory, company, timeZone },
    pointNames: samples.pointNames,
    samples: evidence.closing ? [...within, { ...evidence.closing, firmware: null }] : within,
    silences: evidence.silences,
    phases: content.phases,
    doors: content.doors,
    alarms: content.alarms,
    silenced: content.silenced,
    clockChanges: content.clockChanges,
    clockOffset_ms: content.clockOffset_ms,
    probeChecks: doubtsIn(content),
    ...(content.forecast && { forecast: content.forecast }),
  };
}
