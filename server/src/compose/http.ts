import { readFile } from 'node:fs/promises';
import fastifyMiddie from '@fastify/middie';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { compressReplies } from '#core/http/compress.ts';
import { endConnections } from '#core/http/last-connections.ts';
import { believeProxies, type Proxies, readProxies } from '#core/http/proxies.ts';
import { answerErrors, serverOptions } from '#core/http/router.ts';
import type { Pki } from '#core/pki/pki.ts';
import { type Config, isLoopback } from '../config.ts';
import type { Ground } from './ground.ts';

/** Whether people reach the portal by TLS, its own or that of a proxy before it. */
const isSecure = (config: Config): boolean => config.tls !== null || config.publicUrl?.startsWith('https://') === true;

/** Whether a program on this machine asks for itself: nobody from the network, nor one whom a proxy on this machine forwards. */
export const isFromHere = ({ ip, socket, headers }: FastifyRequest): boolean =>
  [ip, socket.remoteAddress ?? ''].every(isLoopback) && headers['x-forwarded-for'] === undefined;

/** The HTTP server, and how it is reached. */
export type Http = AsyncDisposable & {
  app: FastifyInstance;
  proxies: Proxies;
  /** Where it listens; before it does, where it is told to. */
  port(): number;
  /** Address of the portal, as people reach it. */
  address(): string;
  /** Address of the live socket, by the checked Host of a request. */
  socketOrigin(host: string): string;
};

/** Opens the HTTP server with what holds for every request: ids, limits, errors in the catalogue's words, headers. */
export async function openHttp({ config, pki, clock, log, metrics }: Ground): Promise<Http> {
  const proxies = readProxies(config.trustedProxies);
  const trustProxy = (address: string, hop: number): boolean => hop === 0 && proxies.trusts(address);
  const app = Fastify({ ...serverOptions, trustProxy, ...(await httpsOf(config, pki)) });
  believeProxies(app.server, proxies);
  endConnections(app, clock);
  await app.register(fastifyMiddie);
  answerErrors(app, log);
  secureHeaders(app, config);
  compressReplies(app);
  app.addHook('onResponse', async (request, reply) => {
    const { callId } = request.routeOptions.config as { callId?: string };
    if (callId) metrics.answered(callId, reply.statusCode, reply.elapsedTime / 1000);
  });
  const port = (): number => {
    const bound = app.server.address();
    return typeof bound === 'object' && bound ? bound.port : config.httpPort;
  };
  return {
    app,
    proxies,
    port,
    address: () => config.publicUrl ?? `${config.tls ? 'https' : 'http'}://${config.host}:${port()}`,
    socketOrigin: (host) => socketOrigin(config, host, port()),
    [Symbol.asyncDispose]: () => app.close(),
  };
}

async function httpsOf(config: Config, pki: Pki): Promise<{ https?: { cert: string; key: string } }> {
  if (config.tls === null) return {};
  if (config.tls === 'own') {
    const { certificatePem, keyPem } = await pki.issueServer(['localhost', '127.0.0.1', config.host]);
    return { https: { cert: certificatePem, key: keyPem } };
  }
  return { https: { cert: await readFile(config.tls.cert, 'utf8'), key: await readFile(config.tls.key, 'utf8') } };
}

function secureHeaders(app: FastifyInstance, config: Config): void {
  app.addHook('onSend', async (request, reply) => {
    reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('x-request-id', request.id);
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'");
    if (request.url.startsWith('/api/v')) reply.header('cache-control', 'no-store');
    if (isSecure(config)) reply.header('strict-transport-security', 'max-age=31536000');
  });
}

/** The socket's origin by the checked Host of the request: a name that cannot be ours gets our own address. */
function socketOrigin(config: Config, host: string, ownPort: number): string {
  const named = /^(?:([\w.-]+)|\[([\da-f:]+)\])(?::\d{1,5})?$/i.exec(host);
  const name = named?.[1] ?? named?.[2] ?? '';
  // Beyond loopback we may have any name; on loopback a foreign one is a trick (DNS rebinding).
  const isOurs = named !== null && (isLoopback(name) || !isLoopback(config.host));
  const own = `${config.host.includes(':') ? `[${config.host}]` : config.host}:${ownPort}`;
  const origin = config.publicUrl ? new URL(config.publicUrl).host : isOurs ? host : own;
  return `${isSecure(config) ? 'wss' : 'ws'}://${origin}`;
}
