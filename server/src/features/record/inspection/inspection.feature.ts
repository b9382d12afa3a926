import { minute_ms } from '@brina/domain/language/durations';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { days } from '#core/retention.ts';
import { endDeadLinks } from './inspection.jobs.ts';
import { serveInspection } from './inspection.pages.ts';
import { linkHandlers } from './links.calls.ts';
import { posterHandlers } from './posters.calls.ts';

/** How long it is known who opened what, once a link has ended. */
const told = days(365);

/** Records that are open to who inspects them, without an account: by a link, or by the poster in a kitchen. */
export const inspection = feature({
  calls: (parts) => [...linkHandlers(parts), ...posterHandlers(parts)],
  pages: serveInspection,
  rounds: (parts) => [{ name: 'inspection', every_ms: minute_ms, run: () => endDeadLinks(parts) }],
  keeps: {
    inspection_link: { by: 'expires_at', since: told, why: 'a company sees who has looked at its records' },
    inspection_subject: { until: 'its link is no more' },
    inspection_visit: { until: 'its link is no more' },
    kitchen_poster: { by: 'ended_at', since: told, why: 'nobody asks at a poster that has been replaced' },
    access_request: { by: 'created_at', since: days(1), why: 'who asked yesterday has gone on' },
  },
  persons: {
    inspection_link: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'it opens nothing any more; who made it is a pseudonym' },
      },
      {
        columns: ['membership_id', 'poster', 'receiver', 'token_hash', 'pin_hash', 'from_day', 'to_day', 'ended_why'],
        nobody: 'its user_id names somebody',
      },
    ],
    inspection_subject: [{ columns: ['link', 'laboratory_id'], nobody: 'which kitchens and units' }],
    inspection_visit: [
      {
        columns: ['link', 'device', 'network'],
        copy: { not: 'who inspects has no account' },
        erase: { stay: 'a kind of device and a shortened network name nobody' },
      },
    ],
    kitchen_poster: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'it is the kitchen’s; who made it is a pseudonym' },
      },
      { columns: ['laboratory_id', 'code'], nobody: 'which kitchen' },
    ],
    access_request: [
      {
        columns: ['poster', 'device', 'link', 'secret_hash'],
        copy: { not: 'who inspects has no account' },
        erase: { stay: 'a kind of device names nobody' },
      },
    ],
  },
});
