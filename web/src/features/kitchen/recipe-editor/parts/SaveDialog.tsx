import {
  checkRecipe,
  createRecipe,
  filterRecipes,
  getRecipe,
  type Recipe,
  updateRecipe,
} from '@brina/contract/calls/kitchen/recipes';
import { CallFailed } from '@brina/contract/wire/client';
import { recipeLimits } from '@brina/domain/recipes/recipe';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { formFaults } from '../../../../lib/form-faults.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { ChoiceCards } from '../../../../ui/ChoiceCards.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { Segments } from '../../../../ui/Segments.tsx';
import { copyTitle } from '../edit-changes.ts';
import { bodyOf, definitionOf, type RecipeEdit } from '../edit-state.ts';
import { saveMessages } from '../save.messages.ts';

/** Texts to have before the dialog is shown. */
export const messages = [saveMessages];

/** Where one goes after saving (S4.15). */
export type Target = 'library' | 'dashboard';
type Mode = 'create' | 'overwrite' | 'copy';

/** The cycle that is edited, as it was looked at; null where there is none yet, or none that may be overwritten. */
export type Original = Pick<Recipe, 'id' | 'title' | 'version' | 'edit' | 'plans' | 'favourites'>;

/**
 * In which way a cycle is kept: new, over its former version, or as a copy (S4.15); and whether there is one with the same phases.
 * @param original null: it is new
 * @param isCopy it began as a copy of another, whose phases are the same until they are changed
 */
