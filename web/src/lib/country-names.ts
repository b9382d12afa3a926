import { intlTag } from '@brina/domain/language/locales';
import { countries } from '@brina/domain/people/countries';
import { useMemo } from 'react';
import { useLocale } from './messages.ts';

/** Names of the countries in the language of the interface: one by its code, and all of them in the order of the alphabet. */
export function useCountryNames(): {
  nameOf: (code: string) => string;
  all: readonly { value: string; label: string }[];
} {
  const locale = useLocale();
  return useMemo(() => {
    const names = new Intl.DisplayNames([intlTag(locale)], { type: 'region' });
    const nameOf = (code: string): string => (code === '' ? '' : (names.of(code) ?? code));
    const { compare } = new Intl.Collator(intlTag(locale));
    return {
      nameOf,
      all: countries
        .map((code) => ({ value: code, label: nameOf(code) }))
        .sort((one, other) => compare(one.label, other.label)),
    };
  }, [locale]);
}
