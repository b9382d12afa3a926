/**
 * The activation code that claims an appliance: 10 characters of a 32-letter alphabet, single use, printed on the unit. This file
 * knows its form only; making, hashing and counting tries belong to the server.
 */

/** 32 characters that cannot be taken for one another in print: no I, L, O and no U. */
export const activationCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Characters of a code. */
export const activationCodeLength = 10;

/**
 * Brings a typed code to its stored form: upper case, without spaces and dashes, O read as 0, I and L as 1. The result need not be
 * a code; `isActivationCode` says.
 */
export const normaliseActivationCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-–—‐‑.]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/** Whether a normalised text has the form of a code. */
export const isActivationCode = (code: string): boolean =>
  code.length === activationCodeLength &&
  Array.from(code).every((character) => activationCodeAlphabet.includes(character));

/** A code as it is printed and shown: two groups of five, `7K2QM-X94TB`. */
export const showActivationCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
