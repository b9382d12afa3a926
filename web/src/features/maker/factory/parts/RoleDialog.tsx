import { type FactoryUserDetail, filterUsers, upgradeUser } from '@brina/contract/calls/maker/factory-users';
import type { ReleasedAppliance } from '@brina/contract/calls/people/account';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import type { Role } from '@brina/domain/people/roles';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { factoryMessages } from '../factory.messages.ts';
import { Losses } from './Losses.tsx';

/** Texts to have before it is shown. */
export const messages = [fieldMessages];

/** Gives a user another role, among those the caller may give, and says first what the user loses (S4.20, S4.21, S7.14). */
export function RoleDialog(props: {
  user: FactoryUserDetail;
  onClose: () => void;
  onChanged: (released: readonly ReleasedAppliance[]) => void;
}) {
  const { user, onClose, onChanged } = props;
  const { t } = useMessages(factoryMessages);
  const { t: fault } = useMessages(fieldMessages);
  const { t: roleName } = useMessages(roleMessages);
  const errorText = useErrorText();
  const upgrade = useCall(upgradeUser, { refresh: [filterUsers] });
  const [error, setError] = useState<string | null>(null);
  const form = useForm<{ role: Role | '' }>({
    initialValues: { role: '' },
    validate: { role: (role) => (role === '' ? fault('required') : null) },
  });

  const submit = form.onSubmit(async ({ role }) => {
    if (role === '') return;
    setError(null);
    try {
      const { body } = await upgrade.send({ params: { id: user.id }, query: { targetRole: role } });
      onChanged(body.released);
    } catch (cause) {
      setError(errorText(cause));
    }
  });

  return (
    <FormDialog
      title={t('changeRole')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('changeRole')}
      cancelLabel={t('cancel')}
      pending={upgrade.isPending}
      error={error}
    >
      <NativeSelect
        label={t('newRole')}
        data-autofocus
        data={[
          { value: '', label: t('chooseRole') },
          ...user.may.changeTo.map((role) => ({ value: role, label: roleName(role) })),
        ]}
        {...form.getInputProps('role')}
      />
      <Losses user={user}>
        <li>{t('roleSessions')}</li>
      </Losses>
    </FormDialog>
  );
}
