import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';

/** The maker's country: its number shows the form to who has told no country. */
const exampleCountry = 'IT' satisfies CountryCode;

/**
 * Reads a phone number as typed: with its country code, or as one dials it within `country` (empty: none is known).
 * @returns the number in the form of E.164 (`+390422412345`), `''` for nothing typed, `undefined` for what is no number of one line.
 */
export function readPhone(typed: string, country: string): string | undefined {
  if (typed === '') return '';
  const found = parsePhoneNumberFromString(typed, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    // A number somewhere in a sentence is not one.
    extract: false,
  });
  return found?.isValid() && !found.ext ? found.number : undefined;
}

/** A number of the country in its international form, to show which is expected. */
export function examplePhone(country: string): string {
  const example = getExampleNumber(isSupportedCountry(country) ? country : exampleCountry, examples);
  return example?.formatInternational() ?? examplePhone(exampleCountry);
}
