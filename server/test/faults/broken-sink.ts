/**
 * A portal that is broken on purpose, as a program: the checker of the fault test must find it out.
 * `early-ack` acknowledges before it commits; `no-identity` commits first, but does not know what it holds already.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { UpMessage } from '#core/bus/bus.ts';
import { memoryBus } from '#core/bus/memory-bus.ts';
import { systemClock } from '#core/clock.ts';
import { timestamp } from '#core/db/instants.ts';
import { openDatabase } from '#core/db/open-database.ts';
import { openEdge } from '#core/edge/edge.ts';
import { acksOf } from '#core/ingest/acks.ts';
import { type Parsed, parseMessage } from '#core/ingest/parse.ts';
import { openPki } from '#core/pki/pki.ts';
import { filePkiStore } from '#core/pki/pki-store.ts';

/** How it is broken. */
export type BrokenSink = 'early-ack' | 'no-identity';

const [, , kind, dataDir = '', url = '', mqttPort = '', httpPort = ''] = process.argv;
/** Who asks over the channel is told when it stands between the one and the other thing that belong together, and stays there. */
let isAsked = false;
process.on('message', () => (isAsked = true));

const log = pino({ level: 'silent' });
const db = await openDatabase({ dataDir, url: url || undefined, clock: systemClock });
const pki = await openPki({ store: filePkiStore(join(dataDir, 'pki')), brand: 'IRINOX', clock: systemClock });
const bus = memoryBus({ log });

// The key of the table would refuse what is stored twice: that is not what keeps the real portal from doing it.
await db.write(async (tx) => {
  await sql`create table if not exists telemetry_all partition of telemetry for values from (minvalue) to (maxvalue)`.execute(
    tx,
  );
  await sql`alter table telemetry drop constraint if exists telemetry_pkey`.execute(tx);
  await sql`alter table event drop constraint if exists event_pkey`.execute(tx);
});

type Heard = { serial: string; parsed: Parsed };

const store = (heard: readonly Heard[]): Promise<void> =>
  db.write(async (tx) => {
    for (const { serial, parsed } of heard) {
      const { log: of, seq } = parsed.identity;
      const appliance = sql`(select id from appliance where serial = ${serial})`;
      const at = (offset: number) => timestamp(parsed.at_ms + offset);
      if (parsed.topic === 'tel')
        for (const [ix, [offset, values]] of parsed.message.s.entries())
          await sql`
            insert into telemetry (appliance, at, log, seq, ix, received_at, flags, "TCell", "TCore1", "compressorStarts")
            values (${appliance}, ${at(offset)}, ${of}, ${seq}, ${ix}, ${at(0)}, 0, ${values['TCell']}, ${values['TCore1']},
              ${values['compressorStarts']})`.execute(tx);
      if (parsed.topic !== 'evt') continue;
      const { log: _l, seq: _s, boot: _b, at: _a, sent: _t, up: _u, ...body } = parsed.message;
      await sql`
        insert into event (appliance, at, log, seq, type, body, received_at)
        values (${appliance}, ${at(0)}, ${of}, ${seq}, ${body.type}, ${JSON.stringify(body)}::jsonb, ${at(0)})`.execute(
        tx,
      );
    }
  });

const acknowledge = async (heard: readonly Heard[]): Promise<void> => {
  for (const { serial, ack } of acksOf(heard.map(({ serial, parsed }) => ({ serial, ...parsed.identity }))))
    await bus.ask(serial, { kind: 'down', topic: 'ack', payload: ack }, 1000);
};

bus.consume(async (batch: readonly UpMessage[]) => {
  const heard = batch.flatMap((message): Heard[] => {
    if (message.kind !== 'message') return [];
    const parsed = parseMessage(message.topic, message.payload);
    return 'topic' in parsed ? [{ serial: message.serial, parsed }] : [];
  });
  const steps = kind === 'early-ack' ? [acknowledge, store] : [store, acknowledge];
  await steps[0]?.(heard);
  if (isAsked && heard.length > 0) {
    process.send?.('torn');
    await new Promise(() => undefined);
  }
  await steps[1]?.(heard);
});

await openEdge({
  host: '127.0.0.1',
  port: Number(mqttPort),
  pki,
  bus,
  clock: systemClock,
  latestConnection: async () => undefined,
  appliances: { mayConnect: async () => 'ok' },
  uptime: { begin: async () => undefined, beat: async () => undefined, end: async () => undefined },
  limited: () => undefined,
  log,
  heartbeat_ms: 60_000,
});
createServer((_request, response) => response.end('up')).listen(Number(httpPort), '127.0.0.1');
process.on('SIGTERM', () => void db[Symbol.asyncDispose]().then(() => process.exit(0)));
