import { signatureMeanings, signedKinds, signingPin_digits } from '@brina/domain/haccp/signing';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { signingGrant } from './signature-of-record.ts';

const pin = z.string().check(z.regex(new RegExp(`^\\d{${signingPin_digits}}$`)));
const password = z.string().check(z.minLength(1), z.maxLength(200));
/** SHA-256 of a revision as it stands in the book, lower-case hex. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const signers = { roles: ['USER'], members: membershipRoles } as const;
const path = '/api/v1/analytics/haccp';
const batchId = '0198c0de-0000-8000-8000-0000000000b1';
const signedHash = '134f2efdcb51a290fceb7b7f4fe23fbd056bc4cf94483ae0f68a4674ff573a7a';
const person = '0198c0de-0000-7000-8000-000000000011';
const grant = 'Yh0mQ3xW2mJc1u8Q0h0l3nJ7a4b5c6d7e8f9g0h1i2j';

export const signingWays = call({
  id: 'signatures.ways',
  spec: 'B2.6',
  summary: 'Whether the caller has a PIN to sign with besides the password, and since when',
  method: 'GET',
  path: `${path}/sign/ways`,
  ...signers,
  reply: json(z.object({ pinSince: z.nullable(z.int()) })),
  errors: [],
  example: { reply: { pinSince: 1_763_600_000_000 } },
});

export const listSigners = call({
  id: 'signatures.signers',
  spec: 'B2.6',
  summary:
    'Who else can sign at this session by a PIN of their own: people of the company that the caller acts for, and those invited to it, by name',
  method: 'GET',
  path: `${path}/sign/signers`,
  ...signers,
  reply: json(z.array(z.object({ id: z.string(), name: z.string(), role: z.string() }))),
  errors: [],
  example: { reply: [{ id: person, name: 'Luca Bianchi', role: 'KITCHEN_MANAGER' }] },
});

export const setSigningPin = call({
  id: 'signatures.setPin',
  spec: 'B2.6',
  summary: 'Gives the caller a PIN, or another one, to sign with at shared tablets; it signs and never signs in',
  method: 'PUT',
  path: `${path}/pin`,
  ...signers,
  body: z.strictObject({ password, pin }),
  reply: coded(),
  errors: ['password_wrong', 'pin_guessable', 'signing_locked'],
  example: { body: { password: 'Cold-line-2026', pin: '407193' }, reply: { code: '200' } },
});

export const grantSigning = call({
  id: 'signatures.grant',
  spec: 'B2.6',
  summary:
    'Proves who signs, the caller by password or PIN, another person of `signatures.signers` by PIN: for five minutes, and at most fifty records',
  method: 'POST',
  path: `${path}/sign/grant`,
  silent: true,
  once: true,
  ...signers,
  body: z.union([z.strictObject({ password }), z.strictObject({ pin, person: z.optional(z.uuid()) })]),
  reply: json(z.object({ grant: z.string(), expiresAt: z.int(), records: z.int() })),
  errors: ['signing_refused', 'signing_locked'],
  example: { body: { password: 'Cold-line-2026' }, reply: { grant, expiresAt: 1_763_690_300_000, records: 50 } },
});

export const signRecords = call({
  id: 'signatures.sign',
  spec: 'B2.6',
  summary: 'Signs revisions of records, each as it stands in the book, with what the signature means',
  method: 'POST',
  path: `${path}/sign`,
  ...signers,
  body: z.strictObject({
    /** Each record once, by its newest revision and the hash of that. */
    what: z
      .array(
        z.strictObject({
          kind: z.enum(signedKinds),
          id: id('record'),
          revision: z.int().check(z.minimum(1)),
          hash,
        }),
      )
      .check(
        z.minLength(1),
        z.maxLength(50),
        z.refine((what) => new Set(what.map((one) => one.id)).size === what.length),
      ),
    meaning: z.enum(signatureMeanings),
    grant: signingGrant,
  }),
  reply: json(
    z.object({
      id: z.string(),
      meaning: z.enum(signatureMeanings),
      by: z.string(),
      role: z.string(),
      at: z.int(),
      /** Where the signature stands in the book of the company. */
      seal: z.object({ ix: z.int(), hash }),
    }),
  ),
  errors: ['company_missing', 'signing_refused', 'signer_not_allowed', 'signature_stale'],
  example: {
    body: {
      what: [{ kind: 'batch', id: batchId, revision: 1, hash: signedHash }],
      meaning: 'REVIEWED',
      grant,
    },
    reply: {
      id: '0198c0de-0000-7000-8000-0000000000d1',
      meaning: 'REVIEWED',
      by: 'Anna Neri',
      role: 'USER',
      at: 1_763_690_000_000,
      seal: { ix: 814, hash: signedHash },
    },
  },
});

export const signatureCalls = [signingWays, listSigners, setSigningPin, grantSigning, signRecords] as const;
