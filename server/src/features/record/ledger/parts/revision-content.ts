import { inflateRawSync } from 'node:zlib';

/** The content of a revision of a batch as it was written, of whatever version. */
export const revisionContent = (packed: Uint8Array): object =>
  JSON.parse(inflateRawSync(packed).toString('utf8')) as object;
