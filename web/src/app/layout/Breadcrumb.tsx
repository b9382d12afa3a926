import { screenRows } from '@brina/contract/screens';
import { filled } from '@brina/contract/wire/paths';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { useNamesOfPlaces } from '../../lib/named-places.ts';
import { breadcrumbOf, screens } from '../screens.ts';
import { shellMessages } from '../shell.messages.ts';
import { useShownScreen } from '../shown-screen.ts';
import { titleMessages } from '../titles.messages.ts';
import styles from './Breadcrumb.module.css';

/** Where one is: the labels of the screens above the shown one, and its own. */
export function Breadcrumb() {
  const { t } = useMessages(titleMessages);
  const { t: shell } = useMessages(shellMessages);
  const names = useNamesOfPlaces();
  const shown = useShownScreen();
  if (!shown) return null;
  const trail = breadcrumbOf(shown.name);
  return (
    <nav aria-label={shell('breadcrumb')}>
      <ol className={styles.trail}>
        {trail.map((name) => (
          <li key={name} className={styles.crumb}>
            {name === shown.name ? (
              <span aria-current="page">{names[name] ?? t(shown.title)}</span>
            ) : (
              <Link to={filled<string>(screenRows[name].path, shown.params)} activeProps={{}}>
                {names[name] ?? t(screens[name].title)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
