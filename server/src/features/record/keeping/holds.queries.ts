import type { LegalHold } from '@brina/contract/calls/record/keeping';
import type { HoldScope } from '@brina/domain/haccp/keeping/legal-hold';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';

type ScopeRow = { scope: string; laboratory_id: string | null; lot: string | null };

/** The check of the table sees to it that each kind has its own. */
const scopeOf = ({ scope, laboratory_id, lot }: ScopeRow): HoldScope => {
  if (scope === 'kitchen') return { kind: 'kitchen', labId: laboratory_id ?? '' };
  return scope === 'lot' ? { kind: 'lot', lot: lot ?? '' } : { kind: 'company' };
};

/** What the holds of a company that are in force at a moment cover: one that was lifted is until its days are over. */
export async function scopesInForce(db: Db, company: string, now: number): Promise<HoldScope[]> {
  const rows = await db
    .selectFrom('legal_hold')
    .select(['scope', 'laboratory_id', 'lot'])
    .where('company_id', '=', company)
    .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', timestamp(now))]))
    .execute();
  return rows.map(scopeOf);
}

/** Holds of a company, latest first, or one of them. */
export async function holdsOf(db: Db, company: string | null, now: number, id?: string): Promise<LegalHold[]> {
  const rows = await db
    .selectFrom('legal_hold as h')
    .innerJoin('signer as s', 's.id', 'h.set_by')
    .leftJoin('signer as l', 'l.id', 'h.lifted_by')
    .select(['h.id', 'h.scope', 'h.laboratory_id', 'h.laboratory_name', 'h.lot', 'h.reason', 'h.set_at', 's.role'])
    .select(['h.lifted_at', 'h.lift_reason', 'h.ends_at', 'l.role as lifter_role'])
    .select(sql<string>`coalesce(s.name, s.initials)`.as('by'))
    .select(sql<string | null>`coalesce(l.name, l.initials)`.as('lifted_by'))
    .where('h.company_id', '=', company)
    .$if(id !== undefined, (query) => query.where('h.id', '=', id ?? ''))
    .orderBy('h.set_at', 'desc')
    .orderBy('h.id', 'desc')
    .execute();
  return rows.map((row) => {
    const scope = scopeOf(row);
    return {
      id: row.id,
      scope: scope.kind === 'kitchen' ? { ...scope, name: row.laboratory_name ?? '' } : scope,
      set: { by: row.by, role: row.role, at: row.set_at, reason: row.reason },
      lifted:
        row.lifted_at === null
          ? null
          : {
              by: row.lifted_by ?? '',
              role: row.lifter_role ?? '',
              at: row.lifted_at,
              reason: row.lift_reason ?? '',
              endsAt: row.ends_at ?? row.lifted_at,
            },
      inForce: row.ends_at === null || row.ends_at > now,
    };
  });
}
