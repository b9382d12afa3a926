import type { FavouriteSlot } from '@brina/contract/calls/kitchen/favourites';
import { createRecipe, filterRecipes } from '@brina/contract/calls/kitchen/recipes';
import { wireLocale } from '@brina/domain/language/locales';
import { type RecipeSector, recipeLimits, recipeSectors } from '@brina/domain/recipes/recipe';
import { NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { formFaults } from '../../../../lib/form-faults.ts';
import { useLocale, useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { onlyThere } from '../../library/library.data.ts';
import { libraryMessages } from '../../library/library.messages.ts';
import { favouriteMessages } from '../favourites.messages.ts';
import type { PlaceActs } from '../use-favourites.ts';

/** Texts to have before the dialog is shown. */
export const messages = [favouriteMessages, libraryMessages];

/** Makes a cycle of the library of one that was made at the panel, and puts that into the place. */
export function KeepDialog(props: { place: FavouriteSlot; places: PlaceActs; onClose: () => void }) {
  const { place, onClose } = props;
  const { t } = useMessages(favouriteMessages);
  const { t: library } = useMessages(libraryMessages);
  const made = onlyThere(place);
  const [title, setTitle] = useState(made?.title?.slice(0, recipeLimits.title.max) ?? '');
  const [sector, setSector] = useState<RecipeSector>('gastronomy');
  const { save, wrong, isPending } = useKeep(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (made?.definition) void save({ title: title.trim(), sector, definition: { ...made.definition } });
  };
  return (
    <FormDialog
      title={t('keep')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      pending={isPending}
      error={wrong.all ?? null}
    >
      <TextInput
        label={t('name')}
        autoComplete="off"
        maxLength={recipeLimits.title.max}
        value={title}
        error={wrong.title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('sector')}
        value={sector}
        data={recipeSectors.map((value) => ({ value, label: library(`sector.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          setSector(recipeSectors.find((one) => one === value) ?? 'gastronomy')
        }
      />
    </FormDialog>
  );
}

type Made = { title: string; sector: RecipeSector; definition: Record<string, unknown> };

/**
 * Saves a cycle and puts it into its place, as far as nobody has changed that meanwhile. If the place does not take it, a toast says so:
 * the cycle is saved all the same, and nothing is left to do here.
 */
function useKeep({ place, places, onClose }: Parameters<typeof KeepDialog>[0]) {
  const { t } = useMessages(favouriteMessages);
  const locale = useLocale();
  const errorText = useErrorText();
  const create = useCall(createRecipe, { refresh: [filterRecipes] });
  const [wrong, setWrong] = useState<{ title?: string; all?: string }>({});
  const save = async ({ title, sector, definition }: Made) => {
    const { min, max } = recipeLimits.title;
    if (title.length < min || title.length > max) return setWrong({ title: t('titleLength', { min, max }) });
    setWrong({});
    try {
      const look = { icon: 'mealTray', colour: 6, sector, laboratoryIds: [] } as const;
      const words = { title, description: '', language: wireLocale(locale), texts: {} };
      const { body } = await create.send({ body: { ...words, ...look, laboratoryIds: [], definition } });
      showToast({ kind: 'success', text: t('kept', { title }) });
      await places.put([{ slot: place.slot, recipeId: body.id }]);
      onClose();
    } catch (cause) {
      const { byField } = formFaults(cause, ['title'], { recipe_title_taken: 'title' });
      setWrong(byField.title ? { title: byField.title } : { all: errorText(cause, t('failed')) });
    }
  };
  return { save, wrong, isPending: create.isPending || places.isPending };
}
