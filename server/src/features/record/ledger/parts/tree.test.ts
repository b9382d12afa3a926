import assert from 'node:assert/strict';
import { createHash, createPrivateKey } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isConsistent, isIncluded, naiveRoot, openedNote } from '../testing/verifying.ts';
import { entryText, hexOf, leafOf } from './entry.ts';
import { jcs } from './jcs.ts';
import {
  consistencyPath,
  emptyTree,
  grown,
  inclusionPath,
  joined,
  leafHash,
  type Node,
  type Range,
  rootOf,
  subtreesOf,
} from './merkle.ts';
import { checkpointText, keyId, keyLine, publicBytes, signedNote, textOf } from './note.ts';
import { joinedPeaks, partedPeaks } from './peaks.ts';

/** Key 1 of RFC 8032, 7.1. */
const rfcKey = createPrivateKey({
  key: Buffer.from(
    '302e020100300506032b6570042204209d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'hex',
  ),
  format: 'der',
  type: 'pkcs8',
});
const book = '0198c0de-0000-7000-8000-00000000000c';
const origin = `brina.example/book/${book}`;
const batch = '0198c0de-0000-8000-8000-0000000000b1';
const action = '0198c0de-0000-7000-8000-0000000000a7';
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const entry = (ix: number, at: number, kind: string, id: string, rev: number, content: object) => {
  const hash = sha256(jcs(content));
  return { book, ix, at, kind, id, rev, hash, prev: null };
};
const entries = [
  entry(0, 1_763_670_000_000, 'book', book, 0, {}),
  entry(1, 1_763_674_900_000, 'batch', batch, 1, { batchId: batch, minutes: 80.6, verdict: 'PASS' }),
  entry(2, 1_763_675_200_000, 'action', action, 1, { disposition: 'discarded', kg: 4.5 }),
];

/** A tree that keeps its perfect subtrees in memory. */
function treeOf(leaves: readonly Uint8Array[]) {
  const { tree, nodes } = grown(emptyTree, leaves.map(leafHash));
  const kept = new Map(nodes.map(({ level, ix, hash }: Node) => [`${level}/${ix}`, hash]));
  const hashes = (ranges: readonly Range[]) =>
    ranges.map((range) => joined(subtreesOf(range).map(({ level, ix }) => kept.get(`${level}/${ix}`) ?? Buffer.of())));
  return { root: rootOf(tree), size: tree.size, hashes };
}

describe('B2.8 the ledger spells and hashes as anybody can', () => {
  it('B2.8 V1: one spelling of a value', () => {
    const text = jcs({ z: 1, é: 'ü', a: [3, -18.5, null, true], t: 1_763_680_000_000, m: 0.1 });
    assert.equal(text, '{"a":[3,-18.5,null,true],"m":0.1,"t":1763680000000,"z":1,"é":"ü"}');
    assert.equal(hexOf(sha256(text)), 'd7badfdab4172e8ec4f9cd099567c786dd6c3cde57afd07d8fe881780cb13339');
    assert.equal(
      hexOf(leafHash(Buffer.from(text))),
      '13cad4a0e367164caaf0c4cc722bf87dc875b2749b1bb776587827b0491d568d',
    );
  });

  it('B2.8 members go by the units of UTF-16, numbers as RFC 8785 has them, halves of pairs are no text', () => {
    assert.equal(
      jcs({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, ö: 7 }),
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    );
    assert.equal(jcs([1e21, 1e-7, -0, 1 / 3, 4.5, 2e-3]), '[1e+21,1e-7,0,0.3333333333333333,4.5,0.002]');
    assert.equal(jcs(['a\ud800', { 'b\udc00': undefined, c: '\u0000"\\' }]), '["a\ufffd",{"c":"\\u0000\\"\\\\"}]');
    for (const bad of [Number.NaN, [Infinity], { '\ud800': 1, '\udc00': 2 }, undefined, () => 1])
      assert.throws(() => jcs(bad), TypeError);
  });

  it('B2.8 a value read back from its spelling is spelt the same', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => assert.equal(jcs(JSON.parse(jcs(value))), jcs(value))));
  });

  it('B2.8 V2: three entries, their tree and its proofs', () => {
    const leaves = entries.map(leafOf);
    assert.deepEqual(leaves.map(hexOf), [
      'a13b38b28dbf3b63db4177688165e5a99cc38e4f804c42cf66dc2515f91e92a0',
      'e574c5c23f85b51aebda9431c7517cb26222598b82bc50ae50fb107ef5e3124b',
      'dfbd912b4d41cd2716750cb8accc971eb4885050e4588d1280c7688b633f9067',
    ]);
    assert.deepEqual(
      [1, 2, 3].map((size) => hexOf(rootOf(grown(emptyTree, leaves.slice(0, size)).tree))),
      [
        'a13b38b28dbf3b63db4177688165e5a99cc38e4f804c42cf66dc2515f91e92a0',
        '2968aca3c4c29d7a6eaa2e70644206a65e87eca786a199533e592ffad93c6244',
        '3122d693e09f03ec91d748d29f038912440ff1166f86431966c4575d6cd0d294',
      ],
    );
    const { hashes } = treeOf(entries.map((one) => Buffer.from(entryText(one))));
    assert.deepEqual(hashes(inclusionPath(1, 3)), [leaves[0], leaves[2]]);
    assert.deepEqual(hashes(consistencyPath(2, 3)), [leaves[2]]);
  });

  it('B2.8 V3: a note that public tools can verify', () => {
    const { root } = treeOf(entries.map((one) => Buffer.from(entryText(one))));
    const text = checkpointText({ origin, size: 3, root });
    const note = signedNote(text, origin, [rfcKey]);
    assert.equal(text, `${origin}\n3\nMSLWk+CfA+yR10jSnwOJEkQP8RZvhkMZZsRXXWzQ0pQ=\n`);
    assert.equal(
      note,
      `${text}\n— ${origin} xTOQS+nOSaeBBK+LMGq3l5U9yMl+T25Kpe7HAcdzv1bGmwdTGuf/tzlEoqn7KDPsIUGJD4HDRHfwdoONj/m/6tlCCgQ=\n`,
    );
    assert.equal(hexOf(keyId(origin, publicBytes(rfcKey))), 'c533904b');
    assert.equal(textOf(note), text);
    const key = keyLine(origin, publicBytes(rfcKey));
    assert.deepEqual(openedNote(note, [key]), { origin, size: 3, root });
  });
});

