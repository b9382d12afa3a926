import { signatureMeanings } from '@brina/domain/haccp/signing';
import * as z from 'zod/mini';

/** The proof of who signs (`signatures.grant`). */
export const signingGrant = z.string().check(z.minLength(1), z.maxLength(100));

/**
 * A signature with the record that it is on. `by`: the name, or the initials once the account was deleted; `role` that it had then.
 * `stale`: a later revision says something else, and nobody has signed that by this.
 */
export const signatureOfRecord = z.object({
  id: z.string(),
  meaning: z.enum(signatureMeanings),
  by: z.string(),
  role: z.string(),
  at: z.int(),
  revision: z.int(),
  stale: z.boolean(),
});
export type SignatureOfRecord = z.output<typeof signatureOfRecord>;
