import { inspectionPath } from '@brina/contract/calls/record/inspection';
import { filled } from '@brina/contract/wire/paths';
import { letterLink_ms } from '@brina/domain/haccp/subscriptions';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { seesLaboratory } from '#core/access/scopes.ts';
import { sharedWith } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { hashOf, newToken } from './secrets.ts';

/** Of what a letter tells: a kitchen, a unit by its number, or, both null, all that its maker sees. */
type Told = { from: string; to: string; laboratory: string | null; appliance: number | null };

/**
 * Makes the link that a letter has for a receiver without account: it opens the records of the period as `caller` sees them, and ends with
 * that receiver (B2.9, B2.10).
 * @returns its path, and until when it opens, epoch ms
 */
export async function makeMailedLink(
  db: Db,
  { caller, company, receiver, told }: { caller: Caller; company: string; receiver: string; told: Told },
  now: number,
): Promise<{ path: string; until: number }> {
  const [id, token, until] = [newId(now), newToken(), now + letterLink_ms];
  await db
    .insertInto('inspection_link')
    .values({
      id,
      company_id: company,
      token_hash: hashOf(token),
      user_id: caller.userId,
      membership_id: caller.member?.id ?? null,
      from_day: told.from,
      to_day: told.to,
      created_at: timestamp(now),
      expires_at: timestamp(until),
      receiver,
    })
    .execute();
  await sql`insert into inspection_subject (link, laboratory_id, appliance) ${subjects(id, company, caller, told)}`.execute(
    db,
  );
  return { path: filled(inspectionPath, { token }), until };
}

function subjects(link: string, company: string, caller: Caller, { laboratory, appliance }: Told) {
  if (laboratory !== null) return sql`values (${link}::uuid, ${laboratory}::uuid, null::int)`;
  if (appliance !== null) return sql`values (${link}::uuid, null::uuid, ${appliance}::int)`;
  // All kitchens, and beside them what stands in none.
  return sql`
    select ${link}::uuid, l.id, null::int from laboratory l
    where l.company_id = ${company}::uuid and ${seesLaboratory(caller, 'l.id')}
    union all
    select ${link}::uuid, null, a.id from appliance a
    join tenure t on t.appliance = a.id and t.to_at is null and t.company_id = ${company}::uuid
    where a.laboratory_id is null and ${sharedWith(caller, 'a.id')}`;
}
