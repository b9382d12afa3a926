import { type FactoryUserDetail, getFactoryUser, setUserFlags } from '@brina/contract/calls/maker/factory-users';
import { Checkbox } from '@mantine/core';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { Card } from '../../../../ui/Card.tsx';
import { factoryMessages } from '../factory.messages.ts';
import styles from './Flags.module.css';

const flags = ['cycleLibrary', 'energyPanel', 'pro'] as const;

/** Which menu entries and functions a user has (S2.46); each choice takes effect at once. */
export function Flags({ user }: { user: FactoryUserDetail }) {
  const { t } = useMessages(factoryMessages);
  const tellFailure = useFailureToast();
  const set = useCall(setUserFlags, { refresh: [getFactoryUser] });

  const choose = async (flag: (typeof flags)[number], on: boolean) => {
    const { pro, cycleLibrary, energyPanel } = user;
    try {
      await set.send({ params: { id: user.id }, body: { pro, cycleLibrary, energyPanel, [flag]: on } });
      showToast({ kind: 'success', text: t('flagsSaved') });
    } catch (cause) {
      tellFailure(cause);
    }
  };

  return (
    <Card as="section" labelledBy="flags">
      <h2 className={styles.title} id="flags">
        {t('flags')}
      </h2>
      <p className={styles.hint}>{t('flagsHint')}</p>
      {flags.map((flag) => (
        <Checkbox
          key={flag}
          className={styles.flag}
          label={t(`flag.${flag}`)}
          checked={user[flag]}
          disabled={!user.may.setFlags || set.isPending}
          onChange={(event) => void choose(flag, event.currentTarget.checked)}
        />
      ))}
    </Card>
  );
}
