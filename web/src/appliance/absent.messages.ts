import { messages } from '@brina/domain/language/messages';
import texts from './absent.texts.json' with { type: 'json' };

/** Texts that stand in place of an appliance which is not the reader's, or not any more. */
export const absentMessages = messages(
  'web/appliance/absent',
  {
    title: 'You no longer have access to this appliance',
    why: 'It is no longer shared with you, or it no longer belongs to your company.',
    unknown: 'You have no appliance with this number',
    unknownWhy: 'The number is wrong, or the appliance is not or no longer shared with you.',
    mine: 'My appliances',
  },
  texts,
);
