import { minute_ms } from '../language/durations.ts';

/** What a signature says that its person did with what it signs. */
export const signatureMeanings = [
  'RECORDED',
  'ACTION_TAKEN',
  'VERIFIED',
  'REVIEWED',
  'LIMITS_APPROVED',
  'CHECKED',
] as const;
export type SignatureMeaning = (typeof signatureMeanings)[number];

/** What can be signed, as the book of records calls it. */
export const signedKinds = ['batch', 'day', 'action', 'check', 'plan'] as const;
export type SignedKind = (typeof signedKinds)[number];

/** A proof of who somebody is holds for so long, and for so many records. */
export const grantLasts_ms = 5 * minute_ms;
export const grantRecords_max = 50;

/** Digits of a PIN for signing. It signs, and never signs in. */
export const signingPin_digits = 6;

/**
 * Whether a PIN is among those that somebody tries first: one digit, two in turn, a half twice, digits that count up or down.
 * @param pin six digits
 */
export function isGuessablePin(pin: string): boolean {
  const digits = Array.from(pin, Number);
  const steps = new Set(digits.slice(1).map((digit, i) => (digit - (digits[i] ?? 0) + 10) % 10));
  const counts = steps.size === 1 && [0, 1, 9].some((step) => steps.has(step));
  const half = pin.length / 2;
  return counts || /^(..)\1+$/.test(pin) || pin.slice(0, half) === pin.slice(half);
}

/** Initials of a name: the first letter of each of its words, three at most. They stay where the name is erased. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s-]+/u)
    .flatMap((word) => Array.from(word).slice(0, 1))
    .slice(0, 3)
    .join('')
    .toLocaleUpperCase('en');

/** A signature as far as it depends on what is signed. */
type Signed = { revision: number };

/**
 * Whether what was signed says something else by now: a later revision of a batch or a day has another verdict. One with the same verdict
 * leaves the signature as it is, on the revision that was signed.
 */
export const isMovedOn = (signed: Signed, revisions: readonly { revision: number; verdict: string }[]): boolean => {
  const verdict = revisions.find(({ revision }) => revision === signed.revision)?.verdict;
  return revisions.some((later) => later.revision > signed.revision && later.verdict !== verdict);
};
