import { useMemo } from 'react';
import { FilterSelect } from './FilterSelect.tsx';
import type { FilterSelectProps } from './SearchableSelect.tsx';

/**
 * The countries by their names in the language of the interface, to be filtered by typing (S2.20).
 * @param countries ISO 3166-1 alpha-2 codes; the value is one of them
 * @param languageTag BCP 47 tag of the names and their order
 */
export function CountrySelect(
  props: Omit<FilterSelectProps, 'data'> & { countries: readonly string[]; languageTag: string },
) {
  const { countries, languageTag, ...select } = props;
  const data = useMemo(() => namesOf(countries, languageTag), [countries, languageTag]);
  return <FilterSelect {...select} data={data} />;
}

function namesOf(countries: readonly string[], languageTag: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(languageTag, { type: 'region' });
  const { compare } = new Intl.Collator(languageTag);
  return countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => compare(one.label, other.label));
}
