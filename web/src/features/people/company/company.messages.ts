import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import texts from './company.texts.json' with { type: 'json' };

/** Words of a company’s details, wherever they are asked for (S3.6, S2.20, S2.39, S8.10). */
export const companyMessages = messages(
  'web/company',
  {
    title: applianceTerms.texts.company,
    lead: 'These details stand on reports and are used for service visits.',
    name: 'Company name',
    taxCode: 'Tax code',
    taxCodeExamples: 'For example {examples}',
    taxCodeForm: 'Letters and digits only',
    taxCodeChecked: 'I have checked it: it is right',
    sector: 'Sector',
    type: 'Type of business',
    country: 'Country',
    city: 'City',
    address: { en: 'Address', apart: 'field: street and number alone' },
    district: 'Province',
    postalCode: 'Postal code',
    phone: 'Phone',
    phoneHint: 'With the country code, such as +39',
    choose: 'Choose …',
    nothingFound: 'Nothing found',
    save: actionMessages.texts.save,
    missing_data_success: 'Company details saved.',
    error_dialog: 'The company details could not be saved.',
    loadFailed: 'The company details could not be loaded.',
    loading: 'Loading the company details',
    missingTitle: 'Complete your company',
    missingDetail: 'Some details are still missing. They stand on reports and are used for service visits.',
    later: 'Later',
    unsavedTitle: 'Leave without saving?',
    unsavedDetail: 'Your changes to the company details will be lost.',
    leave: { en: 'Leave', apart: 'leaves the page, not a company' },
    stay: 'Keep editing',
  },
  texts,
);
