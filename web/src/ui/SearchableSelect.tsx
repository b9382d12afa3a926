import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core';
import styles from './SearchableSelect.module.css';
import { byName } from './search-names.ts';

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
      filter={filter}
      maxDropdownHeight={280}
      classNames={{ dropdown: styles.list ?? '', option: styles.choice ?? '' }}
      {...select}
    />
  );
}

const filter: OptionsFilter = ({ options, search }) => byName(options as ComboboxItem[], search);
