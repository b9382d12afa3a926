import {
  type FactoryApplianceDetail,
  getFactoryAppliance,
  unshareFromService,
} from '@brina/contract/calls/maker/factory-appliances';
import { Button } from '@mantine/core';
import { IconShare, IconShareOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { Card } from '../../../../ui/Card.tsx';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { useConfirm } from '../../../../ui/use-confirm.tsx';
import { factoryApplianceMessages } from '../factory-appliance.messages.ts';
import styles from './ApplianceFacts.module.css';

const ShareDialog = comesLater(async () => {
  const { ShareDialog: Part, messages } = await import('./ShareDialog.tsx');
  return { Part, messages };
});

/** Which service partners see the unit and by whose leave; the factory's own can be given and taken (S4.21, S7.34). */
export function ServicePartners({ appliance }: { appliance: FactoryApplianceDetail }) {
  const { t } = useMessages(factoryApplianceMessages);
  const format = useFormat();
  const heading = useId();
  const unshare = useCall(unshareFromService, { refresh: [getFactoryAppliance] });
  const { ask, dialog } = useConfirm(useErrorText());
  const [sharing, setSharing] = useState(false);
  const { serialNumber, services, may } = appliance;

  const askUnshare = ({ company, email }: FactoryApplianceDetail['services'][number]) =>
    ask({
      title: t('unshareTitle', { company }),
      body: t('unshareBody'),
      confirm: t('unshare'),
      cancel: t('cancel'),
      tone: 'danger',
      run: async () => {
        await unshare.send({ query: { email, serialNumber } });
        showToast({ kind: 'success', text: t('unshared', { company }) });
      },
    });

  return (
    <Card as="section" labelledBy={heading}>
      <h2 className={styles.title} id={heading}>
        {t('services')}
      </h2>
      {services.length === 0 ? (
        <p className={styles.words}>{t('noService')}</p>
      ) : (
        <DataTable
          label={t('services')}
          rows={services}
          rowKey={({ email, by }) => `${by} ${email}`}
          columns={[
            {
              key: 'partner',
              title: t('partner'),
              plain: true,
              cell: ({ company, email }) => (
                <span className={styles.pair}>
                  <strong>{company}</strong>
                  <a href={`mailto:${email}`}>{email}</a>
                </span>
              ),
            },
            { key: 'by', title: t('through'), cell: ({ by }) => t(`by.${by}`) },
            {
              key: 'since',
              title: t('since'),
              cell: ({ since }) => format.date(since, appliance.laboratory?.timeZone),
            },
            {
              key: 'end',
              title: '',
              cell: (service) =>
                service.by === 'FACTORY' && may.share ? (
                  <Button
                    variant="default"
                    leftSection={<IconShareOff size={18} aria-hidden />}
                    onClick={() => askUnshare(service)}
                  >
                    {t('unshare')}
                  </Button>
                ) : (
                  service.by === 'KITCHEN' && <small className={styles.quiet}>{t('onlyKitchen')}</small>
                ),
            },
          ]}
        />
      )}
      {may.share && (
        <div className={styles.actions}>
          <Button variant="default" leftSection={<IconShare size={18} aria-hidden />} onClick={() => setSharing(true)}>
            {t('share')}
          </Button>
        </div>
      )}
      {dialog}
      {sharing && (
        <DialogSlot>
          <ShareDialog serialNumber={serialNumber} onClose={() => setSharing(false)} />
        </DialogSlot>
      )}
    </Card>
  );
}
