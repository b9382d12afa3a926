import { getFavourites, updateFavourites } from '@brina/contract/calls/kitchen/favourites';
import { getRecipe, type Recipe } from '@brina/contract/calls/kitchen/recipes';
import { modelRow } from '@brina/domain/appliance/families/families';
import { hasSlots } from '@brina/domain/cycles/slots';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { favouriteMessages } from '../favourite.messages.ts';
import { onlyThere } from '../library.data.ts';
import styles from './RunDialog.module.css';

/** Texts to have before the dialog is shown. */
export const messages = [favouriteMessages];

/** Puts a cycle into one of the 24 places of an appliance that runs it. */
export function FavouriteDialog(props: { cycle: Recipe; serialNumber: string | undefined; onClose: () => void }) {
  const { cycle, onClose } = props;
  const { t } = useMessages(favouriteMessages);
  const offered = cycle.appliances.filter(({ fit, model }) => {
    const row = modelRow(model);
    return fit.kind !== 'refused' && row !== undefined && hasSlots(row);
  });
  const [serial, setSerial] = useState(
    () => (offered.find((one) => one.serialNumber === props.serialNumber) ?? offered[0])?.serialNumber,
  );
  const { data } = useQuery({
    ...callQuery(getFavourites, { params: { id: serial ?? '' } }),
    enabled: serial !== undefined,
  });
  const slots = data?.slots ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const slot = chosen ?? slots.find((one) => one.cycle === null)?.slot ?? 1;
  const place = slots[slot - 1];
  const isOnlyThere = place !== undefined && onlyThere(place) !== null;
  const { put, wrong, isPending } = usePut(cycle, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (serial !== undefined && data?.told && !isOnlyThere) void put(serial, data.edit, slot);
  };
  return (
    <FormDialog
      title={t('add')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      pending={isPending}
      error={wrong}
    >
      {offered.length === 0 ? (
        <p className={styles.note}>{t('nowhere')}</p>
      ) : (
        <>
          <NativeSelect
            label={t('appliance')}
            value={serial ?? ''}
            data={offered.map((one) => ({ value: one.serialNumber, label: one.name }))}
            onChange={({ currentTarget: { value } }) => {
              setSerial(value);
              setChosen(null);
            }}
          />
          <NativeSelect
            label={t('place')}
            value={String(slot)}
            disabled={slots.length === 0}
            error={isOnlyThere ? t('onlyThere') : data && !data.told && t('notTold')}
            data={slots.map((one) => ({
              value: String(one.slot),
              label: t('placeWith', {
                n: one.slot,
                title: one.cycle ? (one.cycle.title ?? t('unnamed')) : t('empty'),
              }),
            }))}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Asks for the cycle in a place, in the version that is looked at. */
function usePut({ id, version, title }: Recipe, onClose: () => void) {
  const { t } = useMessages(favouriteMessages);
  const errorText = useErrorText();
  const { send, isPending, error } = useCall(updateFavourites, { refresh: [getFavourites, getRecipe] });
  const put = async (serial: string, edit: string, slot: number) => {
    const slots = [{ slot, recipeId: id, version }];
    try {
      await send({ params: { id: serial }, headers: { 'if-match': `"${edit}"` }, body: { slots } });
      showToast({ kind: 'success', text: t('added', { title, n: slot }) });
      onClose();
    } catch {
      // The dialog says it.
    }
  };
  return { put, isPending, wrong: error ? errorText(error, t('failed')) : null };
}
