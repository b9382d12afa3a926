import { filterServed, type ServedAppliance } from '@brina/contract/calls/maker/service';
import { pathOf } from '@brina/contract/screens';
import { displayModel, storedNames } from '@brina/domain/appliance/families/families';
import { minute_ms } from '@brina/domain/language/durations';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconSearch, IconSearchOff, IconStethoscope, IconTools } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useServerList } from '../../../../lib/paged-list.ts';
import { useNow } from '../../../../lib/use-now.ts';
import type { Column } from '../../../../ui/DataTable.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { wideFilter } from '../../../../ui/FilterBar.tsx';
import { FilterChoice } from '../../../../ui/FilterChoice.tsx';
import { FilteredList } from '../../../../ui/FilteredList.tsx';
import { FilterText } from '../../../../ui/FilterText.tsx';
import { ApplianceFilters } from '../ApplianceFilters.tsx';
import { serviceMessages } from '../service.messages.ts';
import { CustomerContact, KitchenAddress } from './Contact.tsx';
import { Notices } from './Notices.tsx';
import styles from './ServedList.module.css';

/** The list is asked for again this often: a service partner waits for what comes up. */
const refetch_ms = minute_ms;

/** Appliances that a partner serves, those with notices first, with whom to call and where to go (S2.31, S6.9). */
export function ServedList() {
  const { t } = useMessages(serviceMessages);
  const columns = useColumns();
  const list = useServerList(filterServed, t('failed'), refetch_ms);
  const empty = emptyWords(list.filters);

  return (
    <FilteredList
      frame={list.frame}
      label={t('title')}
      columns={columns}
      rowKey={({ serialNumber }) => serialNumber}
      loading={t('loading')}
      filters={
        <>
          <FilterText
            className={wideFilter}
            type="search"
            label={t('search')}
            leftSection={<IconSearch size={20} aria-hidden />}
            maxLength={254}
            {...list.field('freeSearch')}
          />
          <FilterText label={t('customer')} maxLength={254} {...list.field('customer')} />
          <FilterChoice
            label={t('notices')}
            any={t('all')}
            data={[
              { value: 'true', label: t('withNotices') },
              { value: 'false', label: t('withoutNotices') },
            ]}
            {...list.field('notices')}
          />
          <ApplianceFilters list={list} models={storedNames} />
        </>
      }
      empty={
        <EmptyState icon={empty.icon} title={t(empty.title)}>
          <p>{t(empty.hint)}</p>
        </EmptyState>
      }
    />
  );
}

/** Why the list is empty: nothing was ever shared, nothing is wrong, or the filters are too narrow. */
function emptyWords(filters: Partial<Record<string, string>>) {
  const chosen = Object.keys(filters);
  if (chosen.length === 0) return { icon: IconTools, title: 'none', hint: 'noneHint' } as const;
  if (chosen.length === 1 && filters.notices === 'true')
    return { icon: IconCircleCheck, title: 'allWell', hint: 'allWellHint' } as const;
  return { icon: IconSearchOff, title: 'noMatch', hint: 'noMatchHint' } as const;
}

function useColumns(): Column<ServedAppliance>[] {
  const { t } = useMessages(serviceMessages);
  const format = useFormat();
  const moment = useNow(minute_ms);
  return [
    {
      key: 'serialNumber',
      title: t('appliance'),
      plain: true,
      cell: ({ serialNumber, name, model, by }) => (
        <span className={styles.appliance}>
          <Link data-row-link to={pathOf('appliance-details', { serialNumber })}>
            {name || displayModel(model)}
          </Link>
          {name !== '' && <span>{displayModel(model)}</span>}
          <small>{serialNumber}</small>
          {by === 'FACTORY' && <small>{t('byFactory')}</small>}
        </span>
      ),
    },
    {
      key: 'notices',
      title: t('wrong'),
      plain: true,
      cell: (appliance) => <Notices appliance={appliance} />,
    },
    { key: 'where', title: t('where'), plain: true, cell: (appliance) => <KitchenAddress {...appliance} /> },
    {
      key: 'customer',
      title: t('customer'),
      plain: true,
      cell: (appliance) => <CustomerContact {...appliance} />,
    },
    {
      key: 'lastSeenAt',
      title: t('lastSeen'),
      cell: ({ online, lastSeenAt }) =>
        online ? t('online') : lastSeenAt === null ? t('never') : format.ago(moment - lastSeenAt),
    },
    {
      key: 'diagnosis',
      title: t('diagnosis'),
      plain: true,
      cell: ({ serialNumber }) => (
        <Button
          className={styles.sheet}
          variant="default"
          leftSection={<IconStethoscope size={18} aria-hidden />}
          renderRoot={(props) => <Link {...props} to={pathOf('service')} search={{ diagnosis: serialNumber }} />}
        >
          {t('diagnosis')}
        </Button>
      ),
    },
  ];
}
