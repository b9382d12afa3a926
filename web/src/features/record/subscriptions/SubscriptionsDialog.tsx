import { listSubscriptions, type MailSubscription } from '@brina/contract/calls/record/subscriptions';
import { Button, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFailure } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { dialogProps, useFocusReturn } from '../../../ui/dialog.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SubscriptionForm, type SubscriptionScope } from './parts/SubscriptionForm.tsx';
import { SubscriptionRow } from './parts/SubscriptionRow.tsx';
import styles from './Subscriptions.module.css';
import { subscriptionMessages } from './subscriptions.messages.ts';

/**
 * Emails about records: who gets which, who has confirmed that it wants them and has opened their links; one is made or changed here (B2.9).
 * @param scope what a new one is of, unless somebody chooses otherwise
 */
export function SubscriptionsDialog({ scope, onClose }: { scope: SubscriptionScope; onClose: () => void }) {
  // `new`: one is made; else the one that is changed.
  const [edited, setEdited] = useState<MailSubscription | 'new' | null>(null);
  return edited === null ? (
    <SubscriptionList onEdit={setEdited} onClose={onClose} />
  ) : (
    <SubscriptionForm scope={scope} of={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
  );
}

function SubscriptionList(props: { onEdit: (of: MailSubscription | 'new') => void; onClose: () => void }) {
  const { onEdit, onClose } = props;
  const { t } = useMessages(subscriptionMessages);
  const failure = useFailure();
  const { data, error, refetch } = useQuery(callQuery(listSubscriptions, {}));
  useFocusReturn(true);
  return (
    <Modal {...dialogProps} opened onClose={onClose} title={t('title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <div className={styles.body}>
        <p>{t('intro')}</p>
        {error && !data && <ErrorState {...failure(error, refetch, t('failed'))} />}
        {!data && !error && <p role="status">{t('loading')}</p>}
        {data?.length === 0 && <p className={styles.quiet}>{t('none')}</p>}
        <ul className={styles.list}>
          {data?.map((one) => (
            <SubscriptionRow key={one.id} of={one} onChange={() => onEdit(one)} />
          ))}
        </ul>
        <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => onEdit('new')}>
          {t('add')}
        </Button>
      </div>
    </Modal>
  );
}
