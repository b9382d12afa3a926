import { type ReactNode, useCallback, useState } from 'react';
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx';

/**
 * The one way to ask before something destructive.
 * @param describeError the sentence for a failed promise; it is shown once, in the dialog
 * @returns `ask` opens the question, `dialog` is rendered once by the caller
 */
export function useConfirm(describeError: (cause: unknown) => string): {
  ask: (question: Question) => void;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback((next: Question) => setQuestion(next), []);
  return {
    ask,
    dialog: <ConfirmDialog question={question} onClose={() => setQuestion(null)} describeError={describeError} />,
  };
}
