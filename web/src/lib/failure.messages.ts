import { messages } from '@brina/domain/language/messages';
import texts from './failure.texts.json' with { type: 'json' };

/** Words around what could not be shown. Every page has them from the start. */
export const failureMessages = messages('web/failure', { retry: 'Retry', trace: 'Request {id}' }, texts);
