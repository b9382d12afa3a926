import { exportRecipes } from '@brina/contract/calls/kitchen/recipe-files';
import { deleteRecipe, type Recipe, restoreRecipe } from '@brina/contract/calls/kitchen/recipes';
import { pathOf } from '@brina/contract/screens';
import { Menu } from '@mantine/core';
import { IconFileDownload, IconPin, IconPinnedOff, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { refresh, useCall } from '../../../../lib/query.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { showToast } from '../../../../lib/toast.ts';
import { OpenedMenu } from '../../../../ui/OpenedMenu.tsx';
import { cycleCalls } from '../library.data.ts';
import { myCyclesMessages } from '../my-cycles.messages.ts';
import { placed } from '../placed.ts';
import { recipeMessages } from '../recipe.messages.ts';
import { usePins } from '../use-pins.ts';
import styles from './RecipeMenu.module.css';

/** Texts to have before the menu is shown. */
export const messages = [myCyclesMessages];

const WallCard = comesLater(async () => {
  const { WallCard: Part, messages } = await import('./WallCard.tsx');
  return { Part, messages };
});

const print = (): void => window.print();

/** What is done with a cycle seldom: a card of it for the wall, a file of it, and taking it away, which can be undone (S2.22). */
export function RecipeMenu({ cycle, serialNumber }: { cycle: Recipe; serialNumber: string | undefined }) {
  const { t } = useMessages(recipeMessages);
  const { t: myCycles } = useMessages(myCyclesMessages);
  const failed = useFailureToast();
  const files = useCall(exportRecipes);
  const [isPrinted, setPrinted] = useState(false);
  const { may, id, plans, favourites } = cycle;
  const pins = usePins();
  const isPinned = pins.isPinned(id);
  const save = () => files.send({ body: { ids: [id] } }).then(saveFile, failed);
  const remove = useRemoval(cycle, serialNumber);
  return (
    <>
      <OpenedMenu label={t('more')}>
        {may.run && isPinned !== null && (
          <Menu.Item
            leftSection={isPinned ? <IconPinnedOff size={20} aria-hidden /> : <IconPin size={20} aria-hidden />}
            onClick={() => void (isPinned ? pins.unpin(cycle) : pins.pin(cycle))}
          >
            {isPinned ? myCycles('unpin') : myCycles('pin')}
          </Menu.Item>
        )}
        {may.run && (
          <Menu.Item
            leftSection={<IconPrinter size={20} aria-hidden />}
            onClick={() => (isPrinted ? print() : setPrinted(true))}
          >
            {t('print')}
          </Menu.Item>
        )}
        {may.export && (
          <Menu.Item leftSection={<IconFileDownload size={20} aria-hidden />} onClick={() => void save()}>
            {t('file')}
          </Menu.Item>
        )}
        {may.delete && (
          <Menu.Item
            color="alarm"
            leftSection={<IconTrash size={20} aria-hidden />}
            onClick={() => void remove().catch(failed)}
          >
            {t('delete')}
            {favourites.slots > 0 && (
              <small className={styles.detail}>
                {t('usedByFavourites', { n: favourites.slots, appliances: favourites.appliances })}
              </small>
            )}
            {plans > 0 && <small className={styles.detail}>{t('usedByPlans', { n: plans })}</small>}
          </Menu.Item>
        )}
      </OpenedMenu>
      <Suspense>{isPrinted && <WallCard cycle={cycle} serialNumber={serialNumber} onPrint={print} />}</Suspense>
    </>
  );
}

/** Takes a cycle away and goes to the library, where it can be brought back. */
function useRemoval({ id, title, plans }: Recipe, serialNumber: string | undefined) {
  const { t } = useMessages(recipeMessages);
  const failed = useFailureToast();
  const navigate = useNavigate();
  const client = useQueryClient();
  const removal = useCall(deleteRecipe);
  const restoring = useCall(restoreRecipe, { refresh: cycleCalls });
  return async () => {
    await removal.send({ params: { recipeId: id } });
    await navigate({
      to: placed(pathOf('library'), serialNumber),
    });
    // Not before: its own page would say that it is not found.
    void refresh(client, ...cycleCalls);
    showToast({
      kind: 'success',
      text: plans > 0 ? t('deletedPlans', { title, n: plans }) : t('deleted', { title }),
      action: { label: t('undo'), run: () => void restoring.send({ params: { recipeId: id } }).catch(failed) },
    });
  };
}
