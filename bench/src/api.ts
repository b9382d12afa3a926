import { cp } from 'node:fs/promises';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo } from '@brina/contract/calls/people/account';
import type { BareOrder, BareTold } from './bare-api.ts';
import { startNode } from './children.ts';
import { alternately, type PartResult, type Row, ratioRow } from './figures.ts';
import type { HttpCount, HttpOrder } from './http-load.ts';
import { signIn, startPortal, type Template, templateOf, temporaryFolder } from './portal.ts';
import { appliances } from './scale.ts';

const connections = 16;
const measured_ms = 3000;

/** The peers, and the least that is wanted against each. */
const peers = [
  { name: 'bare Fastify', prepares: false, target: 1 },
  { name: 'bare Fastify with prepared statements', prepares: true, target: 0.85 },
] as const;

/** Requests a second of two reading calls, against Fastify that makes the same reads and checks nothing. */
export async function api(folders: AsyncDisposableStack): Promise<PartResult> {
  const template = await templateOf(appliances, folders);
  await using portal = await startPortal(template, folders);
  const { headers, oid, sid } = await signIn(portal, template.user);
  const paths = [getUserInfo.path, listLaboratories.path];
  const calls = await Promise.all(
    paths.map(async (path) => ({ path, reply: await (await fetch(portal.url + path, { headers })).json() })),
  );

  await using client = startNode<HttpCount>(['bench/src/http-load.ts']);
  const load = async (order: Omit<HttpOrder, 'connections'>): Promise<number> => {
    client.tell({ ...order, connections } satisfies HttpOrder);
    return (await client.next()).requests_per_s;
  };
  const ownPort = Number(new URL(portal.url).port);
  const rows: Row[] = [];
  for (const { name, prepares, target } of peers) {
    await using bare = await startBare(template, { prepares, user: { oid, sid }, calls }, folders);
    for (const path of paths) {
      const ask = (to: number, for_ms: number): Promise<number> => load({ port: to, path, headers, for_ms });
      await ask(ownPort, 1000);
      await ask(bare.port, 1000);
      const pairs = await alternately(
        () => ask(ownPort, measured_ms),
        () => ask(bare.port, measured_ms),
      );
      rows.push(ratioRow(`API: GET ${path}, against ${name}`, 'requests/s', pairs, target));
    }
  }
  return {
    rows,
    notes: [
      `${connections} connections that stay open, one request at a time each, ${measured_ms / 1000} s a figure; embedded database in both. The peers make the reads of the session and of the reply in their own thread, one after the other (four for user-info, two for labs), and serialise the same reply. Ours also verifies the token, checks key, role, shape and ownership, reads inside a read-only transaction, validates the reply, and asks its database in another thread.`,
      'The first peer asks by PGlite’s `query`, which plans each time and knows no prepared statements; the second sends messages of the protocol that name them, as ours does.',
      'What makes ours fast: the plans of what the query builder makes are kept, as planning in wasm takes longer than a point read; who the caller is is asked by a statement that is built once; that and what the reply says go to the thread of the database in one crossing, for the caller that the session had last, and thrown away if it is another.',
    ],
  };
}

/** Starts a peer on a copy of the template. */
async function startBare(
  template: Template,
  order: Omit<BareOrder, 'dataDir'>,
  folders: AsyncDisposableStack,
): Promise<AsyncDisposable & BareTold> {
  const dataDir = await temporaryFolder('bare', folders);
  await cp(template.dataDir, dataDir, { recursive: true });
  const bare = startNode<BareTold>(['bench/src/bare-api.ts']);
  bare.tell({ ...order, dataDir } satisfies BareOrder);
  return { ...(await bare.next()), [Symbol.asyncDispose]: () => bare[Symbol.asyncDispose]() };
}
