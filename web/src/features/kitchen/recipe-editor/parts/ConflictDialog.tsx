import { filterRecipes, getRecipe, type Recipe, updateRecipe } from '@brina/contract/calls/kitchen/recipes';
import { CallFailed } from '@brina/contract/wire/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { bodyOf, editOf, type RecipeEdit } from '../edit-state.ts';
import { saveMessages } from '../save.messages.ts';
import { Differences } from './Differences.tsx';

/** Texts to have before the dialog is shown. */
export const messages = [saveMessages];

/** Somebody else has saved the cycle since it was opened: both are shown, and neither is lost (B3.6). */
export function ConflictDialog(props: {
  recipeId: string;
  edit: RecipeEdit;
  onSaved: (recipeId: string, title: string) => void;
  /** Mine is saved beside theirs. */
  onCopy: () => void;
  onClose: () => void;
}) {
  const { recipeId, edit, onSaved, onCopy, onClose } = props;
  const { t } = useMessages(saveMessages);
  const errorText = useErrorText();
  const format = useFormat();
  const { send, isPending } = useCall(updateRecipe, { refresh: [filterRecipes, getRecipe] });
  const { data: theirs, refetch } = useQuery({
    ...callQuery(getRecipe, { params: { recipeId }, query: {} }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const [error, setError] = useState<string | null>(null);
  const overwrite = async ({ edit: at }: Recipe) => {
    setError(null);
    const body = bodyOf(edit);
    try {
      await send({ params: { recipeId }, headers: { 'if-match': `"${at}"` }, body });
      onSaved(recipeId, body.title);
    } catch (cause) {
      setError(errorText(cause, t('failed')));
      // And once more: what stands in the dialog is what is saved now.
      if (cause instanceof CallFailed && cause.error.code === 'recipe_changed') await refetch();
    }
  };
  const values = theirs && { version: theirs.version, time: format.clock(theirs.editedAt) };
  return (
    <FormDialog
      title={
        theirs?.editedBy && values
          ? t('conflictTitle', { by: theirs.editedBy, ...values })
          : t('conflictSomebody', values ?? { version: '…', time: '…' })
      }
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        onCopy();
      }}
      submitLabel={t('mineAsCopy')}
      cancelLabel={t('goOn')}
      pending={isPending}
      error={error}
    >
      <p>{t('conflictBody')}</p>
      {theirs ? (
        <Both theirs={theirs} mine={edit} isPending={isPending} onOverwrite={() => void overwrite(theirs)} />
      ) : (
        <Skeleton height={96} />
      )}
    </FormDialog>
  );
}

/** What differs, for who wishes to see it, and the way over what the other has saved. */
function Both(props: { theirs: Recipe; mine: RecipeEdit; isPending: boolean; onOverwrite: () => void }) {
  const { theirs, mine, isPending, onOverwrite } = props;
  const { t } = useMessages(saveMessages);
  const [seen, setSeen] = useState(false);
  return (
    <>
      {seen && <Differences before={editOf(theirs)} after={mine} heads={[t('theirs'), t('mine')]} />}
      <div>
        {!seen && (
          <Button variant="default" onClick={() => setSeen(true)}>
            {t('seeBoth')}
          </Button>
        )}
        <Button variant="subtle" color="alarm" disabled={isPending} onClick={onOverwrite}>
          {t('overwriteTheirs')}
        </Button>
      </div>
    </>
  );
}
