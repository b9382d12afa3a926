import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { RecipeHead } from '@brina/contract/calls/kitchen/recipes';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { Modal, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { CycleBadge } from '../../../../appliance/CycleBadge.tsx';
import { useFailure } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { dialogProps, useFocusReturn } from '../../../../ui/dialog.ts';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { functionOf, narrowed, useFoundElsewhere, useLibrary } from '../../library/library.data.ts';
import { fitMessages, useFitWords } from '../../library/use-fit-words.ts';
import styles from '../Favourites.module.css';
import { favouriteMessages } from '../favourites.messages.ts';
import type { Change } from '../use-favourites.ts';

/** Texts to have before the dialog is shown. */
export const messages = [favouriteMessages, functionMessages, ...fitMessages];

/** So many are drawn: who looks for another one writes more of its name. */
const shown_max = 40;

/** Chooses a cycle of the library for a place; those that the appliance does not run come last, with the reason (S8.21). */
export function PickDialog(props: {
  slot: number;
  appliance: Appliance;
  onPick: (change: Change) => void;
  onClose: () => void;
}) {
  const { slot, appliance, onPick, onClose } = props;
  const { t } = useMessages(favouriteMessages);
  const failure = useFailure();
  const [text, setText] = useState('');
  const q = useDeferredValue(text);
  const { serialNumber } = appliance;
  const { data, error, refetch } = useLibrary({ serialNumber });
  const elsewhere = useFoundElsewhere(q, { serialNumber });
  const isRefused = ({ fit }: RecipeHead): boolean => fit?.kind === 'refused';
  const found = narrowed(data ?? [], { q }, elsewhere).toSorted((a, b) => Number(isRefused(a)) - Number(isRefused(b)));
  useFocusReturn(true);
  const pick = ({ id }: RecipeHead) => {
    onClose();
    onPick({ slot, recipeId: id });
  };
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={onClose}
      title={t('pickTitle', { n: slot })}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <div className={styles.pick}>
        <TextInput
          type="search"
          data-autofocus
          label={t('search')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {error && !data ? <ErrorState {...failure(error, refetch)} /> : !data && <Skeleton height={320} />}
        {data && found.length === 0 && <p className={styles.hint}>{t('nothing')}</p>}
        <ul className={styles.found}>
          {found.slice(0, shown_max).map((cycle) => (
            <li key={cycle.id}>
              <Found cycle={cycle} appliance={appliance} onPick={() => pick(cycle)} />
            </li>
          ))}
        </ul>
        {found.length > shown_max && <p className={styles.hint}>{t('cut')}</p>}
      </div>
    </Modal>
  );
}

function Found({ cycle, appliance, onPick }: { cycle: RecipeHead; appliance: Appliance; onPick: () => void }) {
  const { t: functionWord } = useMessages(functionMessages);
  const words = useFitWords();
  const key = functionOf(cycle);
  const against = words.against(cycle.fit, cycle, appliance);
  const changes = words.changes(cycle.fit);
  return (
    <button type="button" className={styles.cycle} disabled={against !== null} onClick={onPick}>
      <CycleBadge icon={cycle.icon} colour={cycle.colour} size={40} />
      <span className={styles.words}>
        <span className={styles.title}>{cycle.title}</span>
        <span className={styles.note}>
          {against ?? [key && functionWord(key), ...changes].filter(Boolean).join(' · ')}
        </span>
      </span>
    </button>
  );
}
