import { type AuditAction, type AuditDetail, auditActions } from '@brina/domain/people/audit';
import type { Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import { newId } from '../ids.ts';
import type { Caller } from './caller.ts';

/** Writes who did what, on what, when and from where (docs/SECURITY.md). Callers never put secrets into `detail`. */
export async function writeAudit(
  db: Db,
  entry: {
    at: number;
    /** Who did it; of somebody who is not signed in only the id is known, if that. */
    caller: Pick<Caller, 'userId' | 'companyId'> | null;
    action: AuditAction;
    /** Id of the thing, of the kind that the action's row names. */
    on: string;
    address: string;
    detail?: AuditDetail | undefined;
  },
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: newId(entry.at),
      at: timestamp(entry.at),
      user_id: entry.caller?.userId || null,
      company_id: entry.caller?.companyId ?? null,
      action: entry.action,
      on_kind: auditActions[entry.action],
      on_id: entry.on,
      address: entry.address,
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
    })
    .execute();
}
