import { messages } from '@brina/domain/language/messages';
import texts from './access.texts.json' with { type: 'json' };

/** Words for invited people who have no company to act for (S2.6). */
export const accessMessages = messages(
  'web/access',
  {
    pendingTitle: 'An invitation is waiting for you',
    pendingDetail: '{company} has invited you. Accept the invitation in your account to see its appliances.',
    toInvitation: 'Go to the invitation',
    chooseTitle: 'Choose a company',
    chooseDetail: 'You are not acting for any company at the moment. Choose one in your account.',
    noneTitle: 'You have no access to a company',
    noneDetail:
      'Your access has been withdrawn, or nobody has invited you yet. Ask the company you work for to invite you.',
    toAccount: 'Go to the account',
  },
  texts,
);
