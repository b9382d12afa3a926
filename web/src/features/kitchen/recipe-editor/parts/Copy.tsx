import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { recipeLimits } from '@brina/domain/recipes/recipe';
import { useMessages } from '../../../../lib/messages.ts';
import { copyTitle } from '../edit-changes.ts';
import { editOf } from '../edit-state.ts';
import { editorMessages } from '../editor.messages.ts';
import { OpenedWithDraft } from './OpenedWithDraft.tsx';

/** The editor with a copy of a cycle, its title the next that is free of it. */
export function Copy({ recipe, serialNumber }: { recipe: Recipe; serialNumber: string | undefined }) {
  const { t } = useMessages(editorMessages);
  const copied = editOf(recipe);
  const isPreset = recipe.type === 'Professional';
  const edit = {
    ...copied,
    title: copyTitle(recipe.title, recipeLimits.title.max),
    // The words of a preset are the maker's, in all languages; a copy has those of its author.
    texts: isPreset ? {} : copied.texts,
  };
  return (
    <OpenedWithDraft
      opened={{
        title: t('copyTitle', { title: recipe.title }),
        edit,
        before: edit,
        original: null,
        isCopy: true,
        draftKey: `new:${edit.family}:${edit.function}:${recipe.id}`,
        serialNumber,
      }}
      saved={null}
    />
  );
}
