import { listCommands } from '@brina/contract/calls/kitchen/commands';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { asEvidence } from '#core/retention.ts';
import { commandHandlers } from './commands.calls.ts';
import { noteResults } from './commands.ingest.ts';
import { tendCommands } from './delivery.ts';
import { isOpen } from './open-commands.ts';

/** What people ask of units, until they have answered. */
export const commands = feature({
  calls: commandHandlers,
  steps: () => [{ name: 'results', run: noteResults }],
  rounds: (parts) => [{ name: 'commands', every_ms: 1000, run: () => tendCommands(parts) }],
  told: { commands: listCommands },
  keeps: {
    command: {
      by: 'created_at',
      since: asEvidence,
      only: sql`not ${isOpen}`,
      why: 'says what a run was asked to do, as long as the audit log says who asked',
    },
  },
  persons: {
    command: [
      {
        columns: ['user_id', 'args'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'what a unit was told keeps a doer, a pseudonym' },
        // What is not answered yet is not sent again: the unit may have another owner by then.
        release: {
          by: 'appliance',
          only: sql`state = 'sent'`,
          rows: { become: ({ now }) => ({ state: 'expired', reason: 'expired', finished_at: timestamp(now) }) },
        },
      },
      {
        columns: ['company_id', 'name', 'reason', 'answer_log'],
        nobody: 'for which company a unit was told what, and where and why it answered as it did',
      },
    ],
  },
});
