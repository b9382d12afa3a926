import { cp } from 'node:fs/promises';
import { startNode } from './children.ts';
import { alternately, type PartResult, ratioRow } from './figures.ts';
import type { LoadCount, LoadOrder } from './ingest-load.ts';
import type { LoopOrder, LoopRun, LoopTold } from './insert-loop.ts';
import { type Portal, startPortal, templateOf, temporaryFolder } from './portal.ts';
import { appliances } from './scale.ts';

const samples = 6;
const measured_ms = 5000;
const sending = { inFlight: 8, samples, warmUp_ms: 1000, count_ms: measured_ms };

/** Rows a second while a batch is stored, by the portal's own count, against a loop that writes the same rows by hand. */
export async function insert(folders: AsyncDisposableStack): Promise<PartResult> {
  const template = await templateOf(appliances, folders);
  const units = template.fleet.units.slice(0, 100);
  await using portal = await startPortal(template, folders);
  const ours = async (): Promise<Stored> => {
    await using client = startNode<LoadCount>(['bench/src/ingest-load.ts']);
    const before = await storedBy(portal);
    client.tell({ port: portal.mqttPort, fleet: { ...template.fleet, units }, ...sending } satisfies LoadOrder);
    await client.next();
    const after = await storedBy(portal);
    return {
      messages: after.messages - before.messages,
      samples: after.samples - before.samples,
      seconds: after.seconds - before.seconds,
      batches: after.batches - before.batches,
    };
  };
  const first = await ours();
  const messagesPerBatch = Math.round(first.messages / first.batches);

  const dataDir = await temporaryFolder('loop', folders);
  await cp(template.dataDir, dataDir, { recursive: true });
  await using loop = startNode<LoopTold>(['bench/src/insert-loop.ts']);
  loop.tell({ dataDir, messagesPerBatch, samples } satisfies LoopOrder);
  await loop.next();
  const pairs = await alternately(
    async () => {
      const stored = await ours();
      return stored.samples / stored.seconds;
    },
    async () => {
      loop.tell({ for_ms: measured_ms } satisfies LoopRun);
      const told = await loop.next();
      return typeof told === 'object' ? told.rows_per_s : Number.NaN;
    },
  );
  return {
    rows: [ratioRow('insert: rows while a batch is stored, against a hand-written loop', 'rows/s', pairs, 0.9)],
    notes: [
      `Ours: samples by the seconds spent in batches (brina_ingest_samples_total, brina_ingest_batch_seconds) while ${units.length} units send as fast as they may, so it contains validation, the ledger, the features' steps and the contention with clients and TLS; parsing only as far as no other batch was being stored meanwhile. Peer: a loop on PGlite with the same settings and real fsync, without clients beside it, in transactions of ${messagesPerBatch} messages (the portal's mean) of ${samples} samples: live_state read and updated, received, payload_hash, telemetry, rollup_due. It parses and judges nothing.`,
      'What the difference is made of: the message is parsed, validated and hashed from its text, the ledger is asked before it is written, the features’ steps and the whole live picture of each unit go along, and a batch crosses to the thread of the database some eight times, to keep it at work while the rest is put together.',
    ],
  };
}

type Stored = { messages: number; samples: number; seconds: number; batches: number };

async function storedBy({ url }: Portal): Promise<Stored> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    messages: of('brina_ingest_messages_total'),
    samples: of('brina_ingest_samples_total'),
    seconds: of('brina_ingest_batch_seconds_sum'),
    batches: of('brina_ingest_batch_seconds_count'),
  };
}
