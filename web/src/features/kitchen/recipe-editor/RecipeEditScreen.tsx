import { useParams } from '@tanstack/react-router';
import { useMessages } from '../../../lib/messages.ts';
import { editOf } from './edit-state.ts';
import { editorMessages } from './editor.messages.ts';
import { editorTexts } from './editor-texts.ts';
import { Copy } from './parts/Copy.tsx';
import { OpenedWithDraft } from './parts/OpenedWithDraft.tsx';
import { RecipeGate } from './parts/RecipeGate.tsx';

/** Texts to have before the screen is shown. */
export const messages = editorTexts;

/** Edits a cycle of the company; of a preset it makes a copy (S2.43). */
export function RecipeEditScreen() {
  const { recipeId = '', serialNumber }: { recipeId?: string; serialNumber?: string } = useParams({ strict: false });
  const { t } = useMessages(editorMessages);
  return (
    <RecipeGate recipeId={recipeId}>
      {(recipe) => {
        const { id, title, version, edit: at, plans, favourites } = recipe;
        if (!recipe.may.edit) return <Copy key={id} recipe={recipe} serialNumber={serialNumber} />;
        const edit = editOf(recipe);
        return (
          <OpenedWithDraft
            key={id}
            opened={{
              title: t('editTitle', { title }),
              edit,
              before: edit,
              original: { id, title, version, edit: at, plans, favourites },
              isCopy: false,
              draftKey: id,
              serialNumber,
            }}
            saved={recipe}
          />
        );
      }}
    </RecipeGate>
  );
}
