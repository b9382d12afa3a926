import { appliancesOfUser, type FactoryAppliance } from '@brina/contract/calls/maker/factory-appliances';
import { pathOf } from '@brina/contract/screens';
import { displayModel } from '@brina/domain/appliance/families/families';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFailure } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { type Column, DataTable } from '../../../../ui/DataTable.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import pageStyles from '../FactoryUserScreen.module.css';
import { factoryMessages } from '../factory.messages.ts';
import { fleetMessages } from '../fleet.messages.ts';
import { ConnectionBadge } from './ConnectionBadge.tsx';

/** Every appliance that a user sees: its company's, shared with it, or served by it (S7.20); each leads to its own page. */
export function SeenAppliances({ email }: { email: string }) {
  const { t } = useMessages(factoryMessages);
  const { t: fleet } = useMessages(fleetMessages);
  const failure = useFailure();
  const { data, error, refetch } = useQuery(callQuery(appliancesOfUser, { query: { email } }));
  const columns: Column<FactoryAppliance>[] = [
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
    { key: 'company', title: t('company'), cell: ({ company }) => company || '–' },
    { key: 'connection', title: fleet('connection'), cell: (appliance) => <ConnectionBadge {...appliance} /> },
  ];
  return (
    <section className={pageStyles.part} aria-labelledby="appliances">
      <h2 className={pageStyles.heading} id="appliances">
        {t('appliances')}
      </h2>
      <DataTable
        label={t('appliances')}
        rows={data ?? []}
        rowKey={({ serialNumber }) => serialNumber}
        columns={columns}
        loading={data || error ? undefined : fleet('loading')}
        instead={
          error && !data ? (
            <ErrorState {...failure(error, refetch, fleet('failed'))} />
          ) : (
            data?.length === 0 && <p className={pageStyles.none}>{t('noAppliance')}</p>
          )
        }
      />
    </section>
  );
}
