import { CallFailed } from '@brina/contract/wire/client';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { useCallback } from 'react';
import { isConfirmationNeeded } from './confirmation.ts';
import { failureMessages } from './failure.messages.ts';
import { useMessages } from './messages.ts';
import { showToast } from './toast.ts';

/**
 * Words for a failure: the server's own sentence, which is in the user's language already, else the general one (S8.25); none for an
 * act that its person would not confirm.
 * @returns takes the cause, and the sentence that says what failed, where its place does not say so
 */
export function useErrorText(): (cause: unknown, what?: string) => string {
  const { t } = useMessages(errorMessages);
  return useCallback(
    (cause, what) => {
      if (isConfirmationNeeded(cause)) return '';
      const why = (cause instanceof CallFailed && cause.error.message) || t('generic');
      return what ? `${what} ${why}` : why;
    },
    [t],
  );
}

/** Says in a toast that something failed, in the words of {@link useErrorText}: for what has no place of its own to say it. */
export function useFailureToast(): (cause: unknown, what?: string) => void {
  const errorText = useErrorText();
  return (cause, what) => {
    const text = errorText(cause, what);
    if (text) showToast({ kind: 'warning', text });
  };
}

/** What an `ErrorState` says and does. */
type Failure = { title: string; trace: string | undefined; retryLabel: string; onRetry: () => void };

/**
 * What stands in place of something that could not be shown: what and why, the request for whoever is asked for help, and a way to
 * ask again.
 * @returns takes the cause, what asks again, and the sentence that says what could not be shown, where its place does not say so
 */
export function useFailure(): (cause: unknown, retry: () => unknown, what?: string) => Failure {
  const { t } = useMessages(failureMessages);
  const errorText = useErrorText();
  return (cause, retry, what) => {
    // A request that did not arrive has no id.
    const id = cause instanceof CallFailed && cause.error.requestId;
    return {
      title: errorText(cause, what),
      trace: id ? t('trace', { id }) : undefined,
      retryLabel: t('retry'),
      onRetry: () => void retry(),
    };
  };
}
