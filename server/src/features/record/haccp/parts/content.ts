import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordContent } from './record.ts';

/** A record as it is stored: deflated JSON, and the SHA-256 of that JSON. */
export function pack(content: RecordContent): { content: Buffer; hash: Buffer } {
  const json = JSON.stringify(content);
  return { content: deflateRawSync(json), hash: createHash('sha256').update(json).digest() };
}

/** Reads a stored record. */
export const unpack = (content: Uint8Array): RecordContent =>
  JSON.parse(inflateRawSync(content).toString('utf8')) as RecordContent;
