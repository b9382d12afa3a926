import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import type { KeptDraft } from '../../../../lib/storage.ts';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import type { Opened } from '../Editor.tsx';
import { editOfDraft, isSame } from '../edit-state.ts';
import { dropDraft, findDraft } from '../pending-drafts.ts';

// Comes while the cycle and its draft are still being asked for.
const editor = import('../Editor.tsx');
const Editor = lazy(async () => ({ default: (await editor).Editor }));
const DraftDialog = comesLater(async () => {
  const { DraftDialog: Part, messages } = await import('./DraftDialog.tsx');
  return { Part, messages };
});

/**
 * The editor, with the draft that was left of it when its author wishes to go on.
 * @param saved the cycle as it is saved; null: there is none yet
 */
export function OpenedWithDraft({ opened, saved }: { opened: Opened; saved: Recipe | null }) {
  const { draftKey } = opened;
  const { data: draft, isFetched } = useQuery({
    queryKey: ['recipe draft', draftKey],
    queryFn: () => findDraft(draftKey),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const [answer, setAnswer] = useState<'continue' | 'startOver' | null>(null);
  if (!isFetched) return <Skeleton height={420} />;
  const kept = draft ? editOfDraft(draft.content) : null;
  const found = draft && kept && !isSame(kept, opened.edit) ? { draft, kept } : null;
  return (
    <Suspense fallback={<Skeleton height={420} />}>
      {found && answer === null ? (
        <DraftDialog
          at={found.draft.at}
          baseVersion={found.draft.baseVersion}
          saved={saved}
          onContinue={() => setAnswer('continue')}
          onStartOver={() => {
            void dropDraft(draftKey);
            setAnswer('startOver');
          }}
        />
      ) : (
        <Editor
          opened={
            found && answer === 'continue'
              ? { ...opened, edit: found.kept, original: originalOf(opened, found.draft) }
              : opened
          }
        />
      )}
    </Suspense>
  );
}

/** A draft overwrites what it was begun with, and nothing that was saved since. */
function originalOf({ original }: Opened, { baseVersion, content }: KeptDraft): Opened['original'] {
  const { edit } = content;
  if (!original || typeof edit !== 'number') return original;
  return { ...original, edit, version: baseVersion ?? original.version };
}
