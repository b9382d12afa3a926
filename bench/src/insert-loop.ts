/** Program: a hand-written loop that writes what a batch of messages becomes, into the tables the portal writes. */
import { createHash } from 'node:crypto';
import { fdatasyncSync } from 'node:fs';
import { join } from 'node:path';
import { hour_ms } from '@brina/domain/language/durations';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { now_ms } from './clock.ts';
import { newLog } from './fleet.ts';
import { sampleOf } from './samples.ts';

export type LoopOrder = { dataDir: string; messagesPerBatch: number; samples: number };
/** How long to write for; each is answered with a rate. */
export type LoopRun = { for_ms: number };
export type LoopTold = 'ready' | { rows_per_s: number };

/** The rule of the house: a commit is on the disk. PGlite's file system has no sync of its own. */
class SyncingFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const addSync = (module: unknown): void => {
      const { NODEFS } = module as { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } };
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        fdatasyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), addSync] } };
  }
}

process.channel?.ref();
process.once('message', (order: LoopOrder) => void serve(order));

async function serve({ dataDir, messagesPerBatch, samples }: LoopOrder): Promise<void> {
  const settings = ['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=64MB', 'timezone=UTC'];
  const db = await PGlite.create({
    fs: new SyncingFS(join(dataDir, 'database')),
    startParams: [
      ...PGlite.defaultStartParams.filter((one) => one !== '-F'),
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
  });
  const { rows } = await db.query<{ id: number }>(`select id from appliance where serial like 'BENCH-%' order by id`);
  const units = rows.map(({ id }) => ({ id, log: newLog(), seq: 0 }));
  await makePartitions(db);
  process.on('message', ({ for_ms }: LoopRun) => {
    void writeFor(for_ms).then((told) => process.send?.(told satisfies LoopTold));
  });
  process.send?.('ready' satisfies LoopTold);

  async function writeFor(for_ms: number): Promise<{ rows_per_s: number }> {
    const started = now_ms();
    let written = 0;
    let next = 0;
    while (now_ms() - started < for_ms) {
      const messages = Array.from({ length: messagesPerBatch }, () =>
        messageOf(units[next++ % units.length]!, samples),
      );
      await db.transaction((tx) => writeBatch(tx, messages));
      written += messagesPerBatch * samples;
    }
    return { rows_per_s: (written / (now_ms() - started)) * 1000 };
  }
}

type Message = {
  appliance: number;
  log: string;
  seq: number;
  at: string[];
  values: Record<string, number>[];
  payload: string;
};

function messageOf(unit: { id: number; log: string; seq: number }, samples: number): Message {
  const seq = unit.seq++;
  const last_ms = Math.round(now_ms());
  const values = Array.from({ length: samples }, (_, i) => sampleOf(seq * samples + i));
  const at = values.map((_, i) => new Date(last_ms - (samples - 1 - i) * 10_000).toISOString());
  return {
    appliance: unit.id,
    log: unit.log,
    seq,
    at,
    values,
    payload: JSON.stringify({ log: unit.log, seq, at: last_ms, s: values }),
  };
}

async function writeBatch(tx: Transaction, messages: readonly Message[]): Promise<void> {
  const appliances = [...new Set(messages.map(({ appliance }) => appliance))];
  const received = new Date(now_ms()).toISOString();
  await tx.query('select * from live_state where appliance = any($1::int[]) order by appliance for update', [
    appliances,
  ]);
  await tx.query(
    `select r.seen @> m.seq as held from unnest($1::int[], $2::text[], $3::bigint[]) m(appliance, log, seq)
     left join received r on r.appliance = m.appliance and r.log = m.log`,
    [messages.map((m) => m.appliance), messages.map((m) => m.log), messages.map((m) => m.seq)],
  );
  const perLog = [...Map.groupBy(messages, ({ log }) => log).values()];
  await tx.query(
    `insert into received as r (appliance, log, seen, first_at)
     select appliance, log, seen::int8multirange, $4 from unnest($1::int[], $2::text[], $3::text[]) m(appliance, log, seen)
     on conflict (appliance, log) do update set seen = r.seen + excluded.seen`,
    [
      perLog.map(([m]) => m!.appliance),
      perLog.map(([m]) => m!.log),
      perLog.map((all) => `{[${all[0]!.seq},${all.at(-1)!.seq}]}`),
      received,
    ],
  );
  await tx.query(
    `insert into payload_hash (appliance, log, seq, hash, received_at)
     select appliance, log, seq, decode(hash, 'hex'), $5 from unnest($1::int[], $2::text[], $3::bigint[], $4::text[]) m(appliance, log, seq, hash)`,
    [
      messages.map((m) => m.appliance),
      messages.map((m) => m.log),
      messages.map((m) => m.seq),
      messages.map((m) => createHash('sha256').update(m.payload).digest('hex')),
      received,
    ],
  );
  await insertSamples(tx, messages, received);
  await tx.query(
    `insert into rollup_due (appliance, bucket, due_at)
     select distinct appliance, date_bin('10 minutes', at, '2000-01-01Z'), $3::timestamptz + interval '15 minutes'
     from unnest($1::int[], $2::timestamptz[]) m(appliance, at) on conflict do nothing`,
    [messages.flatMap((m) => m.at.map(() => m.appliance)), messages.flatMap((m) => m.at), received],
  );
  const latest = [...new Map(messages.map((m) => [m.appliance, m])).values()];
  await tx.query(
    `update live_state s set log = m.log, seq = m.seq, last_seen_at = $5, reported = m.reported::jsonb, v_reported = s.v_reported + 1
     from unnest($1::int[], $2::text[], $3::bigint[], $4::text[]) m(appliance, log, seq, reported) where s.appliance = m.appliance`,
    [
      latest.map((m) => m.appliance),
      latest.map((m) => m.log),
      latest.map((m) => m.seq),
      latest.map((m) => JSON.stringify(m.values.at(-1))),
      received,
    ],
  );
}

const metrics = Object.keys(sampleOf(0));
const typeOf = (name: string): string =>
  ({ energyCounter: 'bigint', compressorState: 'smallint', door: 'smallint', powerState: 'smallint' })[name] ?? 'real';

async function insertSamples(tx: Transaction, messages: readonly Message[], received: string): Promise<void> {
  const rows = messages.flatMap((m) => m.values.map((values, ix) => ({ ...m, values, ix, at: m.at[ix] })));
  const names = metrics.map((name) => `"${name}"`).join(', ');
  const types = ['int', 'timestamptz', 'text', 'bigint', 'smallint', ...metrics.map(typeOf)];
  await tx.query(
    `insert into telemetry (appliance, at, log, seq, ix, received_at, flags, ${names})
     select appliance, at, log, seq, ix, $${types.length + 1}, 0, ${names}
     from unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')}) m(appliance, at, log, seq, ix, ${names})`,
    [
      rows.map((row) => row.appliance),
      rows.map((row) => row.at),
      rows.map((row) => row.log),
      rows.map((row) => row.seq),
      rows.map((row) => row.ix),
      ...metrics.map((name) => rows.map((row) => row.values[name])),
      received,
    ],
  );
}

/** The month of the samples, and the one before, if a run begins right after midnight of the first. */
async function makePartitions(db: PGlite): Promise<void> {
  for (const at_ms of [now_ms(), now_ms() - hour_ms]) {
    const at = new Date(at_ms);
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
    await db.exec(`create table if not exists telemetry_${year}_${String(month + 1).padStart(2, '0')} partition of telemetry
      for values from ('${new Date(Date.UTC(year, month)).toISOString()}') to ('${new Date(Date.UTC(year, month + 1)).toISOString()}')`);
  }
}
