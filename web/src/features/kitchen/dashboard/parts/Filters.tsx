import type { Laboratory } from '@brina/contract/calls/kitchen/laboratories';
import { displayModel, families } from '@brina/domain/appliance/families/families';
import { familyMessages } from '@brina/domain/appliance/families/families.messages';
import { gammas } from '@brina/domain/appliance/families/family';
import { type FamilyCode, familyCodes } from '@brina/domain/appliance/families/family-code';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconAlertCircle, IconSearch } from '@tabler/icons-react';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { MultiChoice } from '../../../../ui/MultiChoice.tsx';
import { type Entry, filtered, kitchenChoices } from '../dashboard.data.ts';
import { dashboardMessages } from '../dashboard.messages.ts';
import { type DashboardSearch, isFiltered, type SearchChange, sortings, withoutFilters } from '../dashboard-search.ts';
import styles from './Filters.module.css';

/** Filters, search and order; the state is chosen by the tiles above. All of it lives in the URL (S2.21). */
export function Filters(props: {
  search: DashboardSearch;
  labs: readonly Laboratory[];
  entries: readonly Entry[];
  onChange: (change: SearchChange) => void;
}) {
  const { search, labs, entries, onChange } = props;
  const { t } = useMessages(dashboardMessages);
  const format = useFormat();
  const kitchens = kitchenChoices(entries, labs);
  const { attention, ...others } = search;
  const needy = filtered(entries, { ...others, attention: '1' }).length;

  return (
    <search className={styles.filters} aria-label={t('filters')}>
      <TextInput
        className={styles.search}
        aria-label={t('search')}
        placeholder={t('searchHint')}
        type="search"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={search.q ?? ''}
        onChange={(event) => onChange({ q: event.currentTarget.value })}
      />
      <div className={styles.choices}>
        {(needy > 0 || attention) && (
          <Button
            variant={attention ? 'filled' : 'default'}
            aria-pressed={attention !== undefined}
            leftSection={<IconAlertCircle size={20} aria-hidden />}
            onClick={() => onChange({ attention: attention ? undefined : '1' })}
          >
            {t('needAttention', { n: needy })}
          </Button>
        )}
        {kitchens.length > 1 && <KitchenChoice kitchens={kitchens} chosen={search.kitchen ?? []} onChange={onChange} />}
        <CategorySelect search={search} entries={entries} onChange={onChange} />
        <NativeSelect
          aria-label={t('sort')}
          value={search.sort ?? ''}
          data={[
            { value: '', label: t('sort.name') },
            ...sortings.map((order) => ({ value: order, label: t(`sort.${order}`) })),
          ]}
          onChange={(event) => onChange({ sort: sortings.find((order) => order === event.currentTarget.value) })}
        />
      </div>
      {isFiltered(search) && (
        <div className={styles.found}>
          <span role="status">
            {t('found', {
              shown: format.number(filtered(entries, search).length),
              all: format.number(entries.length),
            })}
          </span>
          <Button variant="subtle" onClick={() => onChange(withoutFilters)}>
            {t('clearFilters')}
          </Button>
        </div>
      )}
    </search>
  );
}

function KitchenChoice(props: {
  kitchens: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (change: SearchChange) => void;
}) {
  const { kitchens, chosen, onChange } = props;
  const { t } = useMessages(dashboardMessages);
  return (
    <MultiChoice
      oneLine
      className={styles.kitchens}
      label={t('kitchen')}
      hideLabel
      placeholder={t('allKitchens')}
      nothingFound={t('noKitchenFound')}
      removeLabel={(name) => t('takeAway', { name })}
      data={kitchens.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      onChange={(kitchen) => onChange({ kitchen })}
    />
  );
}

/** Categories, and below each its families where the user has more than one of them. */
function CategorySelect(props: {
  search: DashboardSearch;
  entries: readonly Entry[];
  onChange: (change: SearchChange) => void;
}) {
  const { search, entries, onChange } = props;
  const { t } = useMessages(dashboardMessages);
  const { t: categoryWord } = useMessages(familyMessages);
  const chosen = search.family ?? search.category ?? '';
  const options = gammas.flatMap((gamma) => {
    const among = entries.filter((entry) => entry.gamma === gamma);
    const owned = familyCodes.filter((code) => search.family === code || among.some(({ family }) => family === code));
    const own = owned.filter((code) => families[code].gamma === gamma);
    if (among.length === 0 && search.category !== gamma && own.length === 0) return [];
    return [
      { value: gamma as string, label: categoryWord(gamma) },
      ...(own.length > 1 || own.some((code) => code === search.family)
        ? own.map((code) => ({ value: code as string, label: `\u2003${familyName(code)}` }))
        : []),
    ];
  });
  return (
    <NativeSelect
      aria-label={t('category')}
      value={chosen}
      data={[{ value: '', label: t('allCategories') }, ...options]}
      onChange={({ currentTarget: { value } }) =>
        onChange({
          category: gammas.find((gamma) => gamma === value),
          family: familyCodes.find((code) => code === value),
        })
      }
    />
  );
}

/** Name of a family as its models carry it: "MultiFresh" of "MultiFresh Next L 45". */
function familyName(code: FamilyCode): string {
  const [name = code] = displayModel(families[code].models[0]?.storedName ?? code).split(' ');
  return name;
}
