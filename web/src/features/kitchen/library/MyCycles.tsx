import { listPinnedRecipes } from '@brina/contract/calls/kitchen/recipe-pins';
import { pathOf } from '@brina/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, useId } from 'react';
import { CycleBadge } from '../../../appliance/CycleBadge.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { MenuOnDemand } from '../../../ui/MenuOnDemand.tsx';
import styles from './MyCycles.module.css';
import { myCyclesMessages } from './my-cycles.messages.ts';

/** Texts to have before the row is shown. */
export const messages = [myCyclesMessages];

const MyCycleMenu = lazy(async () => ({ default: (await import('./parts/MyCycleMenu.tsx')).MyCycleMenu }));

/** The cycles that somebody has put on the own dashboard, each a tap away from its start; nothing where there are none (S4.15). */
export function MyCycles() {
  const { t } = useMessages(myCyclesMessages);
  const heading = useId();
  const pins = useQuery(callQuery(listPinnedRecipes, {})).data ?? [];
  if (pins.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 className={styles.heading} id={heading}>
        {t('title')}
      </h2>
      <ul className={styles.row}>
        {pins.map((cycle) => (
          <li key={cycle.id} className={styles.cycle}>
            <Link
              className={styles.run}
              to={pathOf('recipe-overview', { recipeId: cycle.id })}
              search={{ run: '1' }}
              aria-label={t('run', { title: cycle.title })}
            >
              <CycleBadge icon={cycle.icon} colour={cycle.colour} size={40} />
              <span className={styles.title}>{cycle.title}</span>
            </Link>
            <MenuOnDemand label={t('more', { title: cycle.title })}>
              <MyCycleMenu cycle={cycle} />
            </MenuOnDemand>
          </li>
        ))}
      </ul>
    </section>
  );
}