describe('B2.8 the tree of the ledger', () => {
  const leavesOf = (n: number): Buffer[] => Array.from({ length: n }, (_, i) => Buffer.from(`leaf ${i}`));

  it('B2.8 has the roots and proofs of RFC 9162, however it grew', () => {
    const size = fc.integer({ min: 1, max: 130 });
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (n, a, b) => {
        const leaves = leavesOf(n);
        const [former, ix] = [1 + (a % n), b % n];
        const { root, hashes } = treeOf(leaves);
        const formerRoot = naiveRoot(leaves.slice(0, former));
        assert.deepEqual(root, naiveRoot(leaves));
        const begun = grown(emptyTree, leaves.slice(0, former).map(leafHash)).tree;
        const again = { ...begun, peaks: partedPeaks(joinedPeaks(begun)) };
        assert.deepEqual(rootOf(again), formerRoot);
        assert.deepEqual(rootOf(grown(again, leaves.slice(former).map(leafHash)).tree), root);
        const path = hashes(inclusionPath(ix, n));
        assert.ok(isIncluded(leaves[ix] ?? Buffer.of(), { ix, size: n, path, root }));
        const proof = hashes(consistencyPath(former, n));
        assert.ok(isConsistent({ size: former, root: formerRoot }, { size: n, root }, proof));
      }),
      { numRuns: 200 },
    );
  });

  it('B2.8 proves an entry among 100,000 by 17 hashes, and among a million by 20', () => {
    assert.equal(inclusionPath(54_321, 100_000).length, 17);
    assert.ok(Math.max(...[0, 500_000, 999_999].map((ix) => inclusionPath(ix, 1_000_000).length)) <= 20);
  });

  it('B2.8 refuses to prove what is not so', () => {
    for (const ix of [-1, 7, 0.5]) assert.throws(() => inclusionPath(ix, 7), RangeError);
    for (const former of [0, 8, 1.5]) assert.throws(() => consistencyPath(former, 7), RangeError);
    assert.throws(() => grown({ size: 3, peaks: [] }, leavesOf(1)), RangeError);
  });

  it('B2.13 no leaf passes for a node, no shorter tree for the whole, and no flipped byte of a proof or note', () => {
    const leaves = leavesOf(11);
    const { root, hashes } = treeOf(leaves);
    const of = (ix: number, size = 11) => ({ ix, size, root, path: hashes(inclusionPath(ix, 11)) });
    const data = leaves[5] ?? Buffer.of();
    assert.ok(isIncluded(data, of(5)));
    // The two hashes below a node, as if they were what stands in a leaf: with and without what tells a node.
    const [left, right] = [leafHash(leaves[4] ?? data), leafHash(data)];
    const up = { ix: 2, size: 6, root, path: of(5).path.slice(1) };
    for (const forged of [
      [left, right],
      [Buffer.of(1), left, right],
      [Buffer.of(0), left, right],
    ])
      for (const at of [of(5), up]) assert.ok(!isIncluded(Buffer.concat(forged), at));
    // Of eight leaves there is a whole tree in this one; its root is not this.
    assert.ok(
      !isIncluded(data, { ...of(5), size: 8 }) && !isIncluded(data, { ...of(5), path: of(5).path.slice(0, 3) }),
    );
    assert.ok(!isConsistent({ size: 8, root }, { size: 11, root }, hashes(consistencyPath(8, 11))));
    for (const [i, hash] of of(5).path.entries())
      for (let byte = 0; byte < hash.length; byte++) {
        const path = of(5).path.map((one, j) => (i === j ? flipped(one, byte) : one));
        assert.ok(!isIncluded(data, { ...of(5), path }));
      }
    for (let byte = 0; byte < data.length; byte++) assert.ok(!isIncluded(flipped(data, byte), of(5)));
    const note = signedNote(checkpointText({ origin, size: 11, root }), origin, [rfcKey]);
    const key = keyLine(origin, publicBytes(rfcKey));
    assert.ok(openedNote(note, [key]));
    for (let byte = 0; byte < Buffer.byteLength(note); byte++) {
      const forged = flipped(Buffer.from(note), byte).toString('utf8');
      assert.equal(openedNote(forged, [key]), undefined, `byte ${byte}`);
    }
    assert.equal(openedNote(note, [keyLine(`${origin}0`, publicBytes(rfcKey))]), undefined);
  });
});

function flipped(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}
