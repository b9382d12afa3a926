import type { FavouriteSlot } from '@brina/contract/calls/kitchen/favourites';
import { NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { favouriteMessages } from '../favourites.messages.ts';
import { isMovable } from '../use-favourites.ts';
import { useTitleOf } from './use-slot-words.ts';

/** Texts to have before the dialog is shown. */
export const messages = [favouriteMessages];

/** Puts the cycle of a place into another one by its number; what is there changes places with it. */
export function MoveDialog(props: {
  place: FavouriteSlot;
  slots: readonly FavouriteSlot[];
  onMove: (from: number, to: number) => void;
  onClose: () => void;
}) {
  const { place, slots, onMove, onClose } = props;
  const { t } = useMessages(favouriteMessages);
  const titleOf = useTitleOf();
  const others = slots.filter((one) => one.slot !== place.slot);
  const [to, setTo] = useState(() => others.find(({ cycle }) => cycle === null)?.slot ?? others[0]?.slot ?? 1);
  const target = slots[to - 1];
  const isTaken = target !== undefined && !isMovable(target);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTaken) return;
    onClose();
    onMove(place.slot, to);
  };
  return (
    <FormDialog
      title={t('moveTitle', { title: place.cycle ? titleOf(place.cycle) : t('empty') })}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('move')}
      cancelLabel={t('cancel')}
      pending={false}
      error={null}
    >
      <NativeSelect
        label={t('moveTo')}
        description={t('moveHint')}
        error={isTaken && t('notMovable')}
        value={String(to)}
        data={others.map(({ slot, cycle }) => ({
          value: String(slot),
          label: t('placeWith', { n: slot, title: cycle ? titleOf(cycle) : t('empty') }),
        }))}
        onChange={(event) => setTo(Number(event.currentTarget.value))}
      />
    </FormDialog>
  );
}
