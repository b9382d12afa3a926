import type { CommandMessage } from '@brina/contract/devices';
import { sql } from 'kysely';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { loadUnits, saveUnits, type Unit } from '#core/picture/unit.ts';
import { type CommandRow, commandColumns, presentCommand } from './present-command.ts';

/** A command is sent again when nothing was heard of it for this long; the unit knows its id and runs it once. */
const resend_ms = 5000;
const deadline_ms = 2000;
/** A result may still be on its way when a command ends. */
const resultOnItsWay_ms = 3000;

export type Due = { serial: string; id: string; expires_at: number; name: string; args: unknown };

/** Hands a command to the edge that holds the unit; when none does, the next round tries again until it expires. */
export async function deliver(bus: Bus, { serial, id, expires_at, name, args }: Due): Promise<void> {
  const payload: CommandMessage = { id, exp: expires_at, name, args: args as CommandMessage['args'] };
  await bus.ask(serial, { kind: 'down', topic: 'cmd', payload }, deadline_ms);
}

/**
 * Ends the commands that ran out, and says of whose units. Live pictures are locked before commands, as in ingestion: else
 * each would wait for the other.
 */
async function expireCommands(db: Db, now: number): Promise<Unit[]> {
  const ranOut = sql`c.state in ('sent', 'accepted') and c.expires_at <= ${timestamp(now - resultOnItsWay_ms)}`;
  const { rows } = await sql<{ serial: string }>`
    select distinct a.serial from command c join appliance a on a.id = c.appliance where ${ranOut}`.execute(db);
  if (rows.length === 0) return [];
  const units = await loadUnits(
    db,
    rows.map(({ serial }) => serial),
  );
  for (const unit of units.values()) {
    const { rows: ended } = await sql<CommandRow>`
      update command c set state = 'expired', reason = 'expired', finished_at = ${timestamp(now)},
        v = ${unit.nextVersion('commands')}
      where ${ranOut} and c.appliance = ${unit.id}
      returning ${commandColumns}`.execute(db);
    for (const row of ended) unit.tell(presentCommand(row), now);
  }
  await saveUnits(db, [...units.values()]);
  return [...units.values()];
}

/** One round: commands that ran out expire, unanswered ones are sent again (docs/DEVICE-PROTOCOL.md, commands). */
export async function tendCommands({ db, bus, clock }: { db: Database; bus: Bus; clock: Clock }): Promise<void> {
  const now = clock.now();
  const { ended, due } = await db.write(async (tx) => ({
    ended: await expireCommands(tx, now),
    due: (
      await sql<Due>`
        update command c set sent_at = ${timestamp(now)} from appliance a
        where a.id = c.appliance and c.state = 'sent' and c.expires_at > ${timestamp(now)}
          and c.sent_at <= ${timestamp(now - resend_ms)}
          -- Never for a company that has let go of the unit since.
          and exists (
            select from tenure t
            where t.appliance = c.appliance and t.company_id = c.company_id and t.from_at <= c.created_at and t.to_at is null)
        returning a.serial, c.id, c.expires_at, c.name, c.args`.execute(tx)
    ).rows,
  }));
  for (const frame of ended.flatMap((unit) => unit.frames()))
    bus.publish('live', { serial: frame.serialNumber, frame });
  await Promise.all(due.map((one) => deliver(bus, one)));
}
