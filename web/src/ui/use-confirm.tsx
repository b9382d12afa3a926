import { lazy, type ReactNode, useCallback, useState } from 'react';
import type { Question } from './ConfirmDialog.tsx';
import { DialogSlot } from './DialogSlot.tsx';

// A dialog comes when somebody asks for one, not with the page.
const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }));

/**
 * The one way to ask before something destructive.
 * @param describeError the sentence for a failed promise; it is shown once, in the dialog
 * @returns `ask` opens the question, `dialog` is rendered once by the caller
 */
export function useConfirm(describeError: (cause: unknown) => string): {
  ask: (question: Question) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback((next: Question) => {
    setAsked(true);
    setQuestion(next);
  }, []);
  return {
    ask,
    dialog: asked && (
      <DialogSlot>
        <ConfirmDialog question={question} onClose={() => setQuestion(null)} describeError={describeError} />
      </DialogSlot>
    ),
  };
}
