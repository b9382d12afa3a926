import type { Call } from '@brina/contract/wire/call';
import type { Caller } from '#core/access/caller.ts';
import { isOpenTo } from '#core/access/rights.ts';
import { ownsAll } from '#core/access/scopes.ts';
import type { Db } from '#core/db/database.ts';
import { ownedIdsOf } from '#core/http/input.ts';
import { refuse } from '#core/http/refusal.ts';
import { type SigningWay, spendGrant } from './grants.ts';
import { personIn } from './people.ts';

/**
 * Who signs what a call does, and how that person has proved who it is: the caller, or whoever has given its PIN at the caller's session.
 * That one could make the call itself, with all that it names (docs/decisions/042-a-tablet-is-signed-on-by-whoever-is-there.md).
 * @param input of the call, as the handler has it
 * @throws signing_refused, signer_not_allowed
 */
export async function signedBy(
  db: Db,
  caller: Caller,
  { call, input, grant, records = 1 }: { call: Call; input: object; grant: string; records?: number },
  now: number,
): Promise<{ way: SigningWay; by: Caller }> {
  const { userId, way } = await spendGrant(db, caller, { grant, records }, now);
  if (userId === caller.userId) return { way, by: caller };
  // It may have left the company in these minutes.
  const person = caller.companyId === null ? undefined : await personIn(db, caller.companyId, userId);
  if (!person) return refuse('signing_refused', 403);
  if (!isOpenTo(call, person)) refuse('signer_not_allowed', 403);
  for (const [kind, ids] of ownedIdsOf(call)(input))
    if (!(await ownsAll(db, person, kind, ids))) refuse('signer_not_allowed', 403);
  return { way, by: person };
}

/** What the audit log tells of a signature besides: who has signed, where that is not who was signed in. */
export const signerDetail = (caller: Pick<Caller, 'userId'>, by: Pick<Caller, 'userId'>): { signer?: string } =>
  by.userId === caller.userId ? {} : { signer: by.userId };
