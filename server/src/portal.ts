import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicConfig } from '@brina/contract/config';
import type { Edge } from '#core/edge/edge.ts';
import { type Round, startWorker, type Worker, type WorkerParts } from '#core/worker.ts';
import type { Identity } from '#identity/provider.ts';
import { openEdgeOf } from './compose/edge.ts';
import { type Ground, type GroundParts, openGround } from './compose/ground.ts';
import { openHttp } from './compose/http.ts';
import { openAdmission } from './compose/identity.ts';
import { openLive } from './compose/live.ts';
import { partsOf } from './compose/parts.ts';
import { serve } from './compose/serve.ts';
import { followUnits, roundsOf } from './compose/work.ts';
import { features } from './features.ts';

/** A running portal. Disposing it drains: it stops reading, commits, acknowledges and closes. */
export type Portal = AsyncDisposable &
  Ground & {
    url: string;
    /** Where it listens, whatever its public address is. */
    httpPort: number;
    mqttUrl: string;
    edge: Edge;
    identity: Identity;
    publicConfig: PublicConfig;
    worker: Worker;
    /** Resolves when everything received is committed, every due work is done, and live sessions were told. */
    settled(): Promise<void>;
  };

export type PortalParts = GroundParts & {
  /** Absent: rounds turn by themselves. A test brings one whose rounds turn when they are drained, and then only. */
  worker?: (rounds: readonly Round[], parts: WorkerParts) => Worker;
  /** Share of the demo's history that has arrived; absent outside the demo. */
  demoHistory?: () => Promise<number>;
};

/** Composes the portal, from the database up (see docs/ARCHITECTURE.md). */
export async function startPortal({
  worker: turning = startWorker,
  demoHistory,
  ...given
}: PortalParts): Promise<Portal> {
  await using stack = new AsyncDisposableStack();
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'));
  const ground = await openGround(given, stack);
  const { bus, db, metrics } = ground;
  stack.use(followUnits(ground, features));
  const http = stack.use(await openHttp(ground));
  const admission = await openAdmission(ground, http, version);
  const edge = stack.use(await openEdgeOf(ground));
  const parts = await partsOf(ground, http, edge, features);
  const { connections } = edge;
  await serve({ ground, http, admission, features, parts, connections, demoHistory, version });
  const live = stack.use(openLive(ground, http, admission, features));
  metrics.watch({ edge, liveConnections: live.connections });
  metrics.count(features.flatMap(({ gauges }) => gauges?.(parts) ?? []));
  const worker = stack.use(turning(roundsOf(ground, features, parts), { ...ground, commits: db.commits }));

  await http.listen();
  const url = http.address();
  const owned = stack.move();
  return {
    ...ground,
    url,
    httpPort: http.port(),
    mqttUrl: edge.url,
    edge,
    identity: admission.identity,
    publicConfig: admission.publicConfig(new URL(url).host),
    worker,
    settled: async () => {
      await bus.drained();
      await worker.drain();
      await bus.drained();
      await live.settled();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
