import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { messages } from '@brina/domain/language/messages';
import { errorMessages } from './errors.messages.ts';
import texts from './fields.texts.json' with { type: 'json' };

/** Why one field of a request was refused. */
export const fieldMessages = messages(
  'contract/fields',
  {
    required: 'This field is required.',
    invalid: 'This value is not valid.',
    wrong_type: 'This value is of the wrong kind.',
    unknown_field: 'This field is not expected.',
    read_only: 'This field cannot be changed here.',
    too_short: 'Enter at least {min} characters.',
    too_long: 'Enter at most {max} characters.',
    too_small: 'Enter {min} or more.',
    too_big: 'Enter {max} or less.',
    bad_argument: refusalMessages.texts.bad_argument,
    out_of_range: 'Choose a value from {min} to {max}.',
    inconsistent: 'The steps contradict each other.',
    standby_needed: refusalMessages.texts.standby_needed,
    not_compatible: 'This model or package cannot do that.',
    tax_code_invalid: 'This tax code is not valid for the chosen country.',
    tax_code_unlikely: 'This tax code may be mistyped: its digits do not fit together. Check it once more.',
    password_common: errorMessages.texts.password_common,
    password_personal: errorMessages.texts.password_personal,
    phone_invalid: 'This phone number is not valid for the chosen country.',
  },
  texts,
);
