import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core';
import styles from './SearchableSelect.module.css';

/** A choice among codes by their names; `null` is none. */
export type FilterSelectProps = Omit<SelectProps, 'data' | 'value'> & {
  data: readonly { value: string; label: string }[];
  value: string | null;
  nothingFound: string;
};

/** The field and the list of `FilterSelect`. */
export function SearchableSelect(props: FilterSelectProps) {
  const { nothingFound, ...select } = props;
  return (
    <Select
      size="md"
      searchable
      allowDeselect={false}
      // Browsers fill in a country as a code, which is no name of the list.
      autoComplete="off"
      nothingFoundMessage={nothingFound}
      filter={byName}
      maxDropdownHeight={280}
      classNames={{ dropdown: styles.list ?? '', option: styles.choice ?? '' }}
      {...select}
    />
  );
}

/** Names that begin with what was typed come first. */
const byName: OptionsFilter = ({ options, search }) => {
  const wanted = folded(search);
  if (wanted === '') return options;
  const names = options as ComboboxItem[];
  const found = names.filter(({ label }) => folded(label).includes(wanted));
  const begins = ({ label }: ComboboxItem): boolean => folded(label).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
};

const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').trim();
