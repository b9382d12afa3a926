import { access } from '#core/access/access.feature.ts';
import { db } from '#core/db/db.feature.ts';
import type { Feature } from '#core/feature.ts';
import { http } from '#core/http/http.feature.ts';
import { ingest } from '#core/ingest/ingest.feature.ts';
import { mail } from '#core/mail/mail.feature.ts';
import { account } from '#features/account/account.feature.ts';
import { alarms } from '#features/alarms/alarms.feature.ts';
import { appliances } from '#features/appliances/appliances.feature.ts';
import { commands } from '#features/commands/commands.feature.ts';
import { cycles } from '#features/cycles/cycles.feature.ts';
import { factory } from '#features/factory/factory.feature.ts';
import { haccp } from '#features/haccp/haccp.feature.ts';
import { laboratories } from '#features/laboratories/laboratories.feature.ts';
import { liveFeed } from '#features/live-feed/live-feed.feature.ts';
import { maintenance } from '#features/maintenance/maintenance.feature.ts';
import { news } from '#features/news/news.feature.ts';
import { notifications } from '#features/notifications/notifications.feature.ts';
import { passport } from '#features/passport/passport.feature.ts';
import { registration } from '#features/registration/registration.feature.ts';
import { service } from '#features/service/service.feature.ts';
import { sharing } from '#features/sharing/sharing.feature.ts';
import { telemetry } from '#features/telemetry/telemetry.feature.ts';
import { identity } from '#identity/identity.feature.ts';

/** Everything the portal consists of. */
export const features: readonly Feature[] = [
  db,
  access,
  http,
  ingest,
  mail,
  identity,
  account,
  registration,
  sharing,
  appliances,
  laboratories,
  commands,
  telemetry,
  cycles,
  haccp,
  alarms,
  maintenance,
  service,
  liveFeed,
  news,
  notifications,
  passport,
  factory,
];
