import {
  type FactoryAppliance,
  filterAppliances,
  filterDomains,
  filterFirmwares,
  filterModels,
} from '@brina/contract/calls/maker/factory-appliances';
import { pathOf } from '@brina/contract/screens';
import { applianceDomains } from '@brina/domain/appliance/appliance-domains';
import { displayModel } from '@brina/domain/appliance/families/families';
import { familyMessages } from '@brina/domain/appliance/families/families.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { Button } from '@mantine/core';
import { IconFileImport, IconPlus, IconSearchOff, IconWashMachine } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useCountryNames } from '../../../../lib/country-names.ts';
import { isEmail } from '../../../../lib/email.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useServerList } from '../../../../lib/paged-list.ts';
import { callQuery } from '../../../../lib/query.ts';
import { useUser } from '../../../../lib/use-user.ts';
import type { Column } from '../../../../ui/DataTable.tsx';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { FilterChoice } from '../../../../ui/FilterChoice.tsx';
import { FilteredList } from '../../../../ui/FilteredList.tsx';
import { FilterText } from '../../../../ui/FilterText.tsx';
import { ApplianceFilters } from '../../service/ApplianceFilters.tsx';
import { fleetMessages } from '../fleet.messages.ts';
import styles from './ApplianceList.module.css';
import { ConnectionBadge } from './ConnectionBadge.tsx';

const CreateApplianceDialog = comesLater(async () => {
  const { CreateApplianceDialog: Part, messages } = await import('./CreateApplianceDialog.tsx');
  return { Part, messages };
});
const BatchDialog = comesLater(async () => {
  const { BatchDialog: Part, messages } = await import('./BatchDialog.tsx');
  return { Part, messages };
});

/** Every appliance of the fleet by all filters of S7.42, and the ways to create some (S7.20, S7.25). */
export function ApplianceList() {
  const { t } = useMessages(fleetMessages);
  const columns = useColumns();
  const list = useServerList(filterAppliances, t('failed'));
  const choices = useChoices(list.filters.email);

  return (
    <>
      <CreateButtons />
      <FilteredList
        frame={list.frame}
        label={t('appliances')}
        columns={columns}
        rowKey={({ serialNumber }) => serialNumber}
        loading={t('loading')}
        filters={
          <>
            <FilterText
              label={t('serialNumber')}
              maxLength={32}
              autoCapitalize="characters"
              spellCheck={false}
              {...list.field('serialNumber')}
            />
            <FilterText type="email" label={t('userEmail')} maxLength={254} {...list.field('email')} />
            <ApplianceFilters list={list} models={choices.models} />
            <FilterChoice label={t('domain')} any={t('anyDomain')} data={choices.domains} {...list.field('domain')} />
            <FilterChoice
              label={t('firmware')}
              any={t('anyFirmware')}
              data={choices.firmwares}
              {...list.field('currentFirmware')}
            />
          </>
        }
        empty={
          <EmptyState
            icon={list.filtered ? IconSearchOff : IconWashMachine}
            title={list.filtered ? t('noMatch') : t('none')}
          >
            <p>{list.filtered ? t('noMatchHint') : t('noneHint')}</p>
          </EmptyState>
        }
      />
    </>
  );
}

/** What there is to choose from: of the whole fleet, or of what the user of an e-mail address sees. A chosen value stays a choice. */
function useChoices(email: string | undefined) {
  const { t } = useMessages(fleetMessages);
  // While an address is being typed it is nobody's yet.
  const query = email && isEmail(email) ? { email } : {};
  const lasting = { placeholderData: keepPreviousData, staleTime: 5 * minute_ms };
  const models = useQuery({ ...callQuery(filterModels, { query }), ...lasting });
  const firmwares = useQuery({ ...callQuery(filterFirmwares, { query }), ...lasting });
  const domains = useQuery({ ...callQuery(filterDomains, { query }), ...lasting });
  return {
    models: models.data ?? [],
    firmwares: firmwares.data ?? [],
    domains: applianceDomains
      .filter((value) => domains.data?.includes(value))
      .map((value) => ({ value, label: t(`domain.${value}`) })),
  };
}

function useColumns(): Column<FactoryAppliance>[] {
  const { t } = useMessages(fleetMessages);
  const { t: category } = useMessages(familyMessages);
  const format = useFormat();
  const countries = useCountryNames();
  return [
    {
      key: 'serialNumber',
      title: t('serialNumber'),
      plain: true,
      cell: ({ serialNumber }) => (
        <Link data-row-link to={pathOf('factory-appliance', { serialNumber })}>
          {serialNumber}
        </Link>
      ),
    },
    { key: 'model', title: t('model'), cell: ({ model }) => displayModel(model) },
    { key: 'gamma', title: t('category'), cell: ({ gamma }) => category(gamma) },
    { key: 'domain', title: t('domain'), cell: ({ domain }) => t(`domain.${domain}`) },
    {
      key: 'currentFirmware',
      title: t('firmware'),
      cell: ({ currentFirmware }) => currentFirmware || '–',
    },
    {
      key: 'online',
      title: t('connection'),
      cell: (appliance) => <ConnectionBadge {...appliance} />,
    },
    {
      key: 'company',
      title: t('company'),
      cell: ({ company, country }) =>
        company ? (
          <span className={styles.pair}>
            <span>{company}</span>
            <small>{countries.nameOf(country)}</small>
          </span>
        ) : (
          <span className={styles.none}>{t('unclaimed')}</span>
        ),
    },
    { key: 'createdAt', title: t('createdAt'), cell: ({ createdAt }) => format.date(createdAt) },
  ];
}

/** The two ways to create appliances, for those who may (S6.3). */
function CreateButtons() {
  const { t } = useMessages(fleetMessages);
  const user = useUser();
  const [open, setOpen] = useState<'one' | 'many' | null>(null);
  if (!user?.may.createAppliances) return null;
  const close = () => setOpen(null);
  return (
    <div className={styles.create}>
      <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setOpen('one')}>
        {t('create')}
      </Button>
      <Button variant="default" leftSection={<IconFileImport size={20} aria-hidden />} onClick={() => setOpen('many')}>
        {t('createMany')}
      </Button>
      {open && (
        <DialogSlot>
          {open === 'one' ? <CreateApplianceDialog onClose={close} /> : <BatchDialog onClose={close} />}
        </DialogSlot>
      )}
    </div>
  );
}
