import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { unnestColumns } from '../db/unnest.ts';
import { rangesOf, toMultirange } from './ranges.ts';

/** A message that claims an identity. */
export type Claim = {
  appliance: number;
  serial: string;
  log: string;
  seq: number;
  hash: Uint8Array;
  received_ms: number;
};

type Named = Pick<Claim, 'serial' | 'log' | 'seq'>;

/** Whether the portal holds an identity already: not, with this content, or with another one. */
export type Held = 'new' | 'same' | 'conflict';

/** What the ledger holds of some identities: the hash of the content, null where it was removed. */
export type Known = ReadonlyMap<string, Uint8Array | null>;

const keyOf = ({ serial, log, seq }: Named): string => `${serial} ${log} ${seq}`;

/**
 * Reads what the ledger of received messages holds of these identities (docs/DEVICE-PROTOCOL.md, identity). The ledger decides
 * duplicates and is the evidence of continuity: its holes are gaps. Runs when the units are locked, in the transaction that stores the messages.
 */
export async function readLedger(db: Db, named: readonly Named[]): Promise<Known> {
  if (named.length === 0) return new Map();
  const batch = unnestColumns({
    serial: ['text', named.map((one) => one.serial)],
    log: ['text', named.map((one) => one.log)],
    seq: ['bigint', named.map((one) => one.seq)],
    ix: ['integer', named.map((_, i) => i)],
  });
  const { rows } = await sql<{ ix: number; hash: Uint8Array | null }>`
    select batch.ix, h.hash
    from ${batch.rows}
    join appliance a on a.serial = batch.serial
    join received r on r.appliance = a.id and r.log = batch.log and r.seen @> batch.seq
    left join payload_hash h on h.appliance = a.id and h.log = batch.log and h.seq = batch.seq`.execute(db);
  return new Map(rows.flatMap(({ ix, hash }) => (named[ix] ? [[keyOf(named[ix]), hash]] : [])));
}

/** For each claim, in order, what it is; a repetition inside the batch counts as held. */
export function judge(claims: readonly Claim[], known: Known): Held[] {
  const inBatch = new Map<string, Uint8Array>();
  return claims.map((claim): Held => {
    const key = keyOf(claim);
    const hash = inBatch.get(key) ?? known.get(key);
    if (hash === undefined) {
      inBatch.set(key, claim.hash);
      return 'new';
    }
    // Old hashes are removed after a while: then an identity is just a repetition.
    return hash !== null && Buffer.compare(hash, claim.hash) !== 0 ? 'conflict' : 'same';
  });
}

/** Enters new messages into the ledger. */
export async function remember(db: Db, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  const logs = Map.groupBy(claims, (claim) => `${claim.appliance} ${claim.log}`);
  const rows = [...logs.values()].flatMap((ofLog) => {
    const [first] = ofLog;
    return first ? [{ ...first, seen: toMultirange(rangesOf(ofLog.map(({ seq }) => seq))) }] : [];
  });
  const seen = unnestColumns({
    appliance: ['integer', rows.map((row) => row.appliance)],
    log: ['text', rows.map((row) => row.log)],
    seen: ['text', rows.map((row) => row.seen)],
    first_at: ['timestamptz', rows.map((row) => row.received_ms)],
  });
  const entering = sql`
    insert into received as r (appliance, log, seen, first_at)
    select appliance, log, seen::int8multirange, first_at from ${seen.rows}
    on conflict (appliance, log) do update set seen = r.seen + excluded.seen`.execute(db);
  const hashes = unnestColumns({
    appliance: ['integer', claims.map((claim) => claim.appliance)],
    log: ['text', claims.map((claim) => claim.log)],
    seq: ['bigint', claims.map((claim) => claim.seq)],
    hash: ['bytea', claims.map((claim) => claim.hash)],
    received_at: ['timestamptz', claims.map((claim) => claim.received_ms)],
  });
  const keeping = sql`insert into payload_hash (${hashes.names}) select ${hashes.names} from ${hashes.rows}`.execute(
    db,
  );
  await Promise.all([entering, keeping]);
}
