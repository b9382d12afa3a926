/** Numbers and defaults the specification fixes in its section 9 (S9.1), each defined here and nowhere else. */

import { minute_ms } from './language/durations.ts';

/** S3.1: the brand every sign-up carries. */
export const signUpBrand = 'IRINOX';

/** S9.1: preferences of a new account. */
export const signUpPreferences = {
  push_notification: true,
  offline_mail_notification: true,
  measurement_system: 'metric',
  hours_display_system: '24h',
  appliance_report: true,
  haccp_report: true,
  alarm_mail_notification: true,
} as const;

/** S3.5: preferences of who has chosen nothing yet; consent is never presumed. */
export const defaultPreferences = {
  ...signUpPreferences,
  machine_status_mail: true,
  blackout_push_notification: true,
  marketing: false,
} as const;

/** S5.5: a password is at least this long. */
export const passwordLength_min = 10;

/** S5.6: a confirmation code has exactly this many digits; leading zeros count (S5.15). */
export const confirmationCode_digits = 4;

/** S5.3: a tax code is at least this long. */
export const taxCodeLength_min = 2;

/** S9.9: the remember-me box starts ticked. */
export const rememberMeDefault = true;

/** S2.10: the splash is shown at least this long before the dashboard opens. */
export const redirectAfterLogin_ms = 500;

/** S2.39, S8.6: how long a result message stays. */
export const messageLife_ms = 3_000;

/** S9.7: a lazily loaded part of the app may take this long. */
export const chunkLoadTimeout_ms = 2 * minute_ms;

/** S4.8: the personal token is renewed every 50 minutes. */
export const tokenRefresh_ms = 50 * minute_ms;

/** S6.6: how often USER asks for the number of unread notifications. */
export const notificationCounterPoll_ms = 30_000;

/** S4.11: the assistant speaks first this long after its panel opened. */
export const chatAutoStart_ms = 100;

/** S9.8: pause before the page scrolls to where it was asked to. */
export const scrollDelay_ms = 300;

/** S9.8: a multiselect forgets its search text after this pause. */
export const multiselectSearchClear_ms = 500;

/** S9.4: at this width and below the layout is the mobile one. */
export const mobileBreakpoint_px = 1091;

/** S9.4: at this width and below the language dialog is stacked. */
export const languageDialogBreakpoint_px = 1010;

/** S9.4: at this width and below the missing-data dialog is stacked. */
export const missingDataBreakpoint_px = 590;

/** S9.4: width of a dialog. */
export const dialogWidth_px = 580;

/** S9.2: periods offered by reports and analytics, beside a custom range. */
export const reportPeriods = [
  { key: 'day', unit: 'day', count: 1 },
  { key: 'week', unit: 'week', count: 1 },
  { key: 'month', unit: 'month', count: 1 },
  { key: 'months2', unit: 'month', count: 2 },
  { key: 'months3', unit: 'month', count: 3 },
] as const;

/** S3.24, S9.10: money and the price of a kilowatt-hour are in this currency. */
export const currency = 'EUR';

/** S9.6: environment when none is configured. */
export const defaultEnvironment = 'prod';

/** S5.14: the account with which a visitor tries the portal out. */
export const demoAccount = 'user@demo.example';

/** S5.14: demo mode is a session without an e-mail address, or that of the demo account. */
export const isDemoMode = (email: string | null | undefined): boolean => !email || email === demoAccount;
