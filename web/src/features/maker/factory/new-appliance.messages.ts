import { messages } from '@brina/domain/language/messages';
import texts from './new-appliance.texts.json' with { type: 'json' };

/** Texts of the dialog that creates one appliance. */
export const newApplianceMessages = messages(
  'web/factory/new-appliance',
  {
    onceOnly:
      'The certificate’s key and the activation code are handed out once, in the file that downloads after creation.',
    serialHint: 'From the rating plate, such as MF 26 00417 9. Spaces do not matter.',
    serialRight: 'The check digit fits.',
    serialForeign: 'A number of another make: nothing in it can be checked. Compare it with the plate.',
    chooseCategory: 'Choose a category',
    chooseModel: 'Choose a model',
    modelHint: 'Only registered models can be created. If one is missing, contact your sales representative.',

    created: '{serial} was created',
    downloaded: '{file} was downloaded.',
    onlyThere:
      'Keep this file safe: key and activation code exist only in it. When this dialog is closed, nobody can download it again.',
    downloadAgain: 'Download again',
    another: 'Create another',
    kept: 'I have the file',
  },
  texts,
);
