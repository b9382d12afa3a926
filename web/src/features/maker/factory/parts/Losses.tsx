import type { FactoryUserDetail } from '@brina/contract/calls/maker/factory-users';
import type { ReactNode } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { factoryMessages } from '../factory.messages.ts';
import styles from './Losses.module.css';

/** What a user loses with its role or its account: shares, and the appliances of a company that is left by its last user. */
export function Losses({ user, children }: { user: FactoryUserDetail; children: ReactNode }) {
  const { t } = useMessages(factoryMessages);
  const shared = user.memberships.reduce((sum, { appliances }) => sum + appliances, 0);
  const owned = user.appliances.length;
  return (
    <ul className={styles.losses}>
      {children}
      {shared > 0 && <li>{t('losesShares', { n: shared })}</li>}
      {owned > 0 && <li>{t('losesAppliances', { n: owned })}</li>}
    </ul>
  );
}
