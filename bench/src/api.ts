import { cp } from 'node:fs/promises';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo } from '@brina/contract/calls/people/account';
import type { BareCall, BareOrder, BareTold } from './bare-api.ts';
import { startNode } from './children.ts';
import { now_ms } from './clock.ts';
import { alternately, type PartResult, type Row, ratioRow } from './figures.ts';
import type { HttpCount, HttpOrder } from './http-load.ts';
import { signIn, startPortal, templateOf, temporaryFolder } from './portal.ts';
import { appliances } from './scale.ts';

const connections = 16;
const measured_ms = 3000;

/** Requests a second of two reading calls, against Fastify that makes the same reads and checks nothing. */
export async function api(folders: AsyncDisposableStack): Promise<PartResult> {
  const template = await templateOf(appliances, folders);
  await using portal = await startPortal(template, folders);
  const { headers, oid } = await signIn(portal, template.user);
  const paths = [getUserInfo.path, listLaboratories.path];
  const replies = await Promise.all(paths.map(async (path) => (await fetch(portal.url + path, { headers })).json()));

  const dataDir = await temporaryFolder('bare', folders);
  await cp(template.dataDir, dataDir, { recursive: true });
  await using bare = startNode<BareTold>(['bench/src/bare-api.ts']);
  bare.tell({ dataDir, calls: bareCalls(oid, replies) } satisfies BareOrder);
  const { port } = await bare.next();

  await using client = startNode<HttpCount>(['bench/src/http-load.ts']);
  const load = async (order: Omit<HttpOrder, 'connections'>): Promise<number> => {
    client.tell({ ...order, connections } satisfies HttpOrder);
    return (await client.next()).requests_per_s;
  };
  const ownPort = Number(new URL(portal.url).port);
  const rows: Row[] = [];
  for (const path of paths) {
    const ask = (to: number, for_ms: number): Promise<number> => load({ port: to, path, headers, for_ms });
    await ask(ownPort, 1000);
    await ask(port, 1000);
    const pairs = await alternately(
      () => ask(ownPort, measured_ms),
      () => ask(port, measured_ms),
    );
    rows.push(ratioRow(`API: GET ${path}, against bare Fastify`, 'requests/s', pairs, 0.8));
  }
  return {
    rows,
    notes: [
      `${connections} connections that stay open, one request at a time each, ${measured_ms / 1000} s a figure; embedded database in both. The peer makes the reads of the session and of the reply in its own thread and serialises the same reply. Ours also verifies the signature of the token, checks key, role, shape and ownership, reads inside a read-only transaction, validates the reply, and asks its database in another thread.`,
      'What the difference is made of, by a profile: begin, two reads and commit each cross to the thread of the one connection, and meanwhile the portal’s own thread is idle for nearly half of the time; the signature of the token is a few percent.',
    ],
  };
}

/** The reads of both calls, as the portal makes them. */
function bareCalls(oid: string, [userInfo, laboratories]: unknown[]): BareCall[] {
  const caller = {
    sql: `select u.role, u.company_id, u.language, u.email, u.status from app_user u
      left join session s on s.user_id = u.id and s.ended_at is null and s.expires_at > $2 where u.id = $1`,
    parameters: [oid, new Date(now_ms()).toISOString()],
  };
  const user = {
    sql: `select u.*, c.name as company_name, c.time_zone as company_time_zone from app_user u
      left join company c on c.id = u.company_id where u.id = $1`,
    parameters: [oid],
  };
  const kitchens = {
    sql: `select l.*, (select count(*) from appliance a where a.laboratory_id = l.id) as appliances from laboratory l
      where l.company_id = (select company_id from app_user where id = $1) order by lower(l.name), l.id`,
    parameters: [oid],
  };
  return [
    { path: getUserInfo.path, reads: [caller, user], reply: userInfo },
    { path: listLaboratories.path, reads: [caller, kitchens], reply: laboratories },
  ];
}
