import { openCommandStates } from '@brina/domain/commands/command-states';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import type { IngestStep } from '#core/ingest/facts.ts';
import { commandColumns, presentCommand } from './present-command.ts';

const commandId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Notes what units answered, and tells it live. A final answer stays: a late `accepted` never reopens a command. That one
 * expired is only what we had to assume without an answer; a late answer of the unit says what really happened.
 */
export const noteResults: IngestStep = async (db, { results, now_ms }) => {
  for (const { unit, id, result, reason, at_ms } of results) {
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
  }
};
