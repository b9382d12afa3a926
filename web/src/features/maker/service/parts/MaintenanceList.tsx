import { listMaintenance } from '@brina/contract/calls/record/maintenance';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { DataTable } from '../../../../ui/DataTable.tsx';
import type { DiagnosedAppliance } from '../diagnosis.data.ts';
import { diagnosisMessages } from '../diagnosis.messages.ts';
import styles from './MaintenanceList.module.css';
import { Nothing, Part } from './Part.tsx';

/** What was done to the appliance, as far as the reader may know, newest first. */
export function MaintenanceList({ appliance }: { appliance: DiagnosedAppliance }) {
  const { t } = useMessages(diagnosisMessages);
  const format = useFormat();
  const asked = useQuery(callQuery(listMaintenance, { params: { id: appliance.serialNumber } }));
  return (
    <Part
      title={t('maintenance')}
      asked={asked}
      loading={t('loadingMaintenance')}
      failed={t('maintenanceFailed')}
      height={80}
    >
      {(done) =>
        done.length === 0 ? (
          <Nothing>{t('noMaintenance')}</Nothing>
        ) : (
          <DataTable
            label={t('maintenance')}
            rows={done}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'work',
                title: t('work'),
                plain: true,
                cell: ({ kind, note }) => (
                  <span className={styles.work}>
                    <strong>{t(`kind.${kind}`)}</strong>
                    {note !== '' && <span>{note}</span>}
                  </span>
                ),
              },
              { key: 'at', title: t('done'), cell: ({ at }) => format.dateTime(at, appliance.timeZone) },
              { key: 'by', title: t('by'), cell: ({ company }) => company ?? t('deletedPerson') },
            ]}
          />
        )
      }
    </Part>
  );
}
