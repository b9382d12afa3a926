import { inspectionPath } from '@brina/contract/calls/record/inspection';
import { filled } from '@brina/contract/wire/paths';
import { letterLink_ms } from '@brina/domain/haccp/subscriptions';
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
  const opened = await subjects(db, company, caller, told);
  if (opened.length > 0)
    await db
      .insertInto('inspection_subject')
      .values(opened.map((one) => ({ link: id, ...one })))
      .execute();
  return { path: filled(inspectionPath, { token }), until };
}

type Subject = { laboratory_id: string } | { appliance: number };

async function subjects(db: Db, company: string, caller: Caller, { laboratory, appliance }: Told): Promise<Subject[]> {
  if (laboratory !== null) return [{ laboratory_id: laboratory }];
  if (appliance !== null) return [{ appliance }];
  const kitchens = await db
    .selectFrom('laboratory as l')
    .select('l.id as laboratory_id')
    .where('l.company_id', '=', company)
    .where(seesLaboratory(caller, 'l.id'))
    .execute();
  // Beside them what stands in none.
  const units = await db
    .selectFrom('appliance as a')
    .innerJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'a.id').on('t.to_at', 'is', null))
    .select('a.id as appliance')
    .where('t.company_id', '=', company)
    .where('a.laboratory_id', 'is', null)
    .where(sharedWith(caller, 'a.id'))
    .execute();
  return [...kitchens, ...units];
}
