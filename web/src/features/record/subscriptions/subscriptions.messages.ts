import { subscriptionMessages as words } from '@brina/contract/words/subscription.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import texts from './subscriptions.texts.json' with { type: 'json' };

/** Texts of the dialogs in which records are subscribed to by email. */
export const subscriptionMessages = messages(
  'web/subscriptions',
  {
    title: { en: 'Records by email', note: 'title of a dialog' },
    intro:
      'At 07:00 after each day, week or month: first what needs somebody, then the result, with the signed checkpoint of the book. Owners have a weekly email besides, by their preferences.',
    none: { en: 'There is no subscription yet.', note: 'instead of a list' },
    failed: 'The subscriptions could not be shown.',
    loading: 'Loading the subscriptions',
    add: { en: 'Subscribe', note: 'button: records by email' },
    change: { en: 'Change', note: 'button: a subscription' },
    end: { en: 'End subscription', note: 'button' },
    endNamed: { en: 'End subscription: {name}', note: 'button; {name}: what a subscription is of' },
    changeNamed: { en: 'Change: {name}', note: 'button; {name}: what a subscription is of' },
    endTitle: { en: 'End this subscription?', note: 'title of a question' },
    endBody: 'Nobody gets its emails any more, and the links in earlier ones open nothing.',
    keep: { en: 'Keep it', note: 'button: a subscription is not ended' },
    ended: { en: 'The subscription has ended', note: 'toast' },
    next: { en: 'Next on {time}', note: 'when an email comes; {time}: day and time' },
    by: { en: 'For {name}', note: 'who gets emails: the person who has subscribed' },
    'state.asked': { en: 'asked, not confirmed yet', note: 'whether an address wants emails' },
    'state.expired': { en: 'has not answered', note: 'whether an address wants emails' },
    'state.confirmed': { en: 'confirmed', note: 'of an address that wants emails' },
    opened: {
      en: 'Links opened: {n}, last on {time}',
      note: 'of an address that gets emails; {n}: a number; {time}: day and time',
    },
    ask: { en: 'Ask again', note: 'button: an address that has not answered' },
    askNamed: { en: 'Ask again: {address}', note: 'button: an address that has not answered' },
    asked: { en: 'An email asks whether it wants them', note: 'toast: an address was asked' },
    'every.day': words.texts['every.day'],
    'every.week': words.texts['every.week'],
    'every.month': words.texts['every.month'],
    // The form
    newTitle: { en: 'Subscribe to records', note: 'title of a dialog' },
    changeTitle: { en: 'Change the subscription', note: 'title of a dialog' },
    what: { en: 'Records of', note: 'field: a kitchen or an appliance' },
    all: { en: 'All kitchens', note: 'whose records are subscribed to' },
    every: { en: 'How often', note: 'field: every day, every week, every month' },
    language: { en: 'Language', note: 'field: of emails' },
    addresses: { en: 'Further addresses', note: 'heading: who gets emails besides' },
    addressesHint:
      'Each is asked by email first, and gets nothing before it has confirmed. Its emails have a link to these records alone, for 30 days, without an account.',
    address: { en: 'Address {n}', note: 'field: email address of a further reader' },
    addressForm: { en: 'Enter an email address, or nothing.', note: 'of a field' },
    addressTwice: { en: 'This address stands here already.', note: 'of a field' },
    saved: { en: 'The subscription is saved', note: 'toast' },
    save: actionMessages.texts.save,
    cancel: actionMessages.texts.cancel,
    close: actionMessages.texts.close,
  },
  texts,
);
