/** Texts of the editor of a cycle. */
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { stateMessages } from '@brina/domain/appliance/states.messages';
import { ruleNameMessages } from '@brina/domain/haccp/rule-names.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { iconMessages } from '@brina/domain/recipes/icons.messages';
import { paletteMessages } from '@brina/domain/recipes/palette.messages';
import { absentMessages } from '../../../appliance/absent.messages.ts';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { libraryMessages } from '../library/library.messages.ts';
import { recipeMessages } from '../library/recipe.messages.ts';
import { recipeFaultMessages } from '../library/recipe-fault.messages.ts';
import { proofingMessages } from '../proofing/proofing.messages.ts';
import { editorMessages } from './editor.messages.ts';
import { saveMessages } from './save.messages.ts';

/** Texts to have before the editor is shown. */
export const editorTexts = [
  editorMessages,
  saveMessages,
  recipeFaultMessages,
  libraryMessages,
  recipeMessages,
  proofingMessages,
  applianceMessages,
  absentMessages,
  iconMessages,
  paletteMessages,
  functionMessages,
  phaseMessages,
  stateMessages,
  ruleMessages,
  ruleNameMessages,
  refusalMessages,
  errorMessages,
  fieldMessages,
];
