import { askLasts_ms, asksUnanswered_ms } from '@brina/domain/haccp/subscriptions';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { feature } from '#core/feature.ts';
import { withEmail, withUserId } from '#core/persons.ts';
import { days } from '#core/retention.ts';
import { enterOwners, zones_ms } from './due.queries.ts';
import { lapsedSubscriptions, letterAgain_ms, periodLetters } from './letters.jobs.ts';
import { serveLetters } from './letters.pages.ts';
import { tellOwners } from './reminders.jobs.ts';
import { subscriptionHandlers } from './subscriptions.calls.ts';

/** Letters about the records of a day, a week or a month, for who has ordered them, and for a company’s owners each week. */
export const subscriptions = feature({
  calls: subscriptionHandlers,
  pages: serveLetters,
  rounds: ({ db, clock, ...parts }) => [
    {
      name: 'owners letters',
      every_ms: hour_ms,
      run: () => db.write((tx) => enterOwners(tx, clock.now())),
    },
    {
      name: 'period letters',
      every_ms: minute_ms,
      after: ['haccp', 'hold days', 'owners letters'],
      run: periodLetters({ db, clock, ...parts }),
    },
    {
      name: 'owners reminders',
      every_ms: minute_ms,
      after: ['actions'],
      run: () => tellOwners({ db, clock, ...parts }),
    },
    {
      name: 'lapsed subscriptions',
      every_ms: 10 * minute_ms,
      run: lapsedSubscriptions({ db, clock }),
    },
  ],
  ahead: {
    mail_subscription: { due_at: 31 * day_ms + zones_ms },
    period_letter: { due_at: letterAgain_ms },
  },
  keeps: {
    mail_subscription: { until: 'whoever made it ends it, or may not see any more what it is of' },
    mail_receiver: {
      by: 'asked_at',
      since: (now) => now - askLasts_ms - asksUnanswered_ms,
      only: sql`confirmed_at is null`,
      why: 'who has not answered for so long does not want the letters',
    },
    receiver_ask: {
      by: 'asked_at',
      since: days(365),
      why: 'for so long a letter can say no to whoever has sent it, though its address was removed since; of how often an address was asked the last month counts',
    },
    receiver_refusal: { always: 'who does not want to be asked by a company any more is not asked' },
    told_period: {
      by: 'told_at',
      since: days(400),
      why: 'a period is told once, even by a clock that was wrong for a year',
    },
    period_letter: { by: 'created_at', since: days(14), why: 'what was not to be made by then is not made any more' },
  },
  persons: {
    mail_subscription: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: 'go',
        leave: { by: 'membership_id', rows: 'go' },
        release: { by: 'appliance', rows: 'go' },
      },
      {
        columns: ['company_id', 'membership_id', 'laboratory_id', 'every', 'locale', 'time_zone'],
        nobody: 'what it is of; who gets its letters stands beside it',
      },
    ],
    mail_receiver: [
      {
        columns: ['address'],
        whose: withEmail('address'),
        copy: { not: 'the letters themselves are among the mails' },
        erase: 'go',
      },
      { columns: ['subscription', 'token_hash'], nobody: 'its address names somebody' },
    ],
    receiver_ask: { nobody: 'how often an address was asked, of which a hash is left' },
    receiver_refusal: { nobody: 'which address is not asked, of which a hash is left' },
    told_period: [
      {
        columns: ['subscription', 'from_day', 'to_day'],
        nobody: 'which periods were told, of a row that tells whose it is',
      },
    ],
    period_letter: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'the letter itself is among the mails' },
        erase: 'go',
      },
      {
        columns: ['subscription', 'receiver', 'from_day', 'to_day', 'time_zone'],
        nobody: 'which period; who is told of it stands beside it',
      },
    ],
  },
});
