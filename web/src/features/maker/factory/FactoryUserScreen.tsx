import {
  deleteFactoryUser,
  type FactoryUserDetail,
  filterUsers,
  getFactoryUser,
} from '@brina/contract/calls/maker/factory-users';
import type { ReleasedAppliance } from '@brina/contract/calls/people/account';
import { pathOf } from '@brina/contract/screens';
import { CallFailed } from '@brina/contract/wire/client';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { endonym, fromWireLocale } from '@brina/domain/language/locales';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { Button } from '@mantine/core';
import {
  IconCircleCheck,
  IconHourglass,
  IconMailQuestion,
  IconTrash,
  IconUserCog,
  IconUserOff,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { comesBefore } from '../../../lib/comes-before.ts';
import { comesLater } from '../../../lib/comes-later.ts';
import { useCountryNames } from '../../../lib/country-names.ts';
import { useErrorText, useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useNameOfPlace } from '../../../lib/named-places.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toast.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { DefinitionList } from '../../../ui/DefinitionList.tsx';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import styles from './FactoryUserScreen.module.css';
import { factoryMessages } from './factory.messages.ts';
import { fleetMessages } from './fleet.messages.ts';
import { Flags } from './parts/Flags.tsx';
import { Losses } from './parts/Losses.tsx';
import { SecondFactor } from './parts/SecondFactor.tsx';
import { SeenAppliances } from './parts/SeenAppliances.tsx';

const { Part: ReleasedDialog, fetch: fetchReleasedDialog } = comesBefore(async () => {
  const { ReleasedDialog: Part, messages } = await import('./parts/ReleasedDialog.tsx');
  return { Part, messages };
});
const RoleDialog = comesLater(async () => {
  const [{ RoleDialog: Part, messages }] = await Promise.all([import('./parts/RoleDialog.tsx'), fetchReleasedDialog()]);
  return { Part, messages };
});

/** Texts to have before the screen is shown. */
export const messages = [factoryMessages, fleetMessages, listMessages, roleMessages, errorMessages];

/** One user as the maker's staff sees it: data, role, functions, appliances, invitations (S2.30). */
export function FactoryUserScreen() {
  const { encryptedEmailRole = '' } = useParams({ strict: false });
  const { t } = useMessages(factoryMessages);
  const failure = useFailure();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { data: user, error, refetch } = useQuery(callQuery(getFactoryUser, { params: { encryptedEmailRole } }));
  const remove = useCall(deleteFactoryUser, { refresh: [filterUsers] });
  const { ask, dialog } = useConfirm(errorText);
  const [changing, setChanging] = useState(false);
  const [released, setReleased] = useState<readonly ReleasedAppliance[]>([]);
  // A changed token, and one of a role the user no longer has, are not found.
  const gone = error instanceof CallFailed && error.status === 404;

  const leave = () => void navigate({ to: pathOf('factory'), search: { tab: 'users' } });
  /** The address of this page holds no longer: the way on is the list, after the codes have been noted. */
  const finish = (sentence: string, freed: readonly ReleasedAppliance[]) => {
    showToast({ kind: 'success', text: sentence });
    if (freed.length > 0) setReleased(freed);
    else leave();
  };
  const askDelete = (deleted: FactoryUserDetail) =>
    ask({
      title: t('deleteTitle', { email: deleted.email }),
      body: (
        <Losses user={deleted}>
          <li>{t('deleteBody')}</li>
        </Losses>
      ),
      confirm: t('deleteUser'),
      cancel: t('cancel'),
      tone: 'danger',
      run: async () => {
        await fetchReleasedDialog();
        const { body } = await remove.send({ params: { id: deleted.id } });
        finish(t('deleted', { email: deleted.email }), body.released);
      },
    });

  return (
    <>
      <Screen
        title={useNameOfPlace('factory-user', user && nameOf(user)) ?? t('person')}
        lead={
          <BackLink link={(looks) => <Link {...looks} to={pathOf('factory')} search={{ tab: 'users' }} />}>
            {t('users')}
          </BackLink>
        }
        state={user ? 'ready' : gone ? 'empty' : error ? 'error' : 'loading'}
        actions={
          user && (
            <>
              {user.may.changeTo.length > 0 && (
                <Button
                  variant="default"
                  leftSection={<IconUserCog size={18} aria-hidden />}
                  onClick={() => setChanging(true)}
                >
                  {t('changeRole')}
                </Button>
              )}
              {user.may.delete && (
                <Button
                  variant="default"
                  leftSection={<IconTrash size={18} aria-hidden />}
                  onClick={() => askDelete(user)}
                >
                  {t('deleteUser')}
                </Button>
              )}
            </>
          )
        }
        loading={
          <div role="status" aria-label={t('loadingUser')}>
            <Skeleton height={320} />
          </div>
        }
        error={<ErrorState {...failure(error, refetch, t('userFailed'))} />}
        empty={
          <EmptyState icon={IconUserOff} title={t('userGone')} action={<Button onClick={leave}>{t('users')}</Button>}>
            <p>{t('userGoneHint')}</p>
          </EmptyState>
        }
      >
        {user && <UserFacts user={user} />}
      </Screen>
      {dialog}
      {user && changing && (
        <DialogSlot>
          <RoleDialog
            user={user}
            onClose={() => setChanging(false)}
            onChanged={(freed) => {
              setChanging(false);
              finish(t('roleChanged', { email: user.email }), freed);
            }}
          />
        </DialogSlot>
      )}
      {released.length > 0 && (
        <DialogSlot>
          <ReleasedDialog released={released} onClose={leave} />
        </DialogSlot>
      )}
    </>
  );
}

function UserFacts({ user }: { user: FactoryUserDetail }) {
  const { t } = useMessages(factoryMessages);
  const { t: roleName } = useMessages(roleMessages);
  const format = useFormat();
  const countries = useCountryNames();
  return (
    <>
      <div className={styles.columns}>
        <Card as="section" labelledBy="person">
          <h2 className={styles.heading} id="person">
            {t('person')}
          </h2>
          <DefinitionList
            items={[
              { term: t('email'), detail: <span className={styles.anywhere}>{user.email}</span> },
              { term: t('role'), detail: roleName(user.role) },
              {
                term: t('status'),
                detail:
                  user.status === 'ACTIVE' ? (
                    <StateBadge tone="proof" icon={IconCircleCheck} label={t('active')} />
                  ) : (
                    <StateBadge tone="hot" icon={IconMailQuestion} label={t('inactive')} />
                  ),
              },
              { term: t('secondFactor'), detail: <SecondFactor user={user} /> },
              { term: t('company'), detail: user.company || '–' },
              { term: t('country'), detail: countries.nameOf(user.country) || '–' },
              { term: t('phone'), detail: user.phone || '–' },
              { term: t('language'), detail: endonym(fromWireLocale(user.language)) },
              { term: t('createdAt'), detail: format.date(user.createdAt) },
              { term: t('lastSignIn'), detail: format.dateTime(user.lastSignInAt) },
            ]}
          />
        </Card>
        <Flags user={user} />
      </div>
      <SeenAppliances email={user.email} />
      <section className={styles.part} aria-labelledby="memberships">
        <h2 className={styles.heading} id="memberships">
          {t('memberships')}
        </h2>
        <DataTable
          label={t('memberships')}
          rows={user.memberships}
          rowKey={({ company }) => company}
          columns={[
            { key: 'company', title: t('company'), plain: true, cell: ({ company }) => <strong>{company}</strong> },
            { key: 'role', title: t('role'), cell: ({ role }) => roleName(role) },
            {
              key: 'state',
              title: t('status'),
              cell: ({ state }) =>
                state === 'PENDING' ? (
                  <StateBadge tone="hot" icon={IconHourglass} label={t('pending')} />
                ) : (
                  <StateBadge tone="proof" icon={IconCircleCheck} label={t('accepted')} />
                ),
            },
            { key: 'shared', title: t('shared'), align: 'end', cell: ({ appliances }) => format.number(appliances) },
          ]}
          instead={user.memberships.length === 0 && <p className={styles.none}>{t('noMembership')}</p>}
        />
      </section>
    </>
  );
}

/** How a person is called: by name, or by its address where it has none. */
const nameOf = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }): string =>
  `${firstName} ${lastName}`.trim() || email;
