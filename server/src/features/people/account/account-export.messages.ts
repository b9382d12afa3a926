import { messages } from '@brina/domain/language/messages';
import texts from './account-export.texts.json' with { type: 'json' };

/** The page that explains the files of one's own data (S2.27). */
export const exportMessages = messages(
  'server/account-export',
  {
    title: 'Your data in Brina',
    intro:
      'This archive holds what Brina has stored about you as a person. The files are JSON and can be read by other programs; times are in UTC.',
    profile: 'your name, contact data, language and role',
    preferences: 'your units, clock and notifications',
    memberships: 'companies that have invited you',
    company: 'your own company, if you have one',
    consents: 'documents you accepted or consents you withdrew, with version and time',
    sessions: 'devices on which you have signed in',
    drafts: 'your drafts of cycles',
    pins: 'the cycles on your dashboard',
    factors: 'your devices for two-step sign-in, without their secrets',
    mails: 'what kind of mail was sent to you, and when; the text itself is not kept',
    activity: 'what you did, and from which network address',
    without:
      'Passwords and codes are stored only as a hash and are not included. Measurements and HACCP records belong to the company, not to a person.',
  },
  texts,
);
