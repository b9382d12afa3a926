import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { unnestColumns } from '../db/unnest.ts';
import { rangesOf, toMultirange } from './ranges.ts';

/** A message that claims an identity. */
export type Claim = { appliance: number; log: string; seq: number; hash: Uint8Array; received_ms: number };

/** Whether the portal holds an identity already: not, with this content, or with another one. */
export type Held = 'new' | 'same' | 'conflict';

/**
 * Enters messages into the ledger of what was received (docs/DEVICE-PROTOCOL.md, identity). The ledger decides duplicates and is the
 * evidence of continuity: its holes are gaps. Runs in the transaction that stores the messages themselves.
 * @returns for each claim, in order, what it is; a repetition inside the batch counts as held
 */
export async function enter(db: Db, claims: readonly Claim[]): Promise<Held[]> {
  if (claims.length === 0) return [];
  const batch = unnestColumns({
    appliance: ['integer', claims.map((c) => c.appliance)],
    log: ['text', claims.map((c) => c.log)],
    seq: ['bigint', claims.map((c) => c.seq)],
    ix: ['integer', claims.map((_, i) => i)],
  });
  const known = await sql<{ ix: number; hash: Uint8Array | null }>`
    select batch.ix, h.hash
    from ${batch.rows}
    join received r on r.appliance = batch.appliance and r.log = batch.log and r.seen @> batch.seq
    left join payload_hash h on h.appliance = batch.appliance and h.log = batch.log and h.seq = batch.seq`.execute(db);
  const before = new Map(known.rows.map((row) => [row.ix, row.hash]));
  const inBatch = new Map<string, Uint8Array>();
  const held = claims.map((claim, i): Held => {
    const key = `${claim.appliance} ${claim.log} ${claim.seq}`;
    const hash = inBatch.get(key) ?? before.get(i);
    if (hash === undefined) {
      inBatch.set(key, claim.hash);
      return 'new';
    }
    // Old hashes are removed after a while: then an identity is just a repetition.
    return hash !== null && Buffer.compare(hash, claim.hash) !== 0 ? 'conflict' : 'same';
  });
  await remember(
    db,
    claims.filter((_, i) => held[i] === 'new'),
  );
  return held;
}

async function remember(db: Db, claims: readonly Claim[]): Promise<void> {
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
  await sql`
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
  await sql`insert into payload_hash (${hashes.names}) select ${hashes.names} from ${hashes.rows}`.execute(db);
}
