import { pathOf } from '@brina/contract/screens';
import { IconExternalLink, IconLogout, IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { session } from '../../lib/session.ts';
import type { MenuItem } from '../menu.ts';
import { shellMessages } from '../shell.messages.ts';
import { titleMessages } from '../titles.messages.ts';
import { Brand } from './Brand.tsx';
import { menuIcons } from './menu-icons.ts';
import styles from './Rail.module.css';
import { UnreadCount } from './UnreadCount.tsx';

/** The role's menu on its petrol ground: what one works with at the top, what one seldom needs at the bottom. */
export function Rail(props: {
  menu: Record<'top' | 'bottom', readonly MenuItem[]>;
  /** Address of the tutorial, where the menu has it. */
  tutorial: string | null;
  /** How many notifications are unread. */
  unread: number;
}) {
  const { menu, tutorial, unread } = props;
  const { t } = useMessages(shellMessages);
  return (
    <div className={styles.rail}>
      <Link to={pathOf('dashboard')} className={styles.brand}>
        <Brand />
      </Link>
      <nav className={styles.menu} aria-label={t('navigation')}>
        <MenuList items={menu.top} unread={unread}>
          {tutorial && (
            <li>
              <a className={styles.entry} href={tutorial} target="_blank" rel="noreferrer">
                <IconSchool size={22} stroke={1.7} aria-hidden />
                {t('tutorial')}
                <IconExternalLink className={styles.outside} size={18} role="img" aria-label={t('newTab')} />
              </a>
            </li>
          )}
        </MenuList>
        <MenuList items={menu.bottom} unread={unread} />
      </nav>
      <button type="button" className={styles.entry} onClick={() => session.signOut()}>
        <IconLogout size={22} stroke={1.7} aria-hidden />
        {t('signOut')}
      </button>
    </div>
  );
}

function MenuList(props: { items: readonly MenuItem[]; unread: number; children?: ReactNode }) {
  const { items, unread, children } = props;
  const { t } = useMessages(titleMessages);
  return (
    <ul className={styles.list}>
      {items.map(({ name, path, search, label, icon }) => {
        const Icon = menuIcons[icon];
        return (
          <li key={label}>
            <Link
              to={path}
              {...(search && { search })}
              className={styles.entry}
              activeOptions={{ exact: name === 'dashboard' && !search }}
            >
              <Icon size={22} stroke={1.7} aria-hidden />
              <span className={styles.words}>
                {t(label)}
                {name === 'notifications' && <UnreadCount unread={unread} />}
              </span>
            </Link>
          </li>
        );
      })}
      {children}
    </ul>
  );
}
