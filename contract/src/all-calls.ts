import { accountCalls } from './account.ts';
import { applianceCalls } from './appliances.ts';
import { alarmCalls } from './alarms.ts';
import { cycleCalls } from './cycles.ts';
import { factoryApplianceCalls } from './factory-appliances.ts';
import { liveFeedCalls } from './live-feed.ts';
import { maintenanceCalls } from './maintenance.ts';
import { passportCalls } from './passport.ts';
import { serviceCalls } from './service.ts';
import type { Call } from './call.ts';
import { commandCalls } from './commands.ts';
import { companyCalls } from './company.ts';
import { factoryUserCalls } from './factory-users.ts';
import { haccpCalls } from './haccp.ts';
import { laboratoryCalls } from './laboratories.ts';
import { newsCalls } from './news.ts';
import { notificationCalls } from './notifications.ts';
import { registrationCalls } from './registration.ts';
import { sharingCalls } from './sharing.ts';
import { telemetryCalls } from './telemetry.ts';

/** Every call of the portal: for the server and the tests. The browser imports a feature's calls in its own chunk. */
export const allCalls: readonly Call[] = [
  ...accountCalls,
  ...registrationCalls,
  ...companyCalls,
  ...sharingCalls,
  ...factoryUserCalls,
  ...newsCalls,
  ...notificationCalls,
  ...applianceCalls,
  ...laboratoryCalls,
  ...commandCalls,
  ...telemetryCalls,
  ...alarmCalls,
  ...cycleCalls,
  ...factoryApplianceCalls,
  ...liveFeedCalls,
  ...maintenanceCalls,
  ...passportCalls,
  ...serviceCalls,
  ...haccpCalls,
];
