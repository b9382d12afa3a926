import { factorKinds, proofKinds } from '@brina/domain/people/factors';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { line } from '../../wire/values.ts';

/** A second factor of the caller (docs/decisions/025-second-factor.md). */
export const factor = z.object({
  id: z.string(),
  kind: z.enum(factorKinds),
  /** As its person calls the device. */
  name: z.string(),
  createdAt: z.int(),
  usedAt: z.nullable(z.int()),
});
export type Factor = z.output<typeof factor>;

/** What the browser's own interface for passkeys is given, and what it replies (WebAuthn level 3, 5.1.8 and 5.1.9), as JSON. */
const webAuthn = () => z.record(z.string(), z.unknown());
/** What somebody has begun, sealed: it goes back with the rest. */
const sealed = () => line(1000, 1);
const code = () => line(40, 1);
/** Codes that are each good once in place of a factor; told once. */
const recoveryCodes = z.array(z.string());

const factorId = '0198c0de-0000-7000-8000-0000000000f7';
const exampleFactor: Factor = {
  id: factorId,
  kind: 'totp',
  name: 'Phone',
  createdAt: 1_763_680_000_000,
  usedAt: null,
};
const exampleCodes = ['7KQ2-M9XW-PA4T-0VBN'];
const exampleSealed = 'c2VhbGVk';

export const listFactors = call({
  id: 'security.factors',
  spec: 'B11.4',
  summary: 'The caller’s second factors, and how many recovery codes are left',
  method: 'GET',
  path: '/api/v1/account/factors',
  roles: 'any',
  withoutFactor: true,
  reply: json(
    z.object({
      factors: z.array(factor),
      recoveryCodesLeft: z.int(),
      /** The name to which passkeys of this portal are bound; null where it is reached by a number and can have none. */
      passkeysOf: z.nullable(z.string()),
      /** Whether the caller’s role has to have one: its last factor cannot be removed. */
      demanded: z.boolean(),
    }),
  ),
  errors: [],
  example: {
    reply: { factors: [exampleFactor], recoveryCodesLeft: 9, passkeysOf: 'portal.example.com', demanded: false },
  },
});

export const beginTotp = call({
  id: 'security.beginTotp',
  spec: 'B11.4',
  summary: 'A new secret for an authenticator app, as text and as QR code; it counts once a code of it was sent back',
  method: 'GET',
  path: '/api/v1/account/factors/totp',
  roles: 'any',
  withoutFactor: true,
  reply: json(
    z.object({
      secret: z.string(),
      /** `otpauth://totp/…`, as apps read it. */
      uri: z.string(),
      /** The same as QR code: modules a side, and the dark ones as path of an SVG with one unit a module. */
      qr: z.object({ size: z.int(), path: z.string() }),
      setUp: z.string(),
    }),
  ),
  errors: [],
  example: {
    reply: {
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      uri: 'otpauth://totp/Brina:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      qr: { size: 21, path: 'M0 0h7v1h-7z' },
      setUp: exampleSealed,
    },
  },
});

export const beginPasskey = call({
  id: 'security.beginPasskey',
  spec: 'B11.4',
  summary: 'What the browser makes a new passkey by; 404 where the portal is reached by a number',
  method: 'GET',
  path: '/api/v1/account/factors/passkey',
  roles: 'any',
  withoutFactor: true,
  reply: json(z.object({ options: webAuthn(), setUp: z.string() })),
  errors: [],
  example: { reply: { options: { challenge: 'Y2hhbGxlbmdl' }, setUp: exampleSealed } },
});

const added = z.object({ factor, /** With the first factor alone. */ recoveryCodes });

export const addTotp = call({
  id: 'security.addTotp',
  spec: 'B11.4',
  summary:
    'Adds the authenticator app that a code is of; with the first factor other sessions end, and recovery codes are told',
  method: 'POST',
  path: '/api/v1/account/factors/totp',
  roles: 'any',
  withoutFactor: true,
  confirmed: true,
  body: z.strictObject({ setUp: sealed(), code: code(), name: line(60, 1) }),
  reply: json(added),
  errors: ['factor_code_wrong', 'challenge_over', 'factors_too_many'],
  once: true,
  example: {
    body: { setUp: exampleSealed, code: '287082', name: 'Phone' },
    reply: { factor: exampleFactor, recoveryCodes: exampleCodes },
  },
});

