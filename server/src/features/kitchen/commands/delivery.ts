import type { CommandMessage } from '@brina/contract/devices';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { loadUnits, saveUnits, type Unit } from '#core/picture/unit.ts';
import { isOpen } from './open-commands.ts';
import { commandColumns, presentCommand } from './present-command.ts';

/** A command is sent again when nothing was heard of it for this long; the unit knows its id and runs it once. */
const resend_ms = 5000;
const deadline_ms = 2000;
/** A result may still be on its way when a command ends. */
const resultOnItsWay_ms = 3000;
/** Clocks of several servers are not the same to the second. */
const ahead_min_ms = minute_ms;

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
  // One that stands ahead of now was sent while our clock was ahead: it would reach the unit when that time has come.
  const ranOut = sql<boolean>`(${isOpen} and (command.expires_at <= ${timestamp(now - resultOnItsWay_ms)}
    or command.created_at > ${timestamp(now + ahead_min_ms)}))`;
  const rows = await db
    .selectFrom('command')
    .innerJoin('appliance', 'appliance.id', 'command.appliance')
    .select('appliance.serial')
    .distinct()
    .where(ranOut)
    .execute();
  if (rows.length === 0) return [];
  const units = await loadUnits(
    db,
    rows.map(({ serial }) => serial),
  );
  for (const unit of units.values()) {
    const ended = await db
      .updateTable('command')
      .set({
        state: 'expired',
        reason: 'expired',
        finished_at: timestamp(now),
        v: unit.nextVersion('commands'),
      })
      .where(ranOut)
      .where('appliance', '=', unit.id)
      .returning(commandColumns)
      .execute();
    for (const row of ended) unit.tell(presentCommand(row), now);
  }
  await saveUnits(db, [...units.values()]);
  return [...units.values()];
}

/** Gives up a command that its unit has not answered: it is not sent again. A late answer still says what became of it. */
export async function giveUp(db: Db, unit: Unit, id: string, now: number): Promise<void> {
  const row = await db
    .updateTable('command')
    .set({ state: 'expired', reason: 'expired', finished_at: timestamp(now), v: unit.nextVersion('commands') })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .returning(commandColumns)
    .executeTakeFirst();
  if (row) unit.tell(presentCommand(row), now);
}

/** One round: commands that ran out expire, unanswered ones are sent again (docs/DEVICE-PROTOCOL.md, commands). */
export async function tendCommands({ db, bus, clock }: { db: Database; bus: Bus; clock: Clock }): Promise<void> {
  const now = clock.now();
  const { ended, due } = await db.write(async (tx) => ({
    ended: await expireCommands(tx, now),
    due: await tx
      .updateTable('command as c')
      .from('appliance as a')
      .set({ sent_at: timestamp(now) })
      .whereRef('a.id', '=', 'c.appliance')
      .where('c.state', '=', 'sent')
      .where('c.expires_at', '>', timestamp(now))
      .where('c.sent_at', '<=', timestamp(now - resend_ms))
      // Never for a company that has let go of the unit since.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('tenure as t')
            .whereRef('t.appliance', '=', 'c.appliance')
            .whereRef('t.company_id', '=', 'c.company_id')
            .whereRef('t.from_at', '<=', 'c.created_at')
            .where('t.to_at', 'is', null),
        ),
      )
      .returning(['a.serial', 'c.id', 'c.expires_at', 'c.name', 'c.args'])
      .execute(),
  }));
  for (const frame of ended.flatMap((unit) => unit.frames()))
    bus.publish('live', { serial: frame.serialNumber, frame });
  await Promise.all(due.map((one) => deliver(bus, one)));
}
