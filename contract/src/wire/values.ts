import { confirmationCode_digits, taxCodeLength_min } from '@brina/domain/constants';
import { locales, wireLocale } from '@brina/domain/language/locales';
import { linePattern, linesPattern } from '@brina/domain/language/plain-text';
import { isCountry } from '@brina/domain/people/countries';
import { isAcceptablePassword } from '@brina/domain/people/password';
import { compactTaxCode, taxCodePattern } from '@brina/domain/people/tax-codes';
import * as z from 'zod/mini';

/** Values that several calls take. All are trimmed, bounded, and refuse what would break a line of a mail header. */

/** One line of text. May be empty unless `length_min` is given. */
export const line = (length_max: number, length_min = 0) =>
  z.string().check(z.trim(), z.minLength(length_min), z.maxLength(length_max), z.regex(linePattern));

/** A text of several lines, which is not empty. */
export const paragraph = (length_max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(length_max), z.regex(linesPattern));

/** An e-mail address (RFC 5321, 4.5.3.1: at most 254 characters). */
export const email = () => z.string().check(z.trim(), z.maxLength(254), z.email());

/** A TCP port (RFC 9293: 16 bits; 0 is none). */
export const tcpPort = z.int().check(z.gte(1), z.lte(65_535));

/** A new password by the rule of S5.5; longer than anybody types would only cost the server's time. */
export const newPassword = () => z.string().check(z.maxLength(200), z.refine(isAcceptablePassword));

/** Code of a country (ISO 3166-1 alpha-2). */
export const country = () => z.string().check(z.refine(isCountry));
/** Code of a country, or nothing. */
export const optionalCountry = () => z.string().check(z.refine((code) => code === '' || isCountry(code)));

/** A language as the account calls spell it: `it_IT` (S3.22). */
export const language = () => z.enum(locales.map(wireLocale) as [string, ...string[]]);

/** A tax code as typed: spaces and the like are taken out, then letters and digits only (S5.3). The check per country is a rule. */
export const taxCode = () =>
  z
    .string()
    .check(z.maxLength(40), z.overwrite(compactTaxCode))
    .check(z.minLength(taxCodeLength_min), z.regex(taxCodePattern));

/** Says that the person has looked at a tax code again that does not look like one of its country, and that it is right (S5.3). */
export const taxCodeChecked = () => z.optional(z.literal('true'));

/** A phone number as typed; the rule that reads it needs the country. */
export const phone = (length_min = 0) => line(32, length_min);

/** A confirmation code: exactly four digits, leading zeros count (S5.6, S5.15). */
export const confirmationCode = () => z.string().check(z.regex(new RegExp(`^\\d{${confirmationCode_digits}}$`)));

/** Where a person ended a run before its time, and who it was: at the panel nobody has a name, nor whose account was deleted. */
export const stoppedBy = z.object({ way: z.enum(['portal', 'panel']), name: z.nullable(z.string()) });
export type StoppedBy = z.output<typeof stoppedBy>;

/** The cycle of the library that a run was. */
export const recipeOfRun = z.object({
  /** As the library calls it: a preset's number, or the id of a Custom cycle. */
  id: z.string(),
  number: z.int(),
  /** That ran. */
  version: z.int(),
  /** In the caller's language where there is one, else in the author's. */
  title: z.string(),
  /** The present version; null: the cycle is deleted. */
  newest: z.nullable(z.int()),
  /** Whether the appliance told of other phases than those of the version. */
  differs: z.boolean(),
});
