import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { blob, call, json } from '../../wire/call.ts';

/** SHA-256, lower-case hex. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const index = z.int().check(z.gte(0));

/** An entry of a book: what it is about in which revision, the hash of that, and the entry before it of the same `id`. */
const entry = z.object({
  v: z.literal(1),
  book: z.string(),
  ix: z.int(),
  at: z.int(),
  kind: z.string(),
  id: z.string(),
  rev: z.int(),
  hash,
  prev: z.optional(z.int()),
});

/** What was hashed; null once it was removed. */
const content = z.nullable(z.record(z.string(), z.unknown()));

/** A checkpoint as it was signed (https://c2sp.org/tlog-checkpoint). */
const checkpoint = z.object({ size: z.int(), at: z.int(), note: z.string() });

/** Company's own: the whole book tells of all its kitchens. */
const owners = ['USER'] as const;
const path = '/api/v1/analytics/haccp';

const book = '0198c0de-0000-7000-8000-00000000000c';
const batchId = '0198c0de-0000-8000-8000-0000000000b1';
const leaf = 'e574c5c23f85b51aebda9431c7517cb26222598b82bc50ae50fb107ef5e3124b';
const contentHash = '134f2efdcb51a290fceb7b7f4fe23fbd056bc4cf94483ae0f68a4674ff573a7a';
const note = `brina.example/book/${book}
3
MSLWk+CfA+yR10jSnwOJEkQP8RZvhkMZZsRXXWzQ0pQ=

— brina.example/book/${book} xTOQS+nOSaeBBK+LMGq3l5U9yMl+T25Kpe7HAcdzv1bGmwdTGuf/tzlEoqn7KDPsIUGJD4HDRHfwdoONj/m/6tlCCgQ=
`;
const exampleEntry = {
  v: 1,
  book,
  ix: 1,
  at: 1_763_674_900_000,
  kind: 'batch',
  id: batchId,
  rev: 1,
  hash: contentHash,
} as const;
const exampleContent = { batchId, minutes: 80.6, verdict: 'PASS' };
const exampleCheckpoint = { size: 3, at: 1_763_676_000_000, note };

export const getLedger = call({
  id: 'ledger.get',
  spec: 'B2.8 S7.35',
  summary: 'The book of the company: how long it is, its latest checkpoint, and what of it is outside',
  method: 'GET',
  path: `${path}/ledger`,
  roles: owners,
  reply: json(
    z.object({
      /** Null before the first record. */
      book: z.nullable(z.string()),
      size: z.int(),
      checkpoint: z.nullable(checkpoint),
      /** Revisions of before there was a book that have not entered it yet. */
      waiting: z.int(),
      /** Who outside attests that the book was so, with when it did so last: an authority by its host, a witness by its name. */
      anchors: z.array(z.object({ kind: z.enum(['rfc3161', 'witness']), by: z.string(), at: z.int() })),
      /** Moment of the first entry that nothing outside has: no anchor, file, mail, link or print. Null: there is none. */
      waitingSince: z.nullable(z.int()),
    }),
  ),
  errors: [],
  example: {
    reply: {
      book,
      size: 3,
      checkpoint: exampleCheckpoint,
      waiting: 0,
      anchors: [
        { kind: 'rfc3161', by: 'tsa.example', at: 1_763_676_060_000 },
        { kind: 'witness', by: 'witness.example', at: 1_763_676_120_000 },
      ],
      waitingSince: null,
    },
  },
});

export const listCheckpoints = call({
  id: 'ledger.checkpoints',
  spec: 'B2.8 S7.35',
  summary:
    'Checkpoints of the book after one of a size, each with the proof that the book then began with the one before',
  method: 'GET',
  path: `${path}/ledger/checkpoints`,
  roles: owners,
  query: z.object({ after: index, limit: z.int().check(z.gte(1), z.lte(100)) }),
  reply: json(
    z.array(
      z.object({
        ...checkpoint.shape,
        /** Consistency of RFC 9162, 2.1.4, with the checkpoint before this; empty for the first of the book. */
        consistency: z.array(hash),
      }),
    ),
  ),
  errors: [],
  example: { query: { after: 2, limit: 10 }, reply: [{ ...exampleCheckpoint, consistency: [leaf] }] },
});

