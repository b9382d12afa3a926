import { messages } from '@brina/domain/language/messages';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { placeTerms } from '../../../lib/place-term.messages.ts';
import { importMessages } from '../library/import.messages.ts';
import { libraryMessages } from '../library/library.messages.ts';
import { editorMessages } from './editor.messages.ts';
import texts from './save.texts.json' with { type: 'json' };

/** Saving a cycle, leaving its editor, its draft, and what two people did at once (S4.15, B3.6). */
export const saveMessages = messages(
  'web/kitchen/recipe-editor/save',
  {
    // The dialog
    saveTitle: 'Save the cycle',
    how: { en: 'How', note: 'choice: in which way something is saved' },
    create: { en: 'Create new', note: 'save as a cycle of its own' },
    createHint: 'A new cycle of your company.',
    overwrite: { en: 'Overwrite', note: 'save over the former version' },
    overwriteHint: '“{title}” gets its next version. What ran before keeps the version it ran with.',
    overwritePlans: {
      en: {
        one: '{n} planned start will get its next version, too.',
        other: '{n} planned starts will get its next version, too.',
      },
      note: 'under the choice to overwrite a cycle',
    },
    overwriteFavourites: {
      en: {
        one: '{n} favourite holds it (appliances: {appliances}); it keeps its version until somebody updates it.',
        other:
          '{n} favourites hold it (appliances: {appliances}); they keep their version until somebody updates them.',
      },
      note: 'numbered places at the panels of appliances; {appliances}: how many',
    },
    copy: { en: 'Save as copy', note: 'save beside the original' },
    copyHint: '“{title}” stays as it is.',
    title: editorMessages.texts.title,
    titleLength: { en: 'A title has {min} to {max} characters.', note: 'what is wrong with a field' },
    goTo: { en: 'Then go to', note: 'choice: where one goes after saving' },
    library: { en: 'Cycle library', note: 'where one goes after saving' },
    dashboard: placeTerms.texts.dashboard,
    save: { en: 'Save', note: 'button' },
    saveAnyway: { en: 'Save anyway', note: 'button: although there is one with the same phases' },
    cancel: 'Cancel',
    same: importMessages.texts.same,
    use: { en: 'Use it', note: 'button: the cycle that is there already, in place of the new one' },
    saved: { en: '“{title}” saved', note: '{title}: of a cycle' },
    failed: 'The cycle could not be saved.',
    // Somebody else saved meanwhile
    conflictTitle: '{by} saved version {version} at {time}',
    conflictSomebody: 'Version {version} was saved at {time}',
    conflictBody: 'You began with an older one. Nothing of yours is lost.',
    seeBoth: { en: 'See both', note: 'button: what differs' },
    overwriteTheirs: { en: 'Overwrite theirs', note: 'button: what another person saved' },
    mineAsCopy: { en: 'Save mine as copy', note: 'button' },
    goOn: { en: 'Go on editing', note: 'button: close a dialog' },
    theirs: { en: 'Theirs', note: 'column: what another person saved' },
    mine: { en: 'Mine', note: 'column: what I am about to save' },
    before: { en: 'Before', note: 'column: the version a draft began with' },
    now: { en: 'Now', note: 'column: the version that is saved', apart: 'the present version, beside the former' },
    what: { en: 'What differs', note: 'column' },
    noDifference: 'Both are the same.',
    none: { en: 'none', note: 'a phase that one of two versions has not' },
    'differs.phase': 'Phase {n}',
    'differs.hold': applianceMessages.texts['state.holding'],
    'differs.title': editorMessages.texts.title,
    'differs.description': 'Description',
    'differs.look': 'Icon and colour',
    'differs.sector': libraryMessages.texts.sector,
    'differs.kitchens': 'Kitchens',
    'differs.languages': 'Languages',
    'differs.sanigen': 'Sanigen',
    changed: { en: 'changed', note: 'a field of two versions differs' },
    // Leaving
    leaveTitle: { en: 'Leave without saving?', apart: 'the editor of a cycle offers to save' },
    leaveBody: 'The cycle has changes that are not saved.',
    discard: { en: 'Discard', note: 'button: the changes are given up' },
    stay: { en: 'Stay', note: 'button: do not leave the page' },
    // The draft
    draftSaved: { en: 'Draft saved {time}', note: '{time}: hour and minute' },
    draftHere: { en: 'Draft kept on this device {time}', note: 'without a connection; {time}: hour and minute' },
    draftTitle: 'Continue your draft?',
    draftBody: 'You changed this cycle on {when} and did not save it.',
    draftNewer: '{by} has saved version {version} since then:',
    draftNewerSomebody: 'Version {version} was saved since then:',
    continue: { en: 'Continue', note: 'button: with a draft', apart: 'goes on with what was begun' },
    startOver: { en: 'Start over', note: 'button: without the draft' },
  },
  texts,
);
