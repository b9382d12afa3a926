import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Laboratory } from '@brina/contract/calls/kitchen/laboratories';
import { families } from '@brina/domain/appliance/families/families';
import { packages } from '@brina/domain/appliance/families/family';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { recipeFamilies, recipeSectors, recipeTypes } from '@brina/domain/recipes/recipe';
import { isCreatable } from '@brina/domain/recipes/recipe-check';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { FilterBar, wideFilter } from '../../../../ui/FilterBar.tsx';
import { FilterChoice } from '../../../../ui/FilterChoice.tsx';
import type { Typed } from '../../../../ui/use-typed.ts';
import { libraryMessages } from '../library.messages.ts';
import { filtersSet, type LibrarySearch, type SearchChange } from '../library-search.ts';

/** Functions of which there are cycles, each once, in the numbering of MF. */
const functionChoices = [
  ...new Set(
    (['MF', 'EF', 'SF'] as const).flatMap((family) =>
      Object.entries(families[family].functions).flatMap(([code, { key }]) =>
        isCreatable(family, Number(code)) || key === 'defrosting' ? [key] : [],
      ),
    ),
  ),
];

/**
 * Search and filters of the library; all of it lives in the URL. The search stays on a phone, where the rest is folded.
 * @param field of what is typed; the URL has it when the typing pauses
 * @param clear lets everything through again
 */
export function LibraryFilters(props: ChoicesProps & { field: Typed['field']; clear: () => void }) {
  const { field, clear, ...choices } = props;
  const { search } = choices;
  const { t } = useMessages(libraryMessages);
  const chosen = filtersSet(search);
  return (
    <FilterBar
      label={t('filters')}
      chosen={chosen}
      clear={chosen > 0 || search.q ? { label: t('clearFilters'), onClear: clear } : null}
    >
      <TextInput
        className={wideFilter}
        label={t('search')}
        placeholder={t('searchHint')}
        type="search"
        leftSection={<IconSearch size={20} aria-hidden />}
        {...field}
      />
      <Choices {...choices} />
    </FilterBar>
  );
}

type ChoicesProps = {
  search: LibrarySearch;
  onChange: (change: SearchChange) => void;
  appliances: readonly Appliance[];
  laboratories: readonly Laboratory[];
};

/** The filters that are chosen; they have nothing to do with the letters that are typed beside them. */
const Choices = memo(function Choices({ search, onChange, appliances, laboratories }: ChoicesProps) {
  const { t } = useMessages(libraryMessages);
  const choices = useChoices(appliances, laboratories);
  return choices.map(({ name, data }) => (
    <FilterChoice
      key={name}
      label={t(name)}
      any={t('any')}
      data={data}
      value={search[keyOf[name]] ?? ''}
      onChange={(value) => onChange({ [keyOf[name]]: value || undefined })}
    />
  ));
});

/** What each filter is called in the URL. */
const keyOf = {
  function: 'function',
  sector: 'sector',
  type: 'type',
  package: 'package',
  family: 'family',
  kitchen: 'kitchen',
  runsOn: 'on',
} as const satisfies Readonly<Record<string, keyof LibrarySearch>>;

/** A filter that is chosen among few. */
type Choice = { readonly name: keyof typeof keyOf; readonly data: readonly { value: string; label: string }[] };

/** The filters that have something to choose from, in the order of their use. */
function useChoices(appliances: readonly Appliance[], laboratories: readonly Laboratory[]): readonly Choice[] {
  const { t } = useMessages(libraryMessages);
  const { t: functionWord } = useMessages(functionMessages);
  const ableToRun = appliances.filter(({ gamma }) => gamma !== 'CONSERVATORE');
  const named = <V extends string>(values: readonly V[], label: (value: V) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  const all: readonly Choice[] = [
    { name: 'function', data: named(functionChoices, functionWord) },
    { name: 'sector', data: named(recipeSectors, (value) => t(`sector.${value}`)) },
    { name: 'type', data: named(recipeTypes, (value) => t(`type.${value}`)) },
    { name: 'package', data: named(packages, (value) => value) },
    { name: 'family', data: named(recipeFamilies, (value) => families[value].name) },
    { name: 'kitchen', data: laboratories.map(({ id, name }) => ({ value: id, label: name })) },
    { name: 'runsOn', data: ableToRun.map(({ serialNumber, name }) => ({ value: serialNumber, label: name })) },
  ];
  return all.filter(({ data }) => data.length > 1);
}