export function SaveDialog(props: SaveProps) {
  const { edit, original, isCopy, asCopy = false, onUse, onClose } = props;
  const { t } = useMessages(saveMessages);
  const modes = modesOf(original, isCopy);
  const [mode, setMode] = useState<Mode>(asCopy ? 'copy' : (modes[0] ?? 'create'));
  const [target, setTarget] = useState<Target>('library');
  const [titles, setTitles] = useState({
    create: edit.title,
    overwrite: edit.title,
    copy: original ? copyTitle(original.title, recipeLimits.title.max) : edit.title,
  });
  const { save, wrong, forget, isPending } = useSave(props);
  const duplicates = useDuplicates(edit, original);
  const detailOf = useDetails(original);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(mode, titles[mode].trim(), target);
  };
  return (
    <FormDialog
      title={t('saveTitle')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={duplicates.length > 0 ? t('saveAnyway') : t('save')}
      cancelLabel={t('cancel')}
      pending={isPending}
      error={wrong.all ?? null}
    >
      {duplicates.slice(0, 1).map((same) => (
        <SamePhases key={same.id} title={same.title} onUse={() => onUse(same.id)} />
      ))}
      {modes.length > 1 && (
        <ChoiceCards
          label={t('how')}
          value={mode}
          choices={modes.map((value) => ({
            value,
            label: t(value),
            detail: detailOf(value),
          }))}
          onChange={(next) => {
            setMode(next);
            forget();
          }}
        />
      )}
      <TextInput
        label={t('title')}
        autoComplete="off"
        maxLength={recipeLimits.title.max}
        value={titles[mode]}
        error={wrong.title}
        onChange={(event) => setTitles({ ...titles, [mode]: event.currentTarget.value })}
      />
      <Segments
        label={t('goTo')}
        value={target}
        segments={(['library', 'dashboard'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={setTarget}
      />
    </FormDialog>
  );
}

/** What each way of keeping a cycle means, also for those who count on its former version. */
function useDetails(original: Original | null): (way: Mode) => string {
  const { t } = useMessages(saveMessages);
  return (way) => {
    if (way === 'create') return t('createHint');
    const hint = t(`${way}Hint`, { title: original?.title ?? '' });
    if (way === 'copy' || !original) return hint;
    const { plans, favourites } = original;
    const { slots, appliances } = favourites;
    const kept = slots > 0 && t('overwriteFavourites', { n: slots, appliances });
    return [hint, kept, plans > 0 && t('overwritePlans', { n: plans })].filter(Boolean).join(' ');
  };
}

type SaveProps = {
  edit: RecipeEdit;
  original: Original | null;
  isCopy: boolean;
  /** Begins with a copy, as where somebody else has saved meanwhile. */
  asCopy?: boolean;
  onSaved: (recipeId: string, title: string, target: Target) => void;
  /** Another cycle is taken in its place. */
  onUse: (recipeId: string) => void;
  /** Somebody has saved the original meanwhile. */
  onConflict: () => void;
  /** The portal refuses fields: texts by their names. */
  onRefused: (texts: Readonly<Record<string, string>>) => void;
  onClose: () => void;
};

/** Sends the cycle in the chosen way; what is refused of the title, or as a whole, is told in the dialog. */
function useSave({ edit, original, onSaved, onConflict, onRefused }: SaveProps) {
  const { t } = useMessages(saveMessages);
  const errorText = useErrorText();
  const create = useCall(createRecipe, { refresh: [filterRecipes] });
  const update = useCall(updateRecipe, { refresh: [filterRecipes, getRecipe] });
  const [wrong, setWrong] = useState<{ title?: string; all?: string }>({});
  const send = (mode: Mode, body: ReturnType<typeof bodyOf>) =>
    mode === 'overwrite' && original
      ? update.send({ params: { recipeId: original.id }, headers: { 'if-match': `"${original.edit}"` }, body })
      : create.send({ body });
  const tell = (cause: unknown) => {
    if (cause instanceof CallFailed && cause.error.code === 'recipe_changed') return onConflict();
    const { byField } = formFaults(cause, ['title'], { recipe_title_taken: 'title' });
    const refused = refusedFields(cause);
    if (byField.title) setWrong({ title: byField.title });
    else if (Object.keys(refused).length > 0) onRefused(refused);
    else setWrong({ all: errorText(cause, t('failed')) });
  };
  const save = async (mode: Mode, title: string, target: Target) => {
    const { min, max } = recipeLimits.title;
    const isFit = title.length >= min && title.length <= max;
    setWrong(isFit ? {} : { title: t('titleLength', { min, max }) });
    if (!isFit) return;
    try {
      const { body } = await send(mode, bodyOf({ ...edit, title }));
      onSaved(body.id, title, target);
    } catch (cause) {
      tell(cause);
    }
  };
  return { save, wrong, forget: () => setWrong({}), isPending: create.isPending || update.isPending };
}

function SamePhases({ title, onUse }: { title: string; onUse: () => void }) {
  const { t } = useMessages(saveMessages);
  return (
    <Notice
      kind="info"
      action={
        <Button variant="default" onClick={onUse}>
          {t('use')}
        </Button>
      }
    >
      {t('same', { title })}
    </Notice>
  );
}

const modesOf = (original: Original | null, isCopy: boolean): readonly Mode[] =>
  original ? ['overwrite', 'copy', 'create'] : isCopy ? ['copy'] : ['create'];

/** Cycles with the same phases, but for the one that is edited; none until the portal has answered. */
function useDuplicates(edit: RecipeEdit, original: Original | null) {
  const { title, description } = bodyOf(edit);
  const definition = { ...definitionOf(edit) };
  const asked = useQuery(callQuery(checkRecipe, { body: { definition, description, ...(title !== '' && { title }) } }));
  return (asked.data?.duplicates ?? []).filter(({ id }) => id !== original?.id);
}

/** What the portal refuses of fields: `phases.1.air` in place of `body.definition.phases[1].air`. */
function refusedFields(cause: unknown): Readonly<Record<string, string>> {
  if (!(cause instanceof CallFailed) || cause.error.code !== 'recipe_invalid') return {};
  return Object.fromEntries(
    (cause.error.fields ?? []).map(({ path, message }) => [
      path.replace(/^body\.(?:definition\.)?/, '').replace(/\[(\d+)\]/g, '.$1'),
      message,
    ]),
  );
}
