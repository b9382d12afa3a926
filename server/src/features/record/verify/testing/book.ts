import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

/**
 * Books as the catalogue of records describes them, written anew for the tests of the verifier: what seals and what verifies have no line
 * in common, so that a fault of one is not the fault of both.
 */

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };
export type Content = { readonly [name: string]: Json };
export type Entry = { ix: number; at: number; kind: string; id: string; rev: number; hash: string; prev?: number };

const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Canonical JSON of values that have no name whose order or spelling is in doubt. */
export function sorted(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${sorted(one as Json)}`)
    .join(',')}}`;
}

export const leaf = (data: string | Uint8Array): Buffer => sha256(Uint8Array.of(0), data);
const node = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Uint8Array.of(1), left, right);
/** The largest power of two below a size. */
const half = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

/** The root of leaves, by its definition (RFC 9162, 2.1.1). */
export function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length <= 1) return leaves[0] ?? sha256('');
  const k = half(leaves.length);
  return node(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

/** The inclusion proof of a leaf, by its definition (RFC 9162, 2.1.3.1). */
export function pathOf(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length <= 1) return [];
  const k = half(leaves.length);
  return index < k
    ? [...pathOf(index, leaves.slice(0, k)), rootOf(leaves.slice(k))]
    : [...pathOf(index - k, leaves.slice(k)), rootOf(leaves.slice(0, k))];
}

/** A key by its seed of 32 bytes, in hexadecimal digits. */
const keyOf = (seed: string): KeyObject =>
  createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });
/** RFC 8032, 7.1, test 1. */
export const firstKey = keyOf('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
export const secondKey = keyOf('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb');

const publicOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32);
const idOf = (name: string, key: KeyObject): Buffer =>
  sha256(`${name}\n`, Uint8Array.of(1), publicOf(key)).subarray(0, 4);
export const keyLine = (name: string, key: KeyObject): string =>
  `${name}+${idOf(name, key).toString('hex')}+${Buffer.concat([Uint8Array.of(1), publicOf(key)]).toString('base64')}`;

