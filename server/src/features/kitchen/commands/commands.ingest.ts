import { openCommandStates } from '@brina/domain/commands/command-states';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { IngestStep, ResultFact } from '#core/ingest/facts.ts';
import { commandColumns, presentCommand } from './present-command.ts';

const commandId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Notes what units answered, and tells it live. A final answer stays: a late `accepted` never reopens a command. That one
 * expired is only what we had to assume without an answer; a late answer of the unit says what really happened.
 */
export const noteResults: IngestStep = async (db, { results, now_ms }) => {
  for (const answer of results) {
    const { unit, id, result, reason, at_ms } = answer;
    // The unit repeats what it was told; an id that is no id of ours changes nothing.
    if (!commandId.test(id)) continue;
    const isFinal = result !== 'accepted';
    const rows = await db
      .updateTable('command')
      .set({
        state: result,
        reason: reason ?? null,
        // By the unit's clock, which may be a little behind ours: no answer comes before its question.
        finished_at: isFinal ? sql<number>`greatest(created_at, ${timestamp(at_ms)})` : null,
        v: unit.nextVersion('commands'),
      })
      .where('id', '=', id)
      .where('appliance', '=', unit.id)
      .where('state', 'in', isFinal ? [...openCommandStates, 'expired'] : ['sent', 'expired'])
      .returning(commandColumns)
      .execute();
    for (const row of rows) unit.tell(presentCommand(row), now_ms);
    if (result !== 'rejected') await notePlace(db, answer);
  }
};

/**
 * Notes where in the unit's log an answer stands: the first of each kind, in the first log by name, in whatever order they come. A
 * repeated answer stands further on.
 */
async function notePlace(db: Db, { unit, id, result, log, seq }: ResultFact): Promise<void> {
  const [accepted, done] = result === 'accepted' ? [seq, null] : [null, seq];
  const first = (column: 'accepted_seq' | 'done_seq', told: number | null) => sql<number | null>`
    case when ${log} > answer_log then ${sql.ref(column)} when ${log} = answer_log then least(${sql.ref(column)}, ${told}::bigint)
      else ${told}::bigint end`;
  await db
    .updateTable('command')
    .set({
      answer_log: sql`least(answer_log, ${log})`,
      accepted_seq: first('accepted_seq', accepted),
      done_seq: first('done_seq', done),
    })
    .where('id', '=', id)
    .where('appliance', '=', unit.id)
    .execute();
}
