/** The legal documents a user reads and accepts, and their versions (S3.21). */
import type { Locale } from '../language/locales.ts';

/** The documents: privacy notice, terms of service, consent to marketing. */
export const legalDocuments = ['privacy', 'terms', 'marketing'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/**
 * The version in force of each, the day it came into force. A new version of the terms makes every user accept them
 * again (S4.3, S8.9); the earlier files stay, so that what somebody accepted can still be read.
 */
export const legalVersions: Readonly<Record<LegalDocument, string>> = {
  privacy: '2026-11-01',
  terms: '2026-11-01',
  marketing: '2026-11-01',
};

/** The spelling of a language in the names of legal documents: `us` for en-US (S3.21). */
const documentLanguage = (locale: Locale): string => (locale === 'en-US' ? 'us' : locale);

/** Address of a document in a language, in the version in force unless another is named. */
export const legalPath = (document: LegalDocument, locale: Locale, version = legalVersions[document]): string =>
  `/html/legal/${version}/${document}_${documentLanguage(locale)}.html`;
