import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { listMaintenance } from '@brina/contract/calls/record/maintenance';
import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, useId, useState } from 'react';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { Card } from '../../../ui/Card.tsx';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CheckLink } from './CheckLink.tsx';
import styles from './Maintenance.module.css';
import { maintenanceMessages } from './maintenance.messages.ts';

const RecordDialog = lazy(async () => ({ default: (await import('./RecordDialog.tsx')).RecordDialog }));

/** What was done to the appliance, and the way to record more: alarm rules measure from it (S1.7). */
export function MaintenanceCard({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(maintenanceMessages);
  const format = useFormat();
  const failure = useFailure();
  const heading = useId();
  const [recording, setRecording] = useState(false);
  const { data, error, refetch } = useQuery(callQuery(listMaintenance, { params: { id: appliance.serialNumber } }));
  return (
    <Card as="section" labelledBy={heading}>
      <header className={styles.header}>
        <h2 id={heading} className={styles.title}>
          {t('maintenance')}
        </h2>
        <span className={styles.buttons}>
          {appliance.may.record.includes('probeCheck') && <CheckLink appliance={appliance} />}
          {appliance.may.record.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconTool size={20} aria-hidden />}
              onClick={() => setRecording(true)}
            >
              {t('record')}
            </Button>
          )}
        </span>
      </header>
      {data ? (
        data.length === 0 ? (
          <p className={styles.note}>{t('none')}</p>
        ) : (
          <ol className={styles.list}>
            {data.map((one) => (
              <li key={one.id}>
                <strong>{t(`kind.${one.kind}`)}</strong>
                <span>
                  {format.date(one.at, appliance.lab?.timeZone)} · {one.company ?? t('deletedPerson')}
                </span>
                {one.note && <p>{one.note}</p>}
              </li>
            ))}
          </ol>
        )
      ) : error ? (
        <ErrorState {...failure(error, refetch)} />
      ) : (
        <Skeleton height={80} />
      )}
      {recording && (
        <DialogSlot>
          <RecordDialog appliance={appliance} onClose={() => setRecording(false)} />
        </DialogSlot>
      )}
    </Card>
  );
}
