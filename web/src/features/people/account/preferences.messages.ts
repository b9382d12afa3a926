import { messages } from '@brina/domain/language/messages';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import texts from './preferences.texts.json' with { type: 'json' };

/** Texts of the preferences (S3.5). */
export const preferencesMessages = messages(
  'web/preferences',
  {
    title: 'Preferences',
    lead: 'Each change is saved at once and applies in every open window.',
    notSaved: 'The preference could not be saved.',
    formats: 'Language and units',
    language: 'Language',
    units: 'Units',
    metric: { en: 'Metric', note: 'units: degrees Celsius, kilograms' },
    imperial: 'Imperial',
    clock: { en: 'Clock', note: 'field: 12 or 24 hours' },
    hours24: '24 hours',
    hours12: '12 hours',
    example: 'For example: {temperature}, {pressure}, {time}',
    appearance: 'Appearance',
    appearanceHint: 'Kept in this browser only',
    light: { en: 'Light', apart: 'colours of the interface, not a lamp' },
    dark: 'Dark',
    system: { en: 'System', note: 'colours of the interface as the device has them' },
    mails: 'Emails',
    mailsNotSent: {
      en: 'Of these emails only the HACCP reports are sent yet. Your choice of the others is kept for when they are; until then, alarms stand here in the portal only.',
      note: 'over switches for emails about alarms and reports',
    },
    alarm_mail_notification: applianceMessages.texts['tab.alarms'],
    alarm_mail_notificationHint: 'When an appliance raises an alarm',
    offline_mail_notification: 'Lost connections',
    offline_mail_notificationHint: 'When an appliance can no longer be reached',
    haccp_report: 'HACCP reports',
    haccp_reportHint:
      'To the owners of a company: on Mondays at seven what needs somebody, and the records of the week; and when a record has waited for a day',
    appliance_report: 'Appliance reports',
    appliance_reportHint: 'Use and operating hours of your appliances',
    machine_status_mail: 'Monthly machine status',
    machine_status_mailHint: 'One message a month about the state of every appliance',
    pushes: 'Push messages',
    pushesNotSent: {
      en: 'None of these push messages is sent yet. Your choice is kept for when they are.',
      note: 'over switches for push messages about alarms',
    },
    push_notification: 'Push messages on this account',
    push_notificationHint: 'Alarms and finished cycles on your phone',
    blackout_push_notification: 'Power failures',
    blackout_push_notificationHint: 'When a kitchen has lost its power',
    consents: 'Consent',
    marketing: 'News and offers',
    marketingHint: 'Optional; you can withdraw it at any time',
    readDocument: 'Read the document',
  },
  texts,
);
