import { messages } from '@brina/domain/language/messages';
import texts from './operator.texts.json' with { type: 'json' };

/** What stands where the operator of an installation is named, and where it has not said who it is. */
export const operatorMessages = messages(
  'server/operator',
  {
    operatedBy: { en: 'This portal is operated by {operator}.', note: 'operator: name, postal address, e-mail' },
    noName: { en: '[the operator has not stated its name]', note: 'in a legal text, where the name would stand' },
    noAddress: '[address not stated]',
    noMailbox: { en: '[e-mail address not stated]', note: 'in a legal text: write to …' },
  },
  texts,
);
