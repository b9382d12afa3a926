import { access } from '#core/access/access.feature.ts';
import { db } from '#core/db/db.feature.ts';
import type { Feature } from '#core/feature.ts';
import { http } from '#core/http/http.feature.ts';
import { ingest } from '#core/ingest/ingest.feature.ts';
import { mail } from '#core/mail/mail.feature.ts';
import { picture } from '#core/picture/picture.feature.ts';
import { appliances } from '#features/kitchen/appliances/appliances.feature.ts';
import { commands } from '#features/kitchen/commands/commands.feature.ts';
import { cycles } from '#features/kitchen/cycles/cycles.feature.ts';
import { favourites } from '#features/kitchen/favourites/favourites.feature.ts';
import { laboratories } from '#features/kitchen/laboratories/laboratories.feature.ts';
import { liveFeed } from '#features/kitchen/live-feed/live-feed.feature.ts';
import { notices } from '#features/kitchen/notices/notices.feature.ts';
import { panel } from '#features/kitchen/panel/panel.feature.ts';
import { recipes } from '#features/kitchen/recipes/recipes.feature.ts';
import { schedules } from '#features/kitchen/schedules/schedules.feature.ts';
import { factory } from '#features/maker/factory/factory.feature.ts';
import { news } from '#features/maker/news/news.feature.ts';
import { passport } from '#features/maker/passport/passport.feature.ts';
import { service } from '#features/maker/service/service.feature.ts';
import { account } from '#features/people/account/account.feature.ts';
import { registration } from '#features/people/registration/registration.feature.ts';
import { security } from '#features/people/security/security.feature.ts';
import { sharing } from '#features/people/sharing/sharing.feature.ts';
import { actions } from '#features/record/actions/actions.feature.ts';
import { alarms } from '#features/record/alarms/alarms.feature.ts';
import { anchors } from '#features/record/anchors/anchors.feature.ts';
import { book } from '#features/record/book/book.feature.ts';
import { checks } from '#features/record/checks/checks.feature.ts';
import { haccp } from '#features/record/haccp/haccp.feature.ts';
import { holding } from '#features/record/holding/holding.feature.ts';
import { inspection } from '#features/record/inspection/inspection.feature.ts';
import { keeping } from '#features/record/keeping/keeping.feature.ts';
import { ledger } from '#features/record/ledger/ledger.feature.ts';
import { maintenance } from '#features/record/maintenance/maintenance.feature.ts';
import { manual } from '#features/record/manual/manual.feature.ts';
import { missing } from '#features/record/missing/missing.feature.ts';
import { notifications } from '#features/record/notifications/notifications.feature.ts';
import { plans } from '#features/record/plans/plans.feature.ts';
import { remarks } from '#features/record/remarks/remarks.feature.ts';
import { reports } from '#features/record/reports/reports.feature.ts';
import { signatures } from '#features/record/signatures/signatures.feature.ts';
import { subscriptions } from '#features/record/subscriptions/subscriptions.feature.ts';
import { telemetry } from '#features/record/telemetry/telemetry.feature.ts';
import { verify } from '#features/record/verify/verify.feature.ts';
import { identity } from '#identity/identity.feature.ts';

/** Everything the portal consists of. */
export const features: readonly Feature[] = [
  db,
  access,
  http,
  ingest,
  picture,
  mail,
  identity,
  account,
  security,
  registration,
  sharing,
  appliances,
  laboratories,
  commands,
  telemetry,
  cycles,
  recipes,
  panel,
  schedules,
  favourites,
  notices,
  haccp,
  ledger,
  anchors,
  plans,
  holding,
  signatures,
  book,
  reports,
  inspection,
  subscriptions,
  actions,
  remarks,
  missing,
  checks,
  manual,
  keeping,
  alarms,
  maintenance,
  service,
  liveFeed,
  news,
  notifications,
  passport,
  verify,
  factory,
];
