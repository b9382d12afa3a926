import type { Db } from '#core/db/database.ts';

/** Lines of witnesses that go below the note of a checkpoint of the log, each ended. */
export async function cosignaturesOf(db: Db, log: string, size: number): Promise<string> {
  const rows = await db
    .selectFrom('ledger_anchor')
    .select('attestation')
    .where('log', '=', log)
    .where('log_size', '=', size)
    .where('kind', '=', 'witness')
    .orderBy('by')
    .execute();
  return rows.map(({ attestation }) => Buffer.from(attestation).toString()).join('');
}
