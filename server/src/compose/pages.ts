import type { Health, PublicConfig } from '@brina/contract/config';
import { cycleFileSchema } from '@brina/contract/cycle-file';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { openApiDocument, openApiPage, openApiStyles } from '#core/http/openapi.ts';
import { Refusal } from '#core/http/refusal.ts';
import type { Condition } from './condition.ts';
import { serveFamilyFiles } from './family-files.ts';
import { serveFixedText } from './fixed-text.ts';
import { isFromHere } from './http.ts';

/** What stands outside the table of calls and needs no key: configuration, health, metrics, the description of calls, files and families. */
export function servePages(
  app: FastifyInstance,
  parts: {
    /** What a browser that came by this Host needs to begin. */
    config(host: string): PublicConfig;
    health(): Promise<Health>;
    condition(): Promise<Condition>;
    metrics: Registry;
    subscriptionKeyHeader: string;
    tokenUrl: string;
    version: string;
  },
): void {
  app.get('/config.json', async (request, reply) =>
    reply.header('cache-control', 'no-store').send(parts.config(request.host)),
  );
  app.get('/health', async (_request, reply) => {
    const state = await parts.health();
    return reply.code(state.status === 'ok' ? 200 : 503).send(state);
  });
  // That it answers is all there is to say.
  app.get('/live', async (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/ready', async (_request, reply) => {
    const { unready } = await parts.condition();
    return reply
      .code(unready.length === 0 ? 200 : 503)
      .send({ status: unready.length === 0 ? 'ok' : 'not_ready', codes: unready });
  });
  app.get('/metrics', async (request, reply) => {
    // Numbers about the installation are not for the network.
    if (!isFromHere(request)) throw new Refusal('not_found', 404);
    return reply.type(parts.metrics.contentType).send(await parts.metrics.metrics());
  });
  serveFamilyFiles(app);
  const document = openApiDocument(parts);
  serveFixedText(app, '/api/openapi.json', { type: 'application/json', text: JSON.stringify(document) });
  serveFixedText(app, '/api/cycles.schema.json', {
    type: 'application/schema+json',
    text: JSON.stringify(cycleFileSchema()),
  });
  serveFixedText(app, '/api/docs', { type: 'text/html', text: openApiPage(document) });
  serveFixedText(app, '/api/docs.css', { type: 'text/css', text: openApiStyles });
}
