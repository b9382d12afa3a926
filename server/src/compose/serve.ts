import { join } from 'node:path';
import { allCalls } from '@brina/contract/all-calls';
import { Guesses } from '#core/access/guesses.ts';
import type { Feature, Parts } from '#core/feature.ts';
import { mountCalls } from '#core/http/router.ts';
import { watchCondition } from './condition.ts';
import { serveDocuments } from './documents.ts';
import type { Ground } from './ground.ts';
import type { Http } from './http.ts';
import type { Admission } from './identity.ts';
import { outboxOf, showsOutbox } from './mail.ts';
import { serveOutbox } from './outbox-page.ts';
import { servePages } from './pages.ts';
import { serveWebApp } from './web-app.ts';

type Served = {
  ground: Ground;
  http: Http;
  admission: Admission;
  features: readonly Feature[];
  parts: Parts;
  /** Units that are connected. */
  connections(): number;
  demoHistory: (() => Promise<number>) | undefined;
  version: string;
};

/** Serves every call of the contract, the pages beside them, and the web app. */
export async function serve({ ground, http, admission, features, parts, ...told }: Served): Promise<void> {
  const { config, metrics } = ground;
  const { identity, subscriptionKey, publicConfig } = admission;
  const { subscriptionKeyHeader } = config;
  const { app } = http;
  const handled = features.flatMap(({ calls }) => calls?.(parts) ?? []);
  const guesses = new Guesses();
  const ended = guesses.follow(ground.bus);
  app.addHook('onClose', async () => ended[Symbol.dispose]());
  const { verify } = identity;
  mountCalls(app, allCalls, handled, {
    ...ground,
    subscriptionKey,
    subscriptionKeyHeader,
    verify,
    demandsFactor: config.staffFactor,
    guesses,
  });
  const { version, connections, demoHistory } = told;
  const condition = watchCondition(ground);
  servePages(app, {
    condition,
    config: publicConfig,
    health: async () => {
      const { database, writable, waiting_s, disk, isWell } = await condition();
      return {
        status: isWell ? 'ok' : 'degraded',
        database,
        writable,
        waiting_s,
        disk,
        appliances: connections(),
        demoHistory: database && demoHistory ? await demoHistory() : null,
        version,
      };
    },
    metrics: metrics.registry,
    subscriptionKeyHeader,
    tokenUrl: identity.tokenPath,
    version,
  });
  for (const { pages } of features) pages?.(app, parts);
  if (showsOutbox(config)) serveOutbox(app, outboxOf(config));
  const dist = join(import.meta.dirname, '../../../web/dist');
  await serveDocuments(app, dist, { ...config, clock: ground.clock });
  await serveWebApp(app, dist, { config: publicConfig, methodsOf: http.methodsOf });
  await app.ready();
}
