import { feature } from '../feature.ts';
import { withUserId } from '../persons.ts';
import { days } from '../retention.ts';
import { keptFor_days } from './idempotency.ts';
import { servePublicStyles } from './public-page.ts';

/** Replies to requests that may be repeated, and what public pages share. */
export const http = feature({
  pages: servePublicStyles,
  keeps: { idempotency: { by: 'created_at', since: days(keptFor_days), why: 'a key answers for so long' } },
  persons: {
    idempotency: [
      {
        columns: ['caller', 'key', 'body_hash', 'reply'],
        whose: withUserId('caller'),
        copy: { not: 'repeats what stands elsewhere, for a day' },
        erase: 'go',
      },
      { columns: ['call'], nobody: 'one of the contract' },
    ],
  },
});
