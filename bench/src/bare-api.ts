/** Program: bare Fastify that makes the reads of a call and answers with its reply, and does nothing else. */
import { join } from 'node:path';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { PGlite } from '@electric-sql/pglite';
import Fastify from 'fastify';
import { serialize } from 'pg-protocol';
import { now_ms } from './clock.ts';

export type BareOrder = {
  dataDir: string;
  /** Whether its statements are prepared. PGlite's `query` cannot, so it speaks the protocol then. */
  prepares: boolean;
  user: { oid: string; sid: string };
  calls: { path: string; reply: unknown }[];
};
export type BareTold = { port: number };

/** A statement with its parameters. */
type Read = { sql: string; parameters: string[] };

process.channel?.ref();
process.once('message', (order: BareOrder) => void serve(order));

async function serve({ dataDir, prepares, user, calls }: BareOrder): Promise<void> {
  const db = await PGlite.create(join(dataDir, 'database'));
  const readsOf = await readsFor(db, user);
  const app = Fastify();
  for (const { path, reply } of calls) {
    const reads = (readsOf[path] ?? []).map((read) => (prepares ? prepared(db, read) : plain(db, read)));
    app.get(path, async () => {
      for (const read of reads) await read();
      return reply;
    });
  }
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: Number(new URL(address).port) } satisfies BareTold);
}

/** The reads of the calls, as the portal makes them: first who it is, then what the reply says. */
async function readsFor(db: PGlite, { oid, sid }: BareOrder['user']): Promise<Record<string, Read[]>> {
  const { rows } = await db.query<{ company_id: string }>('select company_id from app_user where id = $1', [oid]);
  const company = rows[0]?.company_id ?? '';
  const caller = {
    sql: `select u.role, u.company_id, u.language, u.email, u.status, u.tos_version, s.confirmed_at,
        exists (select f.id from factor f where f.user_id = u.id) as has_factor,
        m.id as member_id, m.role as member_role, m.company_id as member_company_id
      from session s join app_user u on u.id = s.user_id
      left join membership m on m.id = s.membership_id and m.user_id = u.id and m.accepted_at is not null
      where s.id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > $3 and u.erased_at is null`,
    parameters: [sid, oid, new Date(now_ms()).toISOString()],
  };
  const user = {
    sql: `select u.*, c.name as company_name from app_user u left join company c on c.id = u.company_id where u.id = $1`,
    parameters: [oid],
  };
  const actsFor = { sql: 'select name, time_zone from company where id = $1', parameters: [company] };
  const memberships = {
    sql: `select m.id, c.name, m.role, m.accepted_at from membership m join company c on c.id = m.company_id
      where m.user_id = $1 order by c.name, m.id`,
    parameters: [oid],
  };
  const kitchens = {
    sql: `select l.*, (select count(*) from appliance where laboratory_id = l.id) as appliances,
        (select coalesce(c.name, trim(u.first_name || ' ' || u.last_name)) from app_user u left join company c on c.id = u.company_id
          where lower(u.email) = lower(l.assistance_center) and u.role = any($2::text[]) and u.status = 'ACTIVE'
            and u.erased_at is null order by u.id limit 1) as served_by
      from laboratory l where l.company_id = $1 order by l.id`,
    parameters: [company, '{SERVICE,SERVICE_SALES}'],
  };
  return {
    [getUserInfo.path]: [caller, user, actsFor, memberships],
    [listLaboratories.path]: [caller, kitchens],
  };
}

/** A read by the function that PGlite has for it, planned each time. */
const plain =
  (db: PGlite, { sql, parameters }: Read) =>
  (): Promise<unknown> =>
    db.query(sql, parameters);

let prepared_n = 0;

/** A read whose plan is kept: prepared by name with the first request. */
function prepared(db: PGlite, { sql, parameters }: Read): () => Promise<unknown> {
  const name = `read_${++prepared_n}`;
  const send = (...parts: Uint8Array[]): Promise<unknown> =>
    db.execProtocol(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false });
  const isPrepared = send(serialize.parse({ name, text: sql, types: [] }));
  return async () => {
    await isPrepared;
    return send(
      serialize.bind({ statement: name, values: parameters }),
      serialize.describe({ type: 'P' }),
      serialize.execute(),
    );
  };
}
