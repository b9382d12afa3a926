import { Suspense, useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import type { RecipeEdit } from '../edit-state.ts';
import type { Original, Target } from './SaveDialog.tsx';

const SaveDialog = comesLater(async () => {
  const { SaveDialog: Part, messages } = await import('./SaveDialog.tsx');
  return { Part, messages };
});
const ConflictDialog = comesLater(async () => {
  const { ConflictDialog: Part, messages } = await import('./ConflictDialog.tsx');
  return { Part, messages };
});

/** The way to a saved cycle: how it is to be kept, and where somebody else has saved it meanwhile, what becomes of both (S4.15, B3.6). */
export function SaveFlow(props: {
  edit: RecipeEdit;
  original: Original | null;
  isCopy: boolean;
  /** @param title null: another cycle is taken in its place */
  onSaved: (recipeId: string, title: string | null, target: Target) => void;
  onRefused: (texts: Readonly<Record<string, string>>) => void;
  onClose: () => void;
}) {
  const { edit, original, onSaved, onClose } = props;
  const [asked, setAsked] = useState<'save' | 'copy' | 'conflict'>('save');
  return (
    <Suspense>
      {asked === 'conflict' && original ? (
        <ConflictDialog
          recipeId={original.id}
          edit={edit}
          onSaved={(id, title) => onSaved(id, title, 'library')}
          onCopy={() => setAsked('copy')}
          onClose={onClose}
        />
      ) : (
        <SaveDialog
          {...props}
          asCopy={asked === 'copy'}
          onUse={(id) => onSaved(id, null, 'library')}
          onConflict={() => setAsked('conflict')}
        />
      )}
    </Suspense>
  );
}
