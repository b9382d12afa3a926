import { applianceCalls } from './calls/kitchen/appliances.ts';
import { commandCalls } from './calls/kitchen/commands.ts';
import { cycleCalls } from './calls/kitchen/cycles.ts';
import { favouriteCalls } from './calls/kitchen/favourites.ts';
import { laboratoryCalls } from './calls/kitchen/laboratories.ts';
import { liveFeedCalls } from './calls/kitchen/live-feed.ts';
import { noticeCalls } from './calls/kitchen/notices.ts';
import { recipeDraftCalls } from './calls/kitchen/recipe-drafts.ts';
import { recipeFileCalls } from './calls/kitchen/recipe-files.ts';
import { recipePinCalls } from './calls/kitchen/recipe-pins.ts';
import { recipeRunCalls } from './calls/kitchen/recipe-runs.ts';
import { recipeCalls } from './calls/kitchen/recipes.ts';
import { scheduleCalls } from './calls/kitchen/schedules.ts';
import { trayCalls } from './calls/kitchen/trays.ts';
import { factoryApplianceCalls } from './calls/maker/factory-appliances.ts';
import { factoryUserCalls } from './calls/maker/factory-users.ts';
import { newsCalls } from './calls/maker/news.ts';
import { passportCalls } from './calls/maker/passport.ts';
import { serviceCalls } from './calls/maker/service.ts';
import { accountCalls } from './calls/people/account.ts';
import { companyCalls } from './calls/people/company.ts';
import { registrationCalls } from './calls/people/registration.ts';
import { securityCalls } from './calls/people/security.ts';
import { sessionCalls } from './calls/people/sessions.ts';
import { sharingCalls } from './calls/people/sharing.ts';
import { actionCalls } from './calls/record/actions.ts';
import { alarmCalls } from './calls/record/alarms.ts';
import { bookCalls } from './calls/record/book.ts';
import { checkCalls } from './calls/record/checks.ts';
import { haccpCalls } from './calls/record/haccp.ts';
import { holdingCalls } from './calls/record/holding.ts';
import { inspectionCalls } from './calls/record/inspection.ts';
import { keepingCalls } from './calls/record/keeping.ts';
import { ledgerCalls } from './calls/record/ledger.ts';
import { maintenanceCalls } from './calls/record/maintenance.ts';
import { manualCalls } from './calls/record/manual.ts';
import { missingCalls } from './calls/record/missing.ts';
import { notificationCalls } from './calls/record/notifications.ts';
import { periodReportCalls } from './calls/record/period-reports.ts';
import { planCalls } from './calls/record/plans.ts';
import { remarkCalls } from './calls/record/remarks.ts';
import { reportCalls } from './calls/record/reports.ts';
import { signatureCalls } from './calls/record/signatures.ts';
import { subscriptionCalls } from './calls/record/subscriptions.ts';
import { telemetryCalls } from './calls/record/telemetry.ts';
import type { Call } from './wire/call.ts';

/** Every call of the portal: for the server and the tests. The browser imports a feature's calls in its own chunk. */
export const allCalls: readonly Call[] = [
  ...accountCalls,
  ...sessionCalls,
  ...securityCalls,
  ...registrationCalls,
  ...companyCalls,
  ...sharingCalls,
  ...factoryUserCalls,
  ...newsCalls,
  ...notificationCalls,
  ...applianceCalls,
  ...laboratoryCalls,
  ...commandCalls,
  ...noticeCalls,
  ...trayCalls,
  ...telemetryCalls,
  ...alarmCalls,
  ...cycleCalls,
  ...recipeFileCalls,
  ...recipeDraftCalls,
  ...recipePinCalls,
  ...recipeCalls,
  ...recipeRunCalls,
  ...scheduleCalls,
  ...favouriteCalls,
  ...factoryApplianceCalls,
  ...liveFeedCalls,
  ...maintenanceCalls,
  ...passportCalls,
  ...serviceCalls,
  ...haccpCalls,
  ...ledgerCalls,
  ...keepingCalls,
  ...planCalls,
  ...holdingCalls,
  ...signatureCalls,
  ...bookCalls,
  ...reportCalls,
  ...inspectionCalls,
  ...periodReportCalls,
  ...subscriptionCalls,
  ...actionCalls,
  ...remarkCalls,
  ...missingCalls,
  ...checkCalls,
  ...manualCalls,
];
