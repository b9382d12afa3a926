import { sql } from 'kysely';
import { feature } from '../feature.ts';
import { withEmail } from '../persons.ts';
import { days } from '../retention.ts';
import { longestPause_ms, sendDueMail } from './mail.jobs.ts';

/** Mail that is to be sent, and that was. */
export const mail = feature({
  rounds: (parts) => [{ name: 'mail', every_ms: 1000, run: () => sendDueMail(parts) }],
  ahead: { mail: { due_at: longestPause_ms } },
  keeps: {
    mail: { by: sql`coalesce(sent_at, failed_at)`, since: days(30), why: 'tells that it has gone, or was given up' },
  },
  persons: {
    mail: [
      {
        // A mail server that refuses an address repeats it.
        columns: ['recipient', 'content', 'last_error'],
        whose: withEmail('recipient'),
        copy: { file: 'mails', columns: ['kind', 'recipient', 'language', 'created_at', 'sent_at'] },
        erase: 'go',
      },
      { columns: ['kind', 'language'], nobody: 'which letter it is' },
    ],
  },
});
