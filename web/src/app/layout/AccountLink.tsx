import type { UserInfo } from '@brina/contract/calls/people/account';
import { pathOf } from '@brina/contract/screens';
import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { shellMessages } from '../shell.messages.ts';
import styles from './Shell.module.css';

/** The way to one's account (S2.13): who is signed in, and for which company the session acts. */
export function AccountLink({ user }: { user: Pick<UserInfo, 'firstName' | 'lastName' | 'email' | 'company'> }) {
  const { t } = useMessages(shellMessages);
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  return (
    <Link className={styles.account} to={pathOf('account')}>
      <span className={styles.initials} aria-hidden>
        {initialsOf(user)}
      </span>
      <VisuallyHidden>{t('account')}: </VisuallyHidden>
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        {user.company && <span className={styles.company}>{user.company.name}</span>}
      </span>
    </Link>
  );
}

/** The first letters of both names; of the e-mail address where there are none. */
function initialsOf({ firstName, lastName, email }: Pick<UserInfo, 'firstName' | 'lastName' | 'email'>): string {
  const letters = [firstName, lastName].map((name) => /^\p{L}/u.exec(name)?.[0] ?? '').join('') || email.slice(0, 1);
  return letters.toLocaleUpperCase();
}
