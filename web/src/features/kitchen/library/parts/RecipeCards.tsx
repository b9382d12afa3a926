import { type RecipeHead, restoreRecipe } from '@brina/contract/calls/kitchen/recipes';
import { pathOf } from '@brina/contract/screens';
import { Button } from '@mantine/core';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { useDrawn } from '../../../../lib/use-drawn.ts';
import styles from '../Library.module.css';
import { cycleCalls } from '../library.data.ts';
import { libraryMessages } from '../library.messages.ts';
import { placed } from '../placed.ts';
import type { Spoken } from '../use-fit-words.ts';
import { RecipeCard } from './RecipeCard.tsx';

/** Under which appliance cards stand, and whether they are of deleted cycles. */
export type CardsPlace = {
  serialNumber: string | undefined;
  appliance: Spoken | undefined;
  isDeleted: boolean;
};

/**
 * Cards of cycles under their heading; a library of 640 is drawn as it is scrolled to.
 * @param of what the cycles were asked by: those of another question are shown from the first
 * @param first so many are drawn at once: fewer where others stand above, or all are yet to come
 */
export function RecipeCards(
  props: CardsPlace & { title: string | null; of?: string; first?: number | undefined; cycles: readonly RecipeHead[] },
) {
  const { title, of = '', first, cycles, serialNumber, appliance, isDeleted } = props;
  const { drawn, end } = useDrawn(cycles.length, of, first);
  return (
    <section className={styles.part} aria-label={title ?? undefined}>
      {title && <h2 className={styles.heading}>{title}</h2>}
      <ul className={styles.cards}>
        {cycles.slice(0, drawn).map((cycle) => (
          <li key={cycle.id} className={styles.place}>
            <RecipeCard
              cycle={cycle}
              to={placed(pathOf('recipe-overview', { recipeId: cycle.id }), serialNumber)}
              appliance={appliance}
              {...(isDeleted && { action: <BringBack cycle={cycle} /> })}
            />
          </li>
        ))}
      </ul>
      {drawn < cycles.length && <div ref={end} />}
    </section>
  );
}

function BringBack({ cycle }: { cycle: RecipeHead }) {
  const { t } = useMessages(libraryMessages);
  const errorText = useErrorText();
  const { send, isPending } = useCall(restoreRecipe, { refresh: cycleCalls });
  const restore = async () => {
    try {
      await send({ params: { recipeId: cycle.id } });
    } catch (cause) {
      showToast({ kind: 'warning', text: errorText(cause) });
    }
  };
  return (
    <Button variant="default" loading={isPending} onClick={() => void restore()}>
      {t('restore')}
    </Button>
  );
}
