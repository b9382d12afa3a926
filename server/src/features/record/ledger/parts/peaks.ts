import type { Peaks } from './merkle.ts';

const hash_bytes = 32;

/** The peaks of a tree as its row keeps them, one behind the other. */
export const joinedPeaks = ({ peaks }: Peaks): Buffer => Buffer.concat(peaks);

/** The reverse of {@link joinedPeaks}. */
export const partedPeaks = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / hash_bytes }, (_, i) => bytes.subarray(i * hash_bytes, (i + 1) * hash_bytes));
