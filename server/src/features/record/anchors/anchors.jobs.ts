import { createHash, randomBytes } from 'node:crypto';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { postOutside } from '#core/http/post-outside.ts';
import type { Witness } from '#core/pki/witness.ts';
import type { Round } from '#core/worker.ts';
import { type Sealer, sealedLog } from '#features/record/ledger/seal.ts';
import { nonceOf, requireStamp, stampRequest } from './parts/time-stamp.ts';
import { cosignedBy } from './witnessing.ts';

/** Whoever did not answer as it should is asked again after so long. */
const again_ms = hour_ms;
/** A witness is not asked more often. */
const cosigned_ms = 10 * minute_ms;
/** No moment at which somebody is asked lies further ahead. */
export const anchorAhead_ms = day_ms;

export type AnchorParts = { db: Database } & Sealer & Pick<Parts, 'log' | 'tsaUrl' | 'witness'>;

/** A checkpoint of the log that somebody outside is to attest. */
type Due = NonNullable<Awaited<ReturnType<typeof sealedLog>>> & { attested_size: number };

/** Somebody outside, and how it is asked. */
type Attestor = {
  kind: 'rfc3161' | 'witness';
  by: string;
  /** When it is asked next, after it has attested now. */
  next(now: number): number;
  /** @throws Error with a sentence for the operator */
  ask(due: Due, parts: AnchorParts): Promise<Uint8Array>;
};

/** Lets those whom the operator has named attest the log of the books when it has news. */
export const anchorRounds = (parts: AnchorParts): Round[] =>
  attestorsOf(parts).map((attestor) => ({
    name: `ledger anchors ${attestor.kind}`,
    every_ms: minute_ms,
    after: ['ledger seals'],
    run: () => anchorLog(attestor, parts),
  }));

const attestorsOf = ({ tsaUrl, witness }: AnchorParts): Attestor[] => [
  ...(tsaUrl === null ? [] : [stampingBy(tsaUrl)]),
  ...(witness === null ? [] : [witnessing(witness)]),
];

/** A stamp a day; of a day without news none. */
const stampingBy = (url: string): Attestor => ({
  kind: 'rfc3161',
  by: new URL(url).host,
  next: (now) => Math.floor(now / day_ms + 1) * day_ms,
  ask: async ({ text }, { clock }) => {
    const stamped = { hash: createHash('sha256').update(text).digest(), nonce: nonceOf(randomBytes(16)) };
    const { status, body } = await postOutside(url, {
      type: 'application/timestamp-query',
      body: stampRequest(stamped),
      clock,
    });
    if (status !== 200) throw new Error(`the authority answers with ${status}`);
    requireStamp(body, stamped);
    return body;
  },
});

/** A cosignature of each checkpoint: of those that a file or a link makes within the hour, not of each at once. */
const witnessing = (witness: Witness): Attestor => ({
  kind: 'witness',
  by: witness.name,
  next: (now) => now + cosigned_ms,
  ask: (due, parts) => cosignedBy(witness, due, parts),
});

/**
 * Has the latest checkpoint of the log attested, where one is due. Its next time is written before anybody is asked, in a transaction of its
 * own: none is open meanwhile, and of several portals one asks.
 */
async function anchorLog(attestor: Attestor, parts: AnchorParts): Promise<void> {
  const { db, clock, log } = parts;
  const due = await db.write((tx) => claimDue(tx, attestor, parts));
  if (!due) return;
  const { kind, by } = attestor;
  try {
    const attestation = await attestor.ask(due, parts);
    await db.write((tx) => keep(tx, attestor, { ...due, attestation, at: clock.now() }));
  } catch (err) {
    const sentence =
      'the log of the books is not attested by whom the operator has named, and is told to it again in an hour';
    log.error({ event: 'anchor.failed', kind, by, size: due.size, err }, sentence);
  }
}

async function claimDue(db: Db, { kind, by }: Attestor, sealer: Sealer): Promise<Due | undefined> {
  const now = sealer.clock.now();
  await db
    .insertInto('ledger_anchor_due')
    .values({ kind, due_at: timestamp(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const isDue = await db
    .selectFrom('ledger_anchor_due')
    .select('kind')
    .where('kind', '=', kind)
    .where('due_at', '<=', timestamp(now))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!isDue) return undefined;
  const checkpoint = await sealedLog(db, sealer);
  if (!checkpoint) return undefined;
  const { attested_size } = await db
    .selectFrom('ledger_anchor')
    .select(({ fn }) => fn.max<number | null>('log_size').as('attested_size'))
    .where('kind', '=', kind)
    .where('by', '=', by)
    .executeTakeFirstOrThrow();
  if (checkpoint.size <= (attested_size ?? 0)) return undefined;
  await db
    .updateTable('ledger_anchor_due')
    .set({ due_at: timestamp(now + again_ms) })
    .where('kind', '=', kind)
    .execute();
  return { ...checkpoint, attested_size: attested_size ?? 0 };
}

type Said = Due & { at: number; attestation: Uint8Array };

async function keep(db: Db, { kind, by, next }: Attestor, { log, size, at, attestation }: Said): Promise<void> {
  await db
    .insertInto('ledger_anchor')
    .values({ kind, by, log, log_size: size, at: timestamp(at), attestation })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable('ledger_anchor_due')
    .set({ due_at: timestamp(next(at)) })
    .where('kind', '=', kind)
    .execute();
}
