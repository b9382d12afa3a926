import { modelRow } from '@brina/domain/appliance/families/families';
import { judgeVersionOf } from '@brina/domain/haccp/judge-versions';
import { hashOf, type StoredContent } from './content.ts';
import { makeRecord, type RecordContent, type RecordSources } from './record.ts';

/** Why a revision is written; the first two are those of a first one, `said`: somebody said what it is judged by. */
export type Cause = 'complete' | 'waited' | 'late_data' | 'judge' | 'probe_check' | 'said';

/** What is written after a revision, and why; null where there is nothing new. */
export type Revising = { record: RecordContent; cause: Cause } | null;

/** Whether today's judge, or none since that concerns its model, has written a record. */
export const isOfToday = ({ judge, model }: Pick<StoredContent, 'judge' | 'model'>): boolean =>
  judge >= judgeVersionOf(modelRow(model));

/**
 * What late data come to. A record of an older judge is judged anew with them: where the old samples alone would have another verdict by
 * now, it is the judge that changed it. Where they say nothing new, or of what was measured not all is kept, nothing is written: it is
 * for `again` to look at.
 */
export function afterLateData(sources: RecordSources, last: StoredContent, cause: Cause): Revising {
  const record = makeRecord(sources);
  if (isOfToday(last)) return hashOf({ ...record, judge: last.judge }).equals(hashOf(last)) ? null : { record, cause };
  if (!containsAll(record, last) || saysTheSame(record, last)) return null;
  const alone = makeRecord({ ...sources, samples: among(sources, last) });
  return { record, cause: alone.verdict === last.verdict ? cause : 'judge' };
}

/** What today's judge says of what a revision was made of; of one that has only the warmest point, if all its telemetry is held. */
export function again(sources: RecordSources | undefined, last: StoredContent): Revising {
  const record = sources && makeRecord(sources);
  return record && containsAll(record, last) ? { record, cause: 'judge' } : null;
}

/** What checks come to that speak of a record of today's judge: they are judged with what it was made of. */
export function afterCheck(sources: RecordSources, last: StoredContent): Revising {
  const record = makeRecord(sources);
  return hashOf({ ...record, judge: last.judge }).equals(hashOf(last)) ? null : { record, cause: 'probe_check' };
}

/** Whether a record has every sample of a stored one in its time. */
function containsAll({ samples, startedAt, endedAt }: RecordContent, stored: StoredContent): boolean {
  const moments = new Set(samples.at);
  return stored.samples.at.every((at) => moments.has(at) || at < startedAt || at > (endedAt ?? Infinity));
}

/** Those samples that a revision was made of, and the one that closes its last interval, which the first versions did not keep. */
function among({ samples, run }: RecordSources, { samples: stored }: StoredContent): RecordSources['samples'] {
  const moments = new Set(stored.at);
  return samples.filter(({ at }) => moments.has(at) || at > run.endedAt);
}

/** Whether the same was measured and told, whoever judged it. */
const saysTheSame = (record: RecordContent, stored: StoredContent): boolean => factsOf(record) === factsOf(stored);

const factsOf = ({ samples, ...said }: StoredContent): string =>
  JSON.stringify([
    [samples.at, samples.air, samples.set],
    [said.startedAt, said.endedAt, said.endReason, said.product, said.lot, said.load_kg, said.cookedAt],
    [said.alarms, said.doorOpenings, said.plan],
  ]);
