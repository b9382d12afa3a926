import { messages } from '@brina/domain/language/messages';
import { failureMessages } from '../../lib/failure.messages.ts';
import texts from './errors.texts.json' with { type: 'json' };

/** Words of the pages that stand where no screen can (S2.12). */
export const errorScreenMessages = messages(
  'web/errors',
  {
    notFoundTitle: 'Page not found',
    notFoundDetail: 'There is nothing at this address. Check it, or go on from the dashboard.',
    accessTitle: 'Access denied',
    accessDetail: 'You do not have the necessary permission. Ask whoever manages your users.',
    errorTitle: 'Something went wrong',
    errorDetail: 'The page could not be shown. If it happens again, report it to support.',
    offlineTitle: 'No connection',
    offlineDetail: 'The portal cannot be reached. The page opens by itself as soon as it can.',
    later: 'Not available yet',
    laterDetail: 'This part of the portal is being built.',
    toDashboard: 'Go to the dashboard',
    toStart: 'Go to the start page',
    retry: failureMessages.texts.retry,
  },
  texts,
);
