import { IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { session } from '../../lib/session.ts';
import type { MenuItem } from '../menu.ts';
import { screens } from '../screens.ts';
import { shellMessages } from '../shell.messages.ts';
import { titleMessages } from '../titles.messages.ts';
import { Brand } from './Brand.tsx';
import { menuIcons } from './menu-icons.ts';
import styles from './Rail.module.css';

/** The role's menu on its petrol ground: what one works with at the top, what one seldom needs at the bottom. */
export function Rail({ menu }: { menu: Record<'top' | 'bottom', readonly MenuItem[]> }) {
  const { t } = useMessages(shellMessages);
  return (
    <div className={styles.rail}>
      <Link to={screens.dashboard.path} className={styles.brand}>
        <Brand />
      </Link>
      <nav className={styles.menu} aria-label={t('navigation')}>
        <MenuList items={menu.top} />
        <MenuList items={menu.bottom} />
      </nav>
      <button type="button" className={styles.entry} onClick={session.signOut}>
        <IconLogout size={22} stroke={1.7} aria-hidden />
        {t('signOut')}
      </button>
    </div>
  );
}

function MenuList({ items }: { items: readonly MenuItem[] }) {
  const { t } = useMessages(titleMessages);
  return (
    <ul className={styles.list}>
      {items.map(({ name, path, label, icon }) => {
        const Icon = menuIcons[icon];
        return (
          <li key={name}>
            <Link to={path} className={styles.entry} activeOptions={{ exact: path === '/' }}>
              <Icon size={22} stroke={1.7} aria-hidden />
              {t(label)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
