import { listPinnedRecipes, type PinnedRecipe } from '@brina/contract/calls/kitchen/recipe-pins';
import { getRecipe, type Recipe } from '@brina/contract/calls/kitchen/recipes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { CycleBadge } from '../../../appliance/CycleBadge.tsx';
import { comesLater } from '../../../lib/comes-later.ts';
import { useFailureToast } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { MenuOnDemand } from '../../../ui/MenuOnDemand.tsx';
import styles from './MyCycles.module.css';
import { myCyclesMessages } from './my-cycles.messages.ts';

/** Texts to have before the row is shown. */
export const messages = [myCyclesMessages];

const RunDialog = comesLater(async () => {
  const { RunDialog: Part, messages } = await import('./parts/RunDialog.tsx');
  return { Part, messages };
});
const MyCycleMenu = lazy(async () => ({ default: (await import('./parts/MyCycleMenu.tsx')).MyCycleMenu }));

/** The cycles that somebody has put on the own dashboard, each a tap away from its start; nothing where there are none (S4.15). */
export function MyCycles() {
  const { t } = useMessages(myCyclesMessages);
  const heading = useId();
  const failed = useFailureToast();
  const client = useQueryClient();
  const pins = useQuery(callQuery(listPinnedRecipes, {})).data ?? [];
  const [asked, setAsked] = useState<string | null>(null);
  const [running, setRunning] = useState<Recipe | null>(null);
  if (pins.length === 0) return null;
  // What an appliance can take now is asked at each start.
  const run = async ({ id }: PinnedRecipe) => {
    setAsked(id);
    try {
      setRunning(
        await client.fetchQuery({ ...callQuery(getRecipe, { params: { recipeId: id }, query: {} }), staleTime: 0 }),
      );
    } catch (cause) {
      failed(cause);
    } finally {
      setAsked(null);
    }
  };
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 className={styles.heading} id={heading}>
        {t('title')}
      </h2>
      <ul className={styles.row}>
        {pins.map((cycle) => (
          <li key={cycle.id} className={styles.cycle}>
            <button
              type="button"
              className={styles.run}
              aria-label={t('run', { title: cycle.title })}
              aria-busy={asked === cycle.id}
              onClick={() => void run(cycle)}
            >
              <CycleBadge icon={cycle.icon} colour={cycle.colour} size={40} />
              <span className={styles.title}>{cycle.title}</span>
            </button>
            <MenuOnDemand label={t('more', { title: cycle.title })}>
              <MyCycleMenu cycle={cycle} />
            </MenuOnDemand>
          </li>
        ))}
      </ul>
      <Suspense>
        {running && <RunDialog cycle={running} serialNumber={undefined} onClose={() => setRunning(null)} />}
      </Suspense>
    </section>
  );
}
