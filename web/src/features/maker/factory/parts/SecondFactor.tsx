import { type FactoryUserDetail, getFactoryUser, resetUserFactors } from '@brina/contract/calls/maker/factory-users';
import { Button } from '@mantine/core';
import { IconShieldOff } from '@tabler/icons-react';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { useConfirm } from '../../../../ui/use-confirm.tsx';
import { factoryMessages } from '../factory.messages.ts';

/** Whether a user signs in by two steps; who has lost every device and code is helped here. */
export function SecondFactor({ user }: { user: FactoryUserDetail }) {
  const { t } = useMessages(factoryMessages);
  return (
    <>
      {user.secondFactor ? t('factorOn') : t('factorOff')} {user.may.resetFactors && <Reset user={user} />}
    </>
  );
}

function Reset({ user: { id, email } }: { user: FactoryUserDetail }) {
  const { t } = useMessages(factoryMessages);
  const { ask, dialog } = useConfirm(useErrorText());
  const reset = useToldCall(resetUserFactors, { refresh: [getFactoryUser], done: t('resetDone', { email }) });
  const askReset = () =>
    ask({
      title: t('resetTitle', { email }),
      body: t('resetBody'),
      confirm: t('resetFactors'),
      cancel: t('cancel'),
      tone: 'danger',
      run: () => reset.send({ params: { id } }),
    });
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconShieldOff size={16} aria-hidden />} onClick={askReset}>
        {t('resetFactors')}
      </Button>
      {dialog}
    </>
  );
}
