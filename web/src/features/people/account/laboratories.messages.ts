import { ruleNameMessages } from '@brina/domain/haccp/rule-names.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import { placeTerms } from '../../../lib/place-term.messages.ts';
import texts from './laboratories.texts.json' with { type: 'json' };

/** Texts of the page with the kitchens and of their editor (S3.7, S5.9). */
export const laboratoriesMessages = messages(
  'web/laboratories',
  {
    title: placeTerms.texts.kitchens,
    add: 'Add kitchen',
    loading: 'Loading the kitchens',
    loadFailed: 'The kitchens could not be loaded.',
    empty: 'No kitchens yet',
    emptyHint: 'A kitchen groups the appliances of one place and gives their records its clock.',
    appliances: { one: '{n} appliance', other: '{n} appliances' },
    edit: 'Edit',
    editOf: 'Edit {kitchen}',
    delete: 'Delete',
    deleteOf: 'Delete {kitchen}',
    inUse: 'This kitchen still has appliances. Move them to another one before you delete it.',
    deleteTitle: 'Delete kitchen?',
    deleteBody: '{kitchen} will be gone for everyone in the company.',
    deleteKitchen: 'Delete kitchen',
    deleted: 'Kitchen deleted.',
    saved: 'Kitchen saved.',
    notSuccessful: 'The operation was not successful.',
    name: 'Name of the kitchen',
    dealer: { en: 'Dealer', apart: 'a company that sells appliances, not a line of business' },
    assistanceCenter: 'Service centre',
    assistanceCenterHint: 'Choose a service partner, or type its email address.',
    partnerSees:
      'This service partner sees the appliances of this kitchen, their alarms and their temperature curves. It does not see your food records.',
    partnerRemove: 'Remove',
    partnerForm: 'Choose a partner from the list or enter a valid email address.',
    timeZone: 'Time zone',
    timeZoneHint: 'The clock of cycles and HACCP records',
    plan: ruleNameMessages.texts.plan,
    planOf: { en: 'Food-safety plan of {kitchen}', note: 'button; {kitchen}: name of a kitchen' },
    companyPlan: 'Appliances without a kitchen',
    companyPlanHint: 'They go by the company’s own food-safety plan.',
    addressMissing: 'No address yet',
    cancel: actionMessages.texts.cancel,
    save: actionMessages.texts.save,
  },
  texts,
);