export const getProof = call({
  id: 'ledger.proof',
  spec: 'B2.8 S7.35',
  summary: 'An entry of the book with all that proves it, once a checkpoint has it',
  method: 'GET',
  path: `${path}/ledger/proof`,
  roles: owners,
  query: z.object({ ix: index }),
  /** Null where there is no such entry, or no checkpoint has it yet. */
  reply: json(
    z.nullable(
      z.object({
        v: z.literal(1),
        entry,
        content,
        proof: z.object({ size: z.int(), path: z.array(hash) }),
        note: z.string(),
        /** That the log of all books has this note (https://c2sp.org/tlog-proof); null before it has. */
        log: z.nullable(z.string()),
      }),
    ),
  ),
  errors: [],
  example: {
    query: { ix: 1 },
    reply: {
      v: 1,
      entry: exampleEntry,
      content: exampleContent,
      proof: {
        size: 3,
        path: [
          'a13b38b28dbf3b63db4177688165e5a99cc38e4f804c42cf66dc2515f91e92a0',
          'dfbd912b4d41cd2716750cb8accc971eb4885050e4588d1280c7688b633f9067',
        ],
      },
      note,
      log: null,
    },
  },
});

export const exportLedger = call({
  id: 'ledger.export',
  spec: 'B2.8 S7.35',
  summary: 'The whole book with all that proves it, as a zip that anybody can verify without the portal',
  method: 'POST',
  path: `${path}/ledger/export`,
  roles: owners,
  asks: true,
  reply: blob('application/zip'),
  errors: [],
  example: {},
});

export const listChanges = call({
  id: 'ledger.changes',
  spec: 'B2.13 S7.35',
  summary: 'Entries of the book after an index, in their order: each once, none left out, however often it is asked',
  method: 'GET',
  path: `${path}/changes`,
  roles: owners,
  members: membershipRoles,
  query: z.object({ after: z.int().check(z.gte(-1)), limit: z.int().check(z.gte(1), z.lte(500)) }),
  reply: json(
    z.array(
      z.object({
        ix: z.int(),
        /** Null for an invited person where it tells of what is not shared with it. */
        entry: z.nullable(entry),
        content,
      }),
    ),
  ),
  errors: [],
  example: { query: { after: 0, limit: 50 }, reply: [{ ix: 1, entry: exampleEntry, content: exampleContent }] },
});

export const verifyLeaf = call({
  id: 'ledger.verify',
  spec: 'B2.12 S7.35',
  summary:
    'Whether an entry with this leaf stands in a book, which checkpoint has it, and whether a later one replaced it',
  method: 'GET',
  path: `${path}/verify/{leaf}`,
  roles: 'none',
  params: z.object({ leaf: hash }),
  reply: json(
    z.object({
      included: z.boolean(),
      /** The latest checkpoint that has it; null before there is one. */
      size: z.nullable(z.int()),
      note: z.nullable(z.string()),
      superseded: z.boolean(),
    }),
  ),
  errors: [],
  example: { params: { leaf }, reply: { included: true, size: 3, note, superseded: false } },
});

export const verifyFile = call({
  id: 'ledger.issued',
  spec: 'B2.12 S7.35',
  summary:
    'Whether a file with this SHA-256 is one of records that was issued: when, and the entry that says so. It tells nothing of what it holds',
  method: 'GET',
  path: `${path}/verify/files/{sha256}`,
  roles: 'none',
  params: z.object({ sha256: hash }),
  reply: json(
    z.object({
      /** Null: no such file was issued. `leaf`: by which {@link verifyLeaf} knows the entry. */
      issued: z.nullable(z.object({ at: z.int(), ix: z.int(), leaf: hash })),
    }),
  ),
  errors: [],
  example: { params: { sha256: contentHash }, reply: { issued: { at: 1_763_677_000_000, ix: 3, leaf } } },
});

export const listKeys = call({
  id: 'ledger.keys',
  spec: 'B2.12 S7.35',
  summary: 'The public keys that sign checkpoints, or have signed them, with their id for the log of all books',
  method: 'GET',
  path: `${path}/keys`,
  roles: 'none',
  reply: json(
    z.array(
      z.object({
        /** Of C2SP, for the name of the log; for the name of a book a verifier computes it. */
        keyId: z.string(),
        /** Ed25519, 32 bytes in hex. */
        public: hash,
        from: z.int(),
        until: z.optional(z.int()),
      }),
    ),
  ),
  errors: [],
  example: {
    reply: [
      {
        keyId: 'c533904b',
        public: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
        from: 1_763_600_000_000,
      },
    ],
  },
});

export const ledgerCalls = [
  getLedger,
  listCheckpoints,
  getProof,
  exportLedger,
  listChanges,
  verifyLeaf,
  verifyFile,
  listKeys,
] as const;
