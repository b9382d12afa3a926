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

type Anchor = { unit: Unit; boot: number; bootedAt_ms: number };

const keyOf = (appliance: number, boot: number): string => `${appliance} ${boot}`;
const hasRightClock = ({ message, parsed }: Fresh): boolean => believable(parsed.at_ms, message.received_ms);

/**
 * Learns when boots began from messages whose clock was right, and reads what is known of the boots of the others.
 * @returns also the messages that had waited for a boot of which nothing was known until now
 */
export async function learnBoots(db: Db, fresh: readonly Fresh[]): Promise<{ boots: Boots; revived: Fresh[] }> {
  const anchors = new Map<string, Anchor>();
  for (const one of fresh) {
    const { unit, parsed } = one;
    const key = keyOf(unit.id, parsed.boot);
    if (hasRightClock(one) && !anchors.has(key))
      anchors.set(key, { unit, boot: parsed.boot, bootedAt_ms: parsed.at_ms - parsed.up_ms });
  }
  const learnt = await keepAnchors(db, [...anchors.values()]);
  const known = new Map([...anchors].map(([key, { bootedAt_ms }]) => [key, bootedAt_ms]));
  const inDoubt = [...new Set(fresh.filter((one) => !hasRightClock(one)).map(({ unit }) => unit.id))];
  if (inDoubt.length > 0) {
    const rows = await db.selectFrom('boot_anchor').selectAll().where('appliance', 'in', inDoubt).execute();
    for (const row of rows) known.set(keyOf(row.appliance, row.boot), row.booted_at);
  }
  return {
    boots: { bootedAt_ms: (unit, boot) => known.get(keyOf(unit.id, boot)) },
    revived: await reviveUntimed(db, learnt),
  };
}

/** Keeps the first anchor of each boot, and returns those that are new. */
async function keepAnchors(db: Db, anchors: readonly Anchor[]): Promise<Anchor[]> {
  if (anchors.length === 0) return [];
  const batch = unnestColumns({
    appliance: ['integer', anchors.map(({ unit }) => unit.id)],
    boot: ['bigint', anchors.map(({ boot }) => boot)],
    booted_at: ['timestamptz', anchors.map(({ bootedAt_ms }) => bootedAt_ms)],
  });
  const { rows } = await sql<{ appliance: number; boot: number }>`
    insert into boot_anchor (${batch.names}) select ${batch.names} from ${batch.rows}
    on conflict do nothing returning appliance, boot`.execute(db);
  const added = new Set(rows.map((row) => keyOf(row.appliance, row.boot)));
  return anchors.filter(({ unit, boot }) => added.has(keyOf(unit.id, boot)));
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
