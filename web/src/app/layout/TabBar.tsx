import { Link } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import type { MenuItem } from '../menu.ts';
import { titleMessages } from '../titles.messages.ts';
import { menuIcons } from './menu-icons.ts';
import styles from './TabBar.module.css';
import { UnreadCount } from './UnreadCount.tsx';

/** The tab bar of a phone: what one opens many times a day, under the thumb. */
export function TabBar({ items, unread }: { items: readonly MenuItem[]; unread: number }) {
  const { t } = useMessages(titleMessages);
  return (
    <ul className={styles.tabs}>
      {items
        .filter((item) => item.tab)
        .map(({ name, path, search, label, icon }) => {
          const Icon = menuIcons[icon];
          return (
            <li key={label} className={styles.tab}>
              <Link
                to={path}
                {...(search && { search })}
                className={styles.link}
                activeOptions={{ exact: name === 'dashboard' && !search }}
              >
                <Icon size={24} stroke={1.6} aria-hidden />
                <span className={styles.label}>{t(label)}</span>
                {name === 'notifications' && <UnreadCount unread={unread} corner />}
              </Link>
            </li>
          );
        })}
    </ul>
  );
}
