import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { unnestColumns } from '../db/unnest.ts';
import type { Unit } from '../picture/unit.ts';
import { believable } from './moment.ts';
import { type Parsed, parseMessage } from './parse.ts';

/** A message that is held for the first time, with the connection and moment of its receipt. */
export type Fresh = { unit: Unit; message: { connection: string; received_ms: number }; parsed: Parsed };

/** When boots of units began, epoch ms; undefined where nobody knows. */
type Boots = { bootedAt_ms(unit: Unit, boot: number): number | undefined };

/** When boots are known to have begun, epoch ms, by unit and number. */
export type KnownBoots = ReadonlyMap<string, number>;

type Anchor = { unit: Unit; boot: number; bootedAt_ms: number };

const keyOf = (serial: string, boot: number): string => `${serial} ${boot}`;
const hasRightClock = ({ message, parsed }: Fresh): boolean =>
  believable(parsed.at_ms, parsed.span_ms, message.received_ms);

/** Reads what is known of boots. */
export async function readBoots(db: Db, asked: readonly { serial: string; boot: number }[]): Promise<KnownBoots> {
  const boots = [...new Map(asked.map((one) => [keyOf(one.serial, one.boot), one])).values()];
  if (boots.length === 0) return new Map();
  const batch = unnestColumns({
    serial: ['text', boots.map(({ serial }) => serial)],
    boot: ['bigint', boots.map(({ boot }) => boot)],
  });
  const { rows } = await sql<{ serial: string; boot: number; booted_at: number }>`
    select batch.serial, batch.boot, b.booted_at
    from ${batch.rows}
    join appliance a on a.serial = batch.serial
    join boot_anchor b on b.appliance = a.id and b.boot = batch.boot`.execute(db);
  return new Map(rows.map((row) => [keyOf(row.serial, row.boot), row.booted_at]));
}

/**
 * Learns when boots began from messages whose clock was right.
 * @param before what was known of the boots of these messages
 * @returns also the messages that had waited for a boot of which nothing was known until now
 */
export async function learnBoots(
  db: Db,
  fresh: readonly Fresh[],
  before: KnownBoots,
): Promise<{ boots: Boots; revived: Fresh[] }> {
  const learnt = new Map<string, Anchor>();
  for (const one of fresh) {
    const { unit, parsed } = one;
    const key = keyOf(unit.serial, parsed.boot);
    if (hasRightClock(one) && !before.has(key) && !learnt.has(key))
      learnt.set(key, { unit, boot: parsed.boot, bootedAt_ms: parsed.at_ms - parsed.up_ms });
  }
  const bootedAt_ms = (unit: Unit, boot: number): number | undefined => {
    const key = keyOf(unit.serial, boot);
    return before.get(key) ?? learnt.get(key)?.bootedAt_ms;
  };
  await keepAnchors(db, [...learnt.values()]);
  return { boots: { bootedAt_ms }, revived: await reviveUntimed(db, [...learnt.values()]) };
}

/** Keeps the first anchor of each boot. */
async function keepAnchors(db: Db, anchors: readonly Anchor[]): Promise<void> {
  if (anchors.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', anchors.map(({ unit }) => unit.id)],
    boot: ['bigint', anchors.map(({ boot }) => boot)],
    booted_at: ['timestamptz', anchors.map(({ bootedAt_ms }) => bootedAt_ms)],
  });
  await sql`
    insert into boot_anchor (${batch.names}) select ${batch.names} from ${batch.rows}
    on conflict do nothing`.execute(db);
}

/** Takes out the messages that waited for these boots, in the order of their numbers. */
async function reviveUntimed(db: Db, learnt: readonly Anchor[]): Promise<Fresh[]> {
  if (learnt.length === 0) return [];
  const units = new Map(learnt.map(({ unit }) => [unit.id, unit]));
  const batch = unnestColumns({
    appliance: ['integer', learnt.map(({ unit }) => unit.id)],
    boot: ['bigint', learnt.map(({ boot }) => boot)],
  });
  const { rows } = await sql<{
    appliance: number;
    topic: string;
    connection: string;
    received_at: number;
    payload: Uint8Array;
  }>`
    delete from untimed u using ${batch.rows}
    where u.appliance = batch.appliance and u.boot = batch.boot
    returning u.appliance, topic, connection, received_at, payload`.execute(db);
  const revived = rows.flatMap((row): Fresh[] => {
    const unit = units.get(row.appliance);
    const parsed = parseMessage(row.topic, row.payload);
    if (!unit || !('topic' in parsed)) return [];
    return [{ unit, message: { connection: row.connection, received_ms: row.received_at }, parsed }];
  });
  return revived.sort((a, b) => a.parsed.identity.seq - b.parsed.identity.seq);
}

/** Keeps messages whose moment nobody can tell yet. */
export async function keepUntimed(db: Db, untimed: readonly Fresh[]): Promise<void> {
  if (untimed.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', untimed.map(({ unit }) => unit.id)],
    log: ['text', untimed.map(({ parsed }) => parsed.identity.log)],
    seq: ['bigint', untimed.map(({ parsed }) => parsed.identity.seq)],
    boot: ['bigint', untimed.map(({ parsed }) => parsed.boot)],
    topic: ['text', untimed.map(({ parsed }) => parsed.topic)],
    connection: ['text', untimed.map(({ message }) => message.connection)],
    received_at: ['timestamptz', untimed.map(({ message }) => message.received_ms)],
    payload: ['bytea', untimed.map(({ parsed }) => parsed.payload)],
  });
  await sql`
    insert into untimed (${batch.names}) select ${batch.names} from ${batch.rows} on conflict do nothing`.execute(db);
}
