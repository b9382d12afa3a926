import { createHash, randomBytes } from 'node:crypto';
import { jcs } from './jcs.ts';
import { leafHash } from './merkle.ts';

/** What an entry can be about. */
export const entryKinds = [
  'book',
  'batch',
  'judgement',
  'review',
  'day',
  'look',
  'action',
  'signature',
  'person',
  'note',
  'reading',
  'check',
  'manual',
  'plan',
  'link',
  'missing',
  'issue',
  'hold',
  'removal',
  'key',
  'installation',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** An entry as it stands in its book: what it is about in which revision, and the hash of that. `at`: epoch ms; `prev`: the former of its id. */
export type Entry = {
  book: string;
  ix: number;
  at: number;
  kind: string;
  id: string;
  rev: number;
  hash: Uint8Array;
  prev: number | null;
};

/** The members of an entry, as anybody reads them. */
export type EntryMembers = {
  v: 1;
  book: string;
  ix: number;
  at: number;
  kind: string;
  id: string;
  rev: number;
  hash: string;
  prev?: number;
};

export const membersOf = ({ hash, prev, book, ix, at, kind, id, rev }: Entry): EntryMembers => ({
  v: 1,
  book,
  ix,
  at,
  kind,
  id,
  rev,
  hash: hexOf(hash),
  ...(prev !== null && { prev }),
});

/** The line of an entry, which is what stands in its leaf. */
export const entryText = (entry: Entry): string => jcs(membersOf(entry));

/** The hash by which an entry is in the tree. */
export const leafOf = (entry: Entry): Buffer => leafHash(Buffer.from(entryText(entry)));

/** What makes the hash of a content that is removed mute: nobody can guess the content by it. */
export type Sealing = {
  salt: Uint8Array;
  /** When the content was written, epoch ms, if it entered the book later: before that nothing vouches for it. */
  imported: number | null;
};

export const newSalt = (): Buffer => randomBytes(16);

/** A content as it is hashed and given away. */
export const sealedContent = (content: object, { salt, imported }: Sealing): Record<string, unknown> => ({
  ...content,
  ...(imported !== null && { imported }),
  salt: hexOf(salt),
});

export const contentHash = (content: object, sealing: Sealing): Buffer =>
  createHash('sha256')
    .update(jcs(sealedContent(content, sealing)))
    .digest();

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
