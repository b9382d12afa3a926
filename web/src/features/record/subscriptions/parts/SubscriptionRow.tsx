import {
  askReceiver,
  endSubscription,
  listSubscriptions,
  type MailReceiver,
  type MailSubscription,
} from '@brina/contract/calls/record/subscriptions';
import { Button } from '@mantine/core';
import { useErrorText, useFailureToast } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { useConfirm } from '../../../../ui/use-confirm.tsx';
import styles from '../Subscriptions.module.css';
import { subscriptionMessages } from '../subscriptions.messages.ts';

/** A subscription with who gets its emails; it is changed, and ended. */
export function SubscriptionRow({ of, onChange }: { of: MailSubscription; onChange: () => void }) {
  const { t } = useMessages(subscriptionMessages);
  const format = useFormat();
  const { ask, dialog } = useConfirm(useErrorText());
  const end = useToldCall(endSubscription, { refresh: [listSubscriptions], done: t('ended') });
  const name = of.unit?.name ?? of.laboratory?.name ?? t('all');
  const question = {
    title: t('endTitle'),
    body: t('endBody'),
    confirm: t('end'),
    cancel: t('keep'),
    run: () => end.send({ params: { subscriptionId: of.id } }),
  };
  return (
    <li className={styles.row}>
      <p>
        <strong>{name}</strong>
      </p>
      <p className={styles.quiet}>
        {[t(`every.${of.every}`), t('next', { time: format.dateTime(of.nextAt, of.timeZone) })].join(' · ')}
      </p>
      <ul className={styles.receivers}>
        <li>{t('by', { name: of.by })}</li>
        {of.receivers.map((receiver) => (
          <Receiver key={receiver.id} of={receiver} subscription={of} />
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="default" aria-label={t('changeNamed', { name })} onClick={onChange}>
          {t('change')}
        </Button>
        <Button variant="default" aria-label={t('endNamed', { name })} onClick={() => ask(question)}>
          {t('end')}
        </Button>
      </div>
      {dialog}
    </li>
  );
}

function Receiver({
  of,
  subscription: { id: subscriptionId, timeZone },
}: {
  of: MailReceiver;
  subscription: MailSubscription;
}) {
  const { t } = useMessages(subscriptionMessages);
  const format = useFormat();
  const tellFailure = useFailureToast();
  const again = useToldCall(askReceiver, { refresh: [listSubscriptions], done: t('asked') });
  const { address, state, visits, lastVisitAt } = of;
  return (
    <li>
      <span>
        {address} <small className={styles.quiet}>{t(`state.${state}`)}</small>
        {lastVisitAt !== null && (
          <small className={styles.visits}>
            {t('opened', { n: visits, time: format.dateTime(lastVisitAt, timeZone) })}
          </small>
        )}
      </span>
      {of.mayAsk && (
        <Button
          variant="default"
          loading={again.isPending}
          aria-label={t('askNamed', { address })}
          onClick={() => void again.send({ params: { subscriptionId }, body: { address } }).catch(tellFailure)}
        >
          {t('ask')}
        </Button>
      )}
    </li>
  );
}
