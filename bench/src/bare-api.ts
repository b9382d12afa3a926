/** Program: bare Fastify that makes the reads of a call and answers with its reply, and does nothing else. */
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import Fastify from 'fastify';

/** A call: the statements that answer it, with their parameters, and the reply. */
export type BareCall = { path: string; reads: { sql: string; parameters: string[] }[]; reply: unknown };
export type BareOrder = { dataDir: string; calls: BareCall[] };
export type BareTold = { port: number };

process.channel?.ref();
process.once('message', (order: BareOrder) => void serve(order));

async function serve({ dataDir, calls }: BareOrder): Promise<void> {
  const db = await PGlite.create(join(dataDir, 'database'));
  const app = Fastify();
  for (const { path, reads, reply } of calls)
    app.get(path, async () => {
      for (const { sql, parameters } of reads) await db.query(sql, parameters);
      return reply;
    });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: Number(new URL(address).port) } satisfies BareTold);
}
