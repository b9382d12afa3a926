import type { UserInfo } from '@brina/contract/calls/people/account';
import { pathOf } from '@brina/contract/screens';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import type { Role } from '@brina/domain/people/roles';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { Button } from '@mantine/core';
import {
  IconAdjustments,
  IconBuilding,
  IconDownload,
  IconLock,
  IconLogout,
  IconSignature,
  IconToolsKitchen2,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useMessages } from '../../../lib/messages.ts';
import { session } from '../../../lib/session.ts';
import { useUser } from '../../../lib/use-user.ts';
import { Card } from '../../../ui/Card.tsx';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { ActionRow, LinkRow, RowCard } from '../../../ui/RowCard.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Factors } from '../security/Factors.tsx';
import { securityMessages } from '../security/security.messages.ts';
import styles from './AccountScreen.module.css';
import { accountMessages } from './account.messages.ts';
import { Devices } from './parts/Devices.tsx';
import { ExportRow } from './parts/ExportRow.tsx';
import { Memberships } from './parts/Memberships.tsx';

// Dialogs come when they are opened, not with the screen.
const PasswordDialog = comesLater(async () => {
  const { PasswordDialog: Part, messages } = await import('./parts/PasswordDialog.tsx');
  return { Part, messages };
});
const PinDialog = comesLater(async () => {
  const { PinDialog: Part, messages } = await import('./parts/PinDialog.tsx');
  return { Part, messages };
});
const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./parts/DeleteAccountDialog.tsx')).DeleteAccountDialog,
}));

/** Texts to have before the screen is shown. */
export const messages = [accountMessages, securityMessages, roleMessages, errorMessages];

/** The account: who one is, for whom one works, and what can be set, seen and taken back of it (S2.27). */
export function AccountScreen() {
  const { t } = useMessages(accountMessages);
  const user = useUser();
  if (!user) return null;
  return (
    <Screen title={t('title')} width="page">
      <Person user={user} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {user.memberships.length > 0 && <Memberships user={user} />}
          <Settings user={user} />
        </div>
        <div className={styles.column}>
          <Security user={user} />
          <OwnData user={user} />
        </div>
      </div>
    </Screen>
  );
}

/** What somebody is in its company, where that is not what the maker calls it: whom it calls its customer is there the owner. */
const atWork: Partial<Record<Role, 'ownerOf'>> = { USER: 'ownerOf' };

function Person({ user }: { user: UserInfo }) {
  const { t } = useMessages(accountMessages);
  const { t: roleName } = useMessages(roleMessages);
  const name = `${user.firstName} ${user.lastName}`.trim();
  const role = user.membership?.role ?? user.role;
  const company = user.company?.name;
  const work = company ? t(atWork[role] ?? 'roleIn', { role: roleName(role), company }) : roleName(role);
  return (
    <Card>
      <div className={styles.person}>
        <span className={styles.initials} aria-hidden>
          {initialsOf(user)}
        </span>
        <div className={styles.who}>
          <p className={styles.name}>{name || user.email}</p>
          {name && <p className={styles.detail}>{user.email}</p>}
          <p className={styles.detail}>{work}</p>
        </div>
        <Button variant="default" leftSection={<IconLogout size={20} aria-hidden />} onClick={() => session.signOut()}>
          {t('signOut')}
        </Button>
      </div>
    </Card>
  );
}

/** A row of the account as a link of the router. */
const linkTo = (to: string) => (looks: { className: string; children: ReactNode }) => <Link {...looks} to={to} />;

function Settings({ user }: { user: UserInfo }) {
  const { t } = useMessages(accountMessages);
  return (
    <RowCard title={t('settings')}>
      <LinkRow icon={IconUser} link={linkTo(pathOf('userinfo'))} title={t('userinfo')} hint={t('userinfoHint')} />
      {user.may.editCompany && (
        <LinkRow icon={IconBuilding} link={linkTo(pathOf('company'))} title={t('company')} hint={t('companyHint')} />
      )}
      {user.may.editKitchens && (
        <LinkRow
          icon={IconToolsKitchen2}
          link={linkTo(pathOf('laboratories'))}
          title={t('laboratories')}
          hint={t('laboratoriesHint')}
        />
      )}
      <LinkRow
        icon={IconAdjustments}
        link={linkTo(pathOf('preferences'))}
        title={t('preferences')}
        hint={t('preferencesHint')}
      />
    </RowCard>
  );
}

function Security({ user }: { user: UserInfo }) {
  const { t } = useMessages(accountMessages);
  const [changing, setChanging] = useState<'password' | 'pin' | null>(null);
  const close = () => setChanging(null);
  return (
    <>
      <RowCard title={t('security')}>
        <ActionRow
          icon={IconLock}
          title={t('password')}
          hint={t('passwordHint')}
          actions={
            <Button variant="default" onClick={() => setChanging('password')}>
              {t('changePassword')}
            </Button>
          }
        />
        {user.may.signRecords && (
          <ActionRow
            icon={IconSignature}
            title={t('pin')}
            hint={t('pinHint')}
            actions={
              <Button variant="default" onClick={() => setChanging('pin')}>
                {t('setPin')}
              </Button>
            }
          />
        )}
      </RowCard>
      <Factors />
      <Devices />
      {changing && (
        <DialogSlot>
          {changing === 'pin' ? <PinDialog onClose={close} /> : <PasswordDialog onClose={close} />}
        </DialogSlot>
      )}
    </>
  );
}

function OwnData({ user }: { user: UserInfo }) {
  const { t } = useMessages(accountMessages);
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <RowCard title={t('data')}>
        <ExportRow icon={IconDownload} />
        <ActionRow
          icon={IconTrash}
          title={t('deleteAccount')}
          hint={t('deleteHint')}
          actions={
            <Button variant="outline" color="alarm" onClick={() => setDeleting(true)}>
              {t('deleteAccount')}
            </Button>
          }
        />
      </RowCard>
      {deleting && (
        <DialogSlot>
          <DeleteAccountDialog user={user} onClose={() => setDeleting(false)} />
        </DialogSlot>
      )}
    </>
  );
}

/** The first letters of both names, or of the address while there are none. */
const initialsOf = ({ firstName, lastName, email }: UserInfo): string =>
  (
    Array.from(firstName).slice(0, 1).join('') + Array.from(lastName).slice(0, 1).join('') || email.slice(0, 1)
  ).toUpperCase();
