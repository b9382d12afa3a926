import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordContent } from './record.ts';

/** The content of a revision. Those of the judge's first version do not name it. */
export type StoredContent = Omit<RecordContent, 'judge'> & { judge?: number | undefined };

/** A record as it is stored: deflated JSON, and the SHA-256 of that JSON. */
export function pack(content: StoredContent): { content: Buffer; hash: Buffer } {
  const json = JSON.stringify(content);
  return { content: deflateRawSync(json), hash: sha256(json) };
}

/** What two records have in common when they say the same. */
export const hashOf = (content: StoredContent): Buffer => sha256(JSON.stringify(content));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Reads a stored record. */
export const unpack = (content: Uint8Array): StoredContent =>
  JSON.parse(inflateRawSync(content).toString('utf8')) as StoredContent;