/** A checkpoint, signed. */
export function noteOf(origin: string, leaves: readonly Uint8Array[], keys: readonly KeyObject[] = [firstKey]): string {
  const text = `${origin}\n${leaves.length}\n${Buffer.from(rootOf(leaves)).toString('base64')}\n`;
  const lines = keys.map((key) => {
    const signed = Buffer.concat([idOf(origin, key), sign(null, Buffer.from(text), key)]);
    return `\u2014 ${origin} ${signed.toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

const bookId = '0198c0de-0000-7000-8000-00000000000c';
export const origin = `brina.example/book/${bookId}`;

type Row = { kind: string; id: string; rev: number; at: number; content: Content };

/** A book that grows: what an export of it, and a record out of it, have in them. */
export class Book {
  readonly rows: { entry: Entry; line: string; content: Content }[] = [];
  readonly removed = new Map<number, number>();
  /** Sizes at which there is a checkpoint. */
  readonly sizes: number[] = [];
  keys: readonly KeyObject[] = [firstKey];

  add({ content, ...row }: Row): number {
    const ix = this.rows.length;
    const prev = this.rows.findLast(({ entry }) => entry.id === row.id)?.entry.ix;
    const hash = sha256(sorted(content)).toString('hex');
    const entry: Entry = { ix, ...row, hash, ...(prev !== undefined && { prev }) };
    this.rows.push({ entry, line: sorted({ v: 1, book: bookId, ...entry }), content });
    return ix;
  }

  leaves = (size = this.rows.length): Buffer[] => this.rows.slice(0, size).map(({ line }) => leaf(line));
  note = (size = this.rows.length): string => noteOf(origin, this.leaves(size), this.keys);

  record(ix: number, size = this.rows.length) {
    const { line, content } = this.rows[ix] as (typeof this.rows)[number];
    const path = pathOf(ix, this.leaves(size)).map((hash) => Buffer.from(hash).toString('hex'));
    return { v: 1, entry: JSON.parse(line), content, proof: { size, path }, note: this.note(size) };
  }

  files(): Record<string, string> {
    const contents = this.rows.filter(({ entry }) => !this.removed.has(entry.ix));
    const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
    return {
      'README.txt': 'How to verify this book.\n',
      'entries.jsonl': lines(this.rows.map(({ line }) => line)),
      'contents.jsonl': lines(contents.map(({ entry, content }) => sorted({ content, ix: entry.ix }))),
      'removed.jsonl': lines([...this.removed].map(([ix, by]) => sorted({ by, ix }))),
      'checkpoints.txt': lines(this.sizes.map((size) => this.note(size))),
      'keys.txt': lines(this.keys.map((key) => keyLine(origin, key))),
      'anchors/2025-11-20T21:00:00Z-mail.txt': this.note(this.sizes[0]),
    };
  }
}

/** An export, its files deflated by turns. */
export const zipped = (files: Readonly<Record<string, string | Uint8Array>>, level: 0 | 6 = 6): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, data], at) => [
        name,
        [typeof data === 'string' ? strToU8(data) : data, { level: at % 2 === 0 ? 0 : level, mtime: '2025-11-21' }],
      ]),
    ),
  );

/** Book B of the vectors. */
export function vectorBook(): Book {
  const book = new Book();
  const batch = '0198c0de-0000-8000-8000-0000000000b1';
  book.add({ kind: 'book', id: bookId, rev: 0, at: 1_763_670_000_000, content: {} });
  const content = { batchId: batch, minutes: 80.6, verdict: 'PASS' };
  book.add({ kind: 'batch', id: batch, rev: 1, at: 1_763_674_900_000, content });
  const action = { disposition: 'discarded', kg: 4.5 };
  book.add({
    kind: 'action',
    id: '0198c0de-0000-7000-8000-0000000000a7',
    rev: 1,
    at: 1_763_675_200_000,
    content: action,
  });
  book.sizes.push(2, 3);
  return book;
}

/** A book of batches in some revisions, with checkpoints on the way. */
export function bookOf(count: number, random: () => number): Book {
  const book = new Book();
  const pick = (below: number): number => Math.floor(random() * below);
  let at = 1_763_670_000_000;
  book.add({ kind: 'book', id: bookId, rev: 0, at, content: { salt: '00'.repeat(16) } });
  const revisions = new Map<string, number>();
  while (book.rows.length < count) {
    at += 1 + pick(4_000_000);
    const id = `0198c0de-0000-8000-8000-${String(pick(count)).padStart(12, '0')}`;
    const rev = (revisions.get(id) ?? 0) + 1;
    revisions.set(id, rev);
    const values = Array.from({ length: pick(12) }, () => Math.round(7000 * random()) / 100);
    const verdict = ['PASS', 'FAIL', 'NOT_PROVEN'][pick(3)] as string;
    const salt = Array.from({ length: 32 }, () => pick(16).toString(16)).join('');
    book.add({ kind: 'batch', id, rev, at, content: { product: 'Lasagne è 餃子 𠮷', salt, values, verdict } });
    if (pick(10) === 0 && book.rows.length < count) book.sizes.push(book.rows.length);
  }
  book.sizes.push(count);
  return book;
}

/** A PDF with files attached, as it comes: page, streams, and what lies around them. */
export function pdfWith(...attached: readonly string[]): Buffer {
  return pdfOf(attached, true);
}

/** Likewise, with files as they are. */
export const plainPdfWith = (attachment: string): Buffer => pdfOf([attachment], false);

function pdfOf(attached: readonly string[], isDeflated: boolean): Buffer {
  const filter = isDeflated ? '/Filter /FlateDecode\n' : '';
  const objects = attached.flatMap((attachment, at) => {
    const data = isDeflated ? deflateSync(attachment) : Buffer.from(attachment);
    const head = `${5 + at} 0 obj\n<<\n/Type /EmbeddedFile\n/Subtype /application#2Fjson\n/Params <</Size 5>>\n${filter}/Length ${data.length}\n>>\nstream\n`;
    return [Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')];
  });
  const name = '99 0 obj\n<< /Type /Filespec /F (record.json) /EF << /F 5 0 R >> >>\nendobj\n%%EOF\n';
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n%\u00ff\u00ff\n1 0 obj\n<<\n/Type /Page\n>>\nendobj\n'),
    ...objects,
    Buffer.from(name),
  ]);
}
