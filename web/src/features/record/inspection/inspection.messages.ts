import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import { placeTerms } from '../../../lib/place-term.messages.ts';
import { haccpMessages } from '../haccp/haccp.messages.ts';
import texts from './inspection.texts.json' with { type: 'json' };

/** Texts of what a company opens to inspectors: links to records, posters, who asks at one. */
export const inspectionMessages = messages(
  'web/inspection',
  {
    open: { en: 'For an inspector', note: 'button: opens records to somebody without an account' },
    title: { en: 'Open records to an inspector', note: 'title of a dialog' },
    intro:
      'A link shows the records and nothing else, without an account. You see when it was opened, and can end it at any time.',
    kitchens: placeTerms.texts.kitchens,
    kitchensChoose: { en: 'Choose kitchens', note: 'in an empty field' },
    nothingFound: { en: 'Nothing found', note: 'no kitchen with such a name' },
    remove: { en: 'Remove {name}', note: 'button: takes a chosen kitchen out again' },
    from: haccpMessages.texts.from,
    to: haccpMessages.texts.to,
    lasts: { en: 'Valid for', note: 'for how long a link opens records' },
    'lasts.hour': { en: '1 hour', note: 'how long a link is valid' },
    'lasts.day': { en: '1 day', note: 'how long a link is valid' },
    'lasts.week': { en: '7 days', note: 'how long a link is valid' },
    'lasts.month': { en: '30 days', note: 'how long a link is valid' },
    pin: { en: 'PIN of six digits', note: 'field: whoever opens a link has to know it' },
    pinHint: 'Optional. Tell it by another way than the link.',
    pinForm: { en: 'Enter {n} digits, or none.', note: 'of a PIN' },
    create: { en: 'Make link', note: 'button' },
    made: { en: 'The link', note: 'title of a dialog that shows an address' },
    madeHint: 'Show the code, or send the address. It is shown only now.',
    address: { en: 'Address', note: 'of a page', apart: 'on the web, not a street' },
    copy: { en: 'Copy', note: 'button: an address', apart: 'a button; of an address' },
    copied: actionMessages.texts.copied,
    done: { en: 'Done', note: 'button: closes a dialog' },
    cancel: actionMessages.texts.cancel,
    links: { en: 'Links', note: 'heading: those that were made before' },
    noLinks: 'No link is open.',
    days: { en: '{from} to {to}', note: 'days of records' },
    until: { en: 'Open until {time}', note: 'of a link' },
    ended: { en: 'Ended {time}', note: 'of a link' },
    atPoster: { en: 'Let in at the poster', note: 'of a link' },
    hasPin: { en: 'with PIN', note: 'of a link' },
    visits: {
      en: { one: 'Opened {n} time, last {time}', other: 'Opened {n} times, last {time}' },
      note: 'how often an inspector opened a link',
    },
    notOpened: { en: 'Not opened yet', note: 'of a link' },
    by: { en: 'by {name}', note: 'who made a link' },
    end: { en: 'End', note: 'button: a link opens nothing any more', apart: 'a button; of a link' },
    endedToast: 'The link has been ended.',
    posters: { en: 'Posters', note: 'heading: posters in kitchens, at which an inspector asks for access' },
    postersHint:
      'A poster hangs in the kitchen. An inspector scans its code and asks; you compare a number and let in for 8 hours.',
    print: actionMessages.texts.print,
    replace: { en: 'Replace', note: 'button: the poster that hangs there leads nowhere any more', apart: 'a button' },
    replaceTitle: 'Replace the poster of {kitchen}?',
    replaceBody: 'The one that hangs there leads nowhere any more. Print the new one.',
    keep: { en: 'Keep it', note: 'button: the poster stays' },
    failed: 'The links could not be loaded.',
    asks: 'Somebody asks at the poster in {kitchen} to see its records: number {n}',
    asksHint: 'Let in only who shows you this number.',
    letIn: { en: 'Let in', note: 'button: an inspector' },
    sendAway: { en: 'Send away', note: 'button: an inspector' },
    letInDone: 'Let in for 8 hours.',
    sentAway: 'Sent away.',
  },
  texts,
);
