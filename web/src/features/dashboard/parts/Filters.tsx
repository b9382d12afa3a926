import type { Laboratory } from '@brina/contract/laboratories';
import { familyMessages } from '@brina/domain/families/families.messages';
import { gammas } from '@brina/domain/families/family';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMessages } from '../../../lib/messages.ts';
import type { DashboardFilter, Entry } from '../dashboard.data.ts';
import { dashboardMessages } from '../dashboard.messages.ts';
import styles from './Filters.module.css';

/** Filters by kitchen and category, and a search; the state is chosen by the tiles above. All of it lives in the URL. */
export function Filters(props: {
  filter: DashboardFilter;
  labs: readonly Laboratory[];
  entries: readonly Entry[];
  onChange: (filter: DashboardFilter) => void;
}) {
  const { filter, labs, entries, onChange } = props;
  const { t } = useMessages(dashboardMessages);
  const { t: categoryWord } = useMessages(familyMessages);
  const categories = gammas.filter(
    (gamma) => entries.some((entry) => entry.gamma === gamma) || gamma === filter.category,
  );

  /** The filters with one of them changed; an empty choice leaves the URL. */
  const choose = (change: { [Name in keyof DashboardFilter]: DashboardFilter[Name] | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value)));

  return (
    <search className={styles.filters} aria-label={t('filters')}>
      <TextInput
        className={styles.search}
        aria-label={t('search')}
        placeholder={t('searchHint')}
        type="search"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={filter.q ?? ''}
        onChange={(event) => choose({ q: event.currentTarget.value })}
      />
      {labs.length > 1 && (
        <NativeSelect
          aria-label={t('kitchen')}
          value={filter.kitchen ?? ''}
          data={[{ value: '', label: t('allKitchens') }, ...labs.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => choose({ kitchen: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        aria-label={t('category')}
        value={filter.category ?? ''}
        data={[
          { value: '', label: t('allCategories') },
          ...categories.map((gamma) => ({ value: gamma, label: categoryWord(gamma) })),
        ]}
        onChange={(event) => {
          const category = gammas.find((gamma) => gamma === event.currentTarget.value);
          choose({ category });
        }}
      />
      {Object.keys(filter).length > 0 && (
        <Button variant="subtle" onClick={() => onChange({})}>
          {t('clearFilters')}
        </Button>
      )}
    </search>
  );
}
