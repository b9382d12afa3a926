import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import type { IngestStep } from '#core/ingest/facts.ts';

/** Notes what units answered. A final answer stays: a late `accepted` never reopens a command. */
export const noteResults: IngestStep = async (db, { results }) => {
  for (const { unit, id, result, reason, at_ms } of results) {
    // The unit repeats what it was told; an id that is no id of ours changes nothing.
    if (!/^[0-9a-f-]{36}$/.test(id)) continue;
    await sql`
      update command set state = ${result}, reason = ${reason ?? null},
        finished_at = ${result === 'accepted' ? null : timestamp(at_ms)}
      where id = ${id}::uuid and appliance = ${unit.id}
        and (state = 'sent' or (state = 'accepted' and ${result} <> 'accepted'))`.execute(db);
  }
};