export const addPasskey = call({
  id: 'security.addPasskey',
  spec: 'B11.4',
  summary:
    'Adds the passkey that the browser has made; with the first factor other sessions end, and recovery codes are told',
  method: 'POST',
  path: '/api/v1/account/factors/passkey',
  roles: 'any',
  withoutFactor: true,
  confirmed: true,
  body: z.strictObject({ setUp: sealed(), attestation: webAuthn(), name: line(60, 1) }),
  reply: json(added),
  errors: ['passkey_unproved', 'challenge_over', 'factors_too_many'],
  once: true,
  example: {
    body: { setUp: exampleSealed, attestation: { id: 'a2V5', type: 'public-key' }, name: 'Laptop' },
    reply: { factor: { ...exampleFactor, kind: 'passkey', name: 'Laptop' }, recoveryCodes: exampleCodes },
  },
});

export const renameFactor = call({
  id: 'security.renameFactor',
  spec: 'B11.4',
  summary: 'Calls a second factor something else',
  method: 'PUT',
  path: '/api/v1/account/factors/{id}',
  roles: 'any',
  params: z.object({ id: id('factor') }),
  body: z.strictObject({ name: line(60, 1) }),
  echoes: { of: listFactors, among: { param: 'id', field: 'id', within: 'factors' } },
  reply: coded(),
  errors: [],
  example: { params: { id: factorId }, body: { name: 'Old phone' }, reply: { code: '200' } },
});

export const removeFactor = call({
  id: 'security.removeFactor',
  spec: 'B11.4',
  summary: 'Removes a second factor; with the last one the recovery codes go',
  method: 'DELETE',
  path: '/api/v1/account/factors/{id}',
  roles: 'any',
  confirmed: true,
  params: z.object({ id: id('factor') }),
  reply: coded(),
  errors: ['factor_demanded'],
  example: { params: { id: factorId }, reply: { code: '200' } },
});

export const newRecoveryCodes = call({
  id: 'security.newRecoveryCodes',
  spec: 'B11.4',
  summary: 'New recovery codes in place of all before, told once',
  method: 'POST',
  path: '/api/v1/account/factors/recovery-codes',
  roles: 'any',
  confirmed: true,
  reply: json(z.object({ recoveryCodes })),
  errors: ['factor_missing'],
  once: true,
  example: { reply: { recoveryCodes: exampleCodes } },
});

/** What is asked of somebody. `passkey`: what the browser asks the passkey by. */
const askedFactor = z.object({
  challenge: z.string(),
  kinds: z.array(z.enum(proofKinds)),
  passkey: z.nullable(webAuthn()),
});
export type AskedFactor = z.output<typeof askedFactor>;

export const beginConfirmation = call({
  id: 'security.beginConfirmation',
  spec: 'B11.4',
  summary: 'What the caller has to show besides the password before a dangerous act; null when the password is all',
  method: 'GET',
  path: '/api/v1/account/confirmation',
  roles: 'any',
  unconfirmed: true,
  beforeTerms: true,
  withoutFactor: true,
  reply: json(z.object({ factor: z.nullable(askedFactor) })),
  errors: [],
  example: { reply: { factor: { challenge: exampleSealed, kinds: ['totp', 'recovery'], passkey: null } } },
});

/** What somebody shows as its second factor. An assertion is what the browser's `navigator.credentials.get` has replied. */
const factorProof = z.union([
  z.strictObject({ kind: z.literal('totp'), code: code() }),
  z.strictObject({ kind: z.literal('recovery'), code: code() }),
  z.strictObject({ kind: z.literal('passkey'), assertion: webAuthn() }),
]);
export type FactorProof = z.output<typeof factorProof>;

export const confirm = call({
  id: 'security.confirm',
  spec: 'B11.4',
  summary: 'Proves anew who the caller is: for five minutes this session may do what is dangerous',
  method: 'POST',
  path: '/api/v1/account/confirmation',
  roles: 'any',
  unconfirmed: true,
  beforeTerms: true,
  withoutFactor: true,
  body: z.strictObject({
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    factor: z.optional(z.strictObject({ challenge: sealed(), proof: factorProof })),
  }),
  reply: coded(),
  errors: ['password_wrong', 'factor_code_wrong', 'challenge_over', 'too_many_requests'],
  example: { body: { password: 'Cold-line-2026' }, reply: { code: '200' } },
});

export const securityCalls = [
  listFactors,
  beginTotp,
  beginPasskey,
  addTotp,
  addPasskey,
  renameFactor,
  removeFactor,
  newRecoveryCodes,
  beginConfirmation,
  confirm,
] as const;
