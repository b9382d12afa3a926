import { openCommandStates } from '@brina/domain/commands/command-states';
import { sql } from 'kysely';

/** Whether a unit has still to say what became of a command; written out, so that the index of open commands (`command_open`) serves it. */
export const isOpen = sql<boolean>`command.state in (${sql.join(openCommandStates.map((state) => sql.lit(state)))})`;
