import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordContent } from './record.ts';

/** A record as it is stored: deflated JSON, and the SHA-256 of that JSON. */
export function pack(content: RecordContent): { content: Buffer; hash: Buffer } {
  const json = JSON.stringify(content);
  return { content: deflateRawSync(json), hash: sha256(json) };
}

/** What two records have in common when they say the same. */
export const hashOf = (content: RecordContent): Buffer => sha256(JSON.stringify(content));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What revisions of the judges before the third do not hold: they knew the warmest point only, and not what it was measured beside. */
type Former = Omit<RecordContent, keyof typeof unknownThen | 'judge' | 'stages' | 'samples'> & {
  judge?: number;
  stages: Omit<RecordContent['stages'][number], keyof typeof unknownOfStage>[];
  samples: Omit<RecordContent['samples'], 'points'>;
};

const unknownThen = {
  continues: null,
  loaded_C: null,
  closing: null,
  disbelieved: [],
  doors: [],
  phases: [],
  evidence: { silences: [], silenced: [], clockChanges: [] },
} satisfies Partial<RecordContent>;

const unknownOfStage = { earliest_min: null, latest_min: null, firstReachedAt: null, verdict: null } as const;

/** Reads a stored record, of whichever judge. */
export function unpack(stored: Uint8Array): RecordContent {
  const content = JSON.parse(inflateRawSync(stored).toString('utf8')) as RecordContent | Former;
  if ('evidence' in content) return content;
  return {
    ...unknownThen,
    ...content,
    judge: content.judge ?? 1,
    stages: content.stages.map((stage) => ({ ...unknownOfStage, ...stage })),
    samples: { points: [], ...content.samples },
  };
}

/** Whether a revision holds all that its verdict was made from. */
export const isWhole = ({ samples }: RecordContent): boolean => samples.points.length > 0;
