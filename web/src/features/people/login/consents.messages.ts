import { messages } from '@brina/domain/language/messages';
import texts from './consents.texts.json' with { type: 'json' };

/** Words of the documents a person agrees to (S5.2, S8.9). */
export const consentMessages = messages(
  'web/consents',
  {
    terms: 'Terms of service',
    privacy: 'Privacy notice',
    marketing: 'Marketing consent',
    acceptTerms: 'I accept the terms of service',
    acceptPrivacy: 'I have read the privacy notice',
    acceptMarketing: 'I would like to receive news and offers (optional)',
    mustAccept: 'This is needed to continue.',
    termsFirst: 'Please read and accept our terms to continue.',
    termsChanged: 'Our terms have changed. Read and accept them to continue.',
    continue: 'Continue',
  },
  texts,
);
