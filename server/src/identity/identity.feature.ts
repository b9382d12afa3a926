import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { atOnce, days } from '#core/retention.ts';
import { reuseGrace_ms } from './adapter.ts';
import { attemptsKept_ms } from './attempts.ts';
import { tellRefused } from './tell-refused.ts';

/** Sign-ins: sessions, what the OAuth 2 provider remembers of them, its keys, and tries that are limited. */
export const identity = feature({
  // An attempt counts from when it was made. What holds for a while after a moment holds no more where that lies ahead.
  ahead: {
    attempt: { at: 0 },
    refused_sign_in: { at: 0 },
    session: { confirmed_at: { over_ms: 0 } },
    oidc: { consumed_at: { over_ms: reuseGrace_ms } },
  },
  rounds: (parts) => [{ name: 'refused sign-ins', every_ms: minute_ms, run: () => tellRefused(parts) }],
  keeps: {
    oidc: { by: 'expires_at', since: atOnce, why: 'expired tokens open nothing' },
    session: { by: sql`least(ended_at, expires_at)`, since: days(30), why: 'the privacy notice says so' },
    signing_key: { until: 'the last token it signed has expired, which the next key finds out' },
    factor: { until: 'its person removes it, or somebody resets it' },
    recovery_code: { until: 'new ones are made, or the last factor goes' },
    attempt: { by: 'at', since: (now) => now - attemptsKept_ms, why: 'limits look back for so long' },
    refused_sign_in: {
      by: 'at',
      since: days(1),
      why: 'limits look back for less, and the audit log was told within an hour',
    },
  },
  persons: {
    oidc: [
      {
        columns: ['payload', 'grant_id', 'id', 'user_code', 'uid'],
        whose: ({ userId }) => sql`exists (
          select from session where session.user_id = ${userId} and session.id::text in (oidc.grant_id, oidc.id))`,
        copy: { not: 'secrets' },
        erase: 'go',
      },
      { columns: ['model'], nobody: 'what kind of thing it is' },
    ],
    signing_key: { nobody: 'the portal’s own' },
    session: [
      {
        // A grant has the id of its session, and what was granted names it.
        after: ['oidc'],
        columns: ['user_id', 'device', 'address', 'membership_id'],
        whose: withUserId('user_id'),
        copy: {
          file: 'sessions',
          columns: ['device', 'address', 'remember_me', 'created_at', 'expires_at', 'ended_at'],
        },
        erase: 'go',
      },
    ],
    refused_sign_in: [
      {
        columns: ['account', 'address', 'network'],
        whose: withUserId('account'),
        copy: { not: 'stands in the audit log' },
        erase: 'go',
      },
    ],
    factor: [
      {
        columns: ['user_id', 'name'],
        whose: withUserId('user_id'),
        copy: { file: 'factors', columns: ['kind', 'name', 'created_at', 'used_at'] },
        erase: 'go',
      },
      {
        columns: ['sealed_secret', 'credential_id', 'public_key', 'transports'],
        whose: withUserId('user_id'),
        copy: { not: 'secrets' },
        erase: 'go',
      },
      { columns: ['kind'], nobody: 'what kind of thing it is' },
    ],
    recovery_code: [
      { columns: ['user_id', 'code_hash'], whose: withUserId('user_id'), copy: { not: 'secrets' }, erase: 'go' },
    ],
    attempt: [
      {
        columns: ['key'],
        // Keys of limits end with the id of whom they limit.
        whose: ({ userId }) => sql`key like ${`%${userId}`}`,
        copy: { not: 'counts for a day' },
        erase: 'go',
      },
    ],
  },
});
