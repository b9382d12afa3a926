import { alarms, liveSectionOf } from '@brina/domain/alarms/alarms';
import { day_ms } from '@brina/domain/language/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { viewOf } from '#core/access/views.ts';
import { timestamp } from '#core/db/instants.ts';

/** What is older is in the lists of its appliance and counts no more. */
export const toldFor_ms = 30 * day_ms;

const warnings = Object.keys(alarms).filter((name) => liveSectionOf(name) === 'warnings');

/**
 * The notifications that a caller has not read, by the ids of their alarms (S7.12): alarms, not warnings, that were raised on what it
 * sees, while its company has held it, since it has had its account or place in the company. What is explained by another alarm,
 * or was taken back, is told to nobody; that an alarm is over does not make it read.
 */
export const unreadOf = (caller: Caller, now: number): RawBuilder<{ id: string }> => sql<{ id: string }>`
  select distinct i.id
  from ${viewOf(caller)} v
  join app_user u on u.id = ${caller.userId}
  left join membership m on m.id = ${caller.member?.id ?? null}::uuid
  join alarm_interval i on i.appliance = v.appliance or i.units @> array[v.appliance]
  where v.to_at is null and i.raised_at >= v.from_at and i.state <> 'retracted' and i.folded_into is null
    and greatest(i.found_at, i.raised_at) > greatest(${timestamp(now - toldFor_ms)}, u.created_at, m.accepted_at)
    and not (i.name = any(${warnings}::text[]))
    and (i.name not like '%Warning' or i.name = any(${Object.keys(alarms)}::text[]))
    and not exists (select from notification_read r where r.user_id = u.id and r.interval_id = i.id)`;
