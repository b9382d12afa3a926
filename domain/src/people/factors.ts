/** The second factor: what somebody proves itself by besides the password (docs/decisions/025-second-factor.md). */

import { minute_ms, second_ms } from '../language/durations.ts';

/** Kinds of factors: codes of an authenticator app (RFC 6238), or a passkey (WebAuthn). */
export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** What somebody may prove itself by: a factor of one of the kinds, or a recovery code. */
export const proofKinds = [...factorKinds, 'recovery'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** The grant of the second step of a sign-in, an extension of the password grant (RFC 6749, 4.5). */
export const secondFactorGrantType = 'urn:brina:second-factor';

/** A code of an authenticator app: HMAC-SHA-1, what every app can (RFC 6238, 1.2). */
export const totp = { digits: 6, step_ms: 30 * second_ms } as const;

/** As many factors as anybody has devices. */
export const factors_max = 10;

/** Recovery codes of a person. */
export const recoveryCodes_count = 10;

/** For how long a proof of who one is counts for dangerous acts. */
export const confirmation_ms = 5 * minute_ms;

/** How long one may take to prove a second factor, or to set one up. */
export const challengeLife_ms = 5 * minute_ms;

/**
 * A recovery code as it is compared: without what divides its groups, and read as Crockford's base 32 is, which has no letters that
 * look like digits.
 */
export const plainRecoveryCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

/** A code of an authenticator app as it was meant: some apps show it in two groups. */
export const plainTotpCode = (typed: string): string => typed.replace(/\s/g, '');

/** Whether something typed can be a code of an app. */
export const isTotpCode = (typed: string): boolean =>
  plainTotpCode(typed).length === totp.digits && /^\d+$/.test(plainTotpCode(typed));
