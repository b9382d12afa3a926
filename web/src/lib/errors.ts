import { CallFailed } from '@brina/contract/wire/client';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { useCallback } from 'react';
import { useMessages } from './messages.ts';

/** Words for a failure: the server's own sentence, which is in the user's language already, else the general one (S8.25). */
export function useErrorText(): (error: unknown) => string {
  const { t } = useMessages(errorMessages);
  return useCallback((error: unknown) => (error instanceof CallFailed && error.error.message) || t('generic'), [t]);
}
