import { createHash } from 'node:crypto';

/**
 * Merkle trees of RFC 9162, 2.1, that only grow. Of a tree there are kept its perfect subtrees, which never change: the one of `level` 3
 * and `ix` 2 has the leaves 16 to 23.
 */
export type Subtree = { level: number; ix: number };
/** A perfect subtree with its hash. */
export type Node = Subtree & { hash: Uint8Array };
/** A tree as far as it takes to grow: the hashes of the perfect subtrees that it consists of, from the left, the largest first. */
export type Peaks = { size: number; peaks: readonly Uint8Array[] };
/** Leaves from `from` to before `to`. */
export type Range = { from: number; to: number };

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
// Leaves and nodes begin differently, so that none can be taken for the other.
const ofLeaf = Uint8Array.of(0);
const ofNode = Uint8Array.of(1);

/** Hash of what stands in a leaf. */
export const leafHash = (data: Uint8Array): Buffer => sha256(ofLeaf, data);
/** Hash of two subtrees side by side. */
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(ofNode, left, right);
/** The root of a tree of nothing. */
export const emptyTree: Peaks = { size: 0, peaks: [] };

/** Levels of the perfect subtrees of a tree of `size` leaves, from the left: the digits of the number. */
function levelsOf(size: number): number[] {
  const levels: number[] = [];
  for (let level = 0, rest = size; rest > 0; level++, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) levels.unshift(level);
  return levels;
}

/** A tree with more leaves, and the perfect subtrees that it has now and had not: the leaves are among them. */
export function grown(tree: Peaks, leaves: readonly Uint8Array[]): { tree: Peaks; nodes: Node[] } {
  const peaks = [...tree.peaks];
  const nodes: Node[] = [];
  let { size } = tree;
  for (const leaf of leaves) {
    let hash = leaf;
    nodes.push({ level: 0, ix: size, hash });
    // As a number is carried on.
    for (let level = 0, rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      hash = nodeHash(peaks.pop() ?? refuseTree(), hash);
      level += 1;
      nodes.push({ level, ix: Math.floor(size / 2 ** level), hash });
    }
    peaks.push(hash);
    size += 1;
  }
  return { tree: { size, peaks }, nodes };
}

const refuseTree = (): never => {
  throw new RangeError('The tree has fewer subtrees than its size says.');
};

/** The root of a tree (MTH); of nothing it is the hash of nothing. */
export const rootOf = ({ peaks }: Pick<Peaks, 'peaks'>): Uint8Array => (peaks.length === 0 ? sha256() : joined(peaks));

/** The hash of a range, of those of its perfect subtrees from the left. */
export const joined = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.reduceRight((right, left) => nodeHash(left, right));

/** The largest power of two below `size`: where a tree of two leaves and more is parted. */
function partOf(size: number): number {
  let k = 1;
  while (k * 2 < size) k *= 2;
  return k;
}

/** The perfect subtrees that a range consists of, from the left; it begins where one of its size may. */
export function subtreesOf({ from, to }: Range): Subtree[] {
  let at = from;
  return levelsOf(to - from).map((level) => {
    const ix = at / 2 ** level;
    at += 2 ** level;
    return { level, ix };
  });
}

/**
 * Whose hashes prove that leaf `ix` is in the tree of `size` leaves (RFC 9162, 2.1.3.1): from its neighbour up.
 * @throws RangeError when it has no such leaf
 */
export function inclusionPath(ix: number, size: number): Range[] {
  if (!Number.isSafeInteger(ix) || ix < 0 || ix >= size) throw new RangeError(`No leaf ${ix} in a tree of ${size}.`);
  const path: Range[] = [];
  for (let from = 0, to = size; to - from > 1; ) {
    const middle = from + partOf(to - from);
    path.unshift(ix < middle ? { from: middle, to } : { from, to: middle });
    if (ix < middle) to = middle;
    else from = middle;
  }
  return path;
}

/**
 * Whose hashes prove that the tree of `size` leaves begins with the one of `former` (RFC 9162, 2.1.4.1).
 * @throws RangeError where it cannot: the former is larger, or empty
 */
export function consistencyPath(former: number, size: number): Range[] {
  if (!Number.isSafeInteger(former) || former < 1 || former > size)
    throw new RangeError(`A tree of ${size} does not begin with one of ${former}.`);
  const path: Range[] = [];
  let from = 0;
  for (let to = size; former < to; ) {
    const middle = from + partOf(to - from);
    path.unshift(former <= middle ? { from: middle, to } : { from, to: middle });
    if (former <= middle) to = middle;
    else from = middle;
    if (former === to) break;
  }
  // What both have in common is known to who knows the former root, but where that is only a part of it.
  return from === 0 ? path : [{ from, to: former }, ...path];
}
