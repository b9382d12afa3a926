import { CallFailed } from '@brina/contract/wire/client';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { useCallback } from 'react';
import { failureMessages } from './failure.messages.ts';
import { useMessages } from './messages.ts';

/** Words for a failure: the server's own sentence, which is in the user's language already, else the general one (S8.25). */
export function useErrorText(): (error: unknown) => string {
  const { t } = useMessages(errorMessages);
  return useCallback((error: unknown) => (error instanceof CallFailed && error.error.message) || t('generic'), [t]);
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
    const why = errorText(cause);
    // A request that did not arrive has no id.
    const id = cause instanceof CallFailed && cause.error.requestId;
    return {
      title: what ? `${what} ${why}` : why,
      trace: id ? t('trace', { id }) : undefined,
      retryLabel: t('retry'),
      onRetry: () => void retry(),
    };
  };
}
