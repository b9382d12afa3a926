import type { IncomingMessage, ServerResponse } from 'node:http';
import fastifyMiddie from '@fastify/middie';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { compressReplies } from '#core/http/compress.ts';
import { limitConnections } from '#core/http/connections.ts';
import { answerErrors } from '#core/http/error-replies.ts';
import { knownMethods } from '#core/http/known-methods.ts';
import { believeProxies, type Proxies, readProxies } from '#core/http/proxies.ts';
import { listenerOptions, serverOptions } from '#core/http/server-options.ts';
import { type Config, isLoopback } from '../config.ts';
import { certificateOf } from './certificate.ts';
import type { Ground } from './ground.ts';

/** Whether people reach the portal by TLS, its own or that of a proxy before it. */
const isSecure = (config: Config): boolean => config.tls !== null || config.publicUrl?.startsWith('https://') === true;

/** What a proxy says of whom it forwards, or that it forwards somebody. */
const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether a program on this machine asks for itself: nobody from the network, nor one whom a proxy on this machine forwards. */
export const isFromHere = ({ ip, socket, headers }: FastifyRequest): boolean =>
  [ip, socket.remoteAddress ?? ''].every(isLoopback) && forwarding.every((name) => headers[name] === undefined);

/** The HTTP server, and how it is reached. */
export type Http = AsyncDisposable & {
  app: FastifyInstance;
  proxies: Proxies;
  /** A connection that asked for an upgrade has it, and is no longer one of those that ask. */
  becomesLive(request: IncomingMessage): void;
  /** Where it listens; before it does, where it is told to. */
  port(): number;
  /** Address of the portal, as people reach it. */
  address(): string;
  /** By which methods a path is asked; none: nobody answers there. */
  methodsOf(path: string): string[];
  /** Lets all below a path be answered past the routes, before any body is read. */
  mount(path: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void;
  listen(): Promise<unknown>;
  /** Address of the live socket, by the checked Host of a request. */
  socketOrigin(host: string): string;
};

/** Opens the HTTP server with what holds for every request: ids, limits, errors in the catalogue's words, headers. */
export async function openHttp(ground: Ground): Promise<Http> {
  const { config, clock, log, metrics, descriptors, limited } = ground;
  const proxies = readProxies(config.trustedProxies);
  const trustProxy = (address: string, hop: number): boolean => hop === 0 && proxies.trusts(address);
  const certificate = await certificateOf(ground);
  const app = Fastify({ ...serverOptions, trustProxy, ...listenerOptions(certificate?.first) });
  const { server } = app;
  believeProxies(server, proxies);
  const { becomesLive } = limitConnections(app, { most: descriptors.http, proxies, limited, clock });
  // What holds if all else fails: the edge keeps its share.
  server.maxConnections = descriptors.http + descriptors.live;
  const renewal = certificate?.keepFresh(server);
  const safety = safetyHeaders(config);
  const methodsOf = knownMethods(app);
  await app.register(fastifyMiddie);
  answerErrors(app, log);
  secureHeaders(app, safety);
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
    becomesLive,
    port,
    address: () => config.publicUrl ?? `${config.tls ? 'https' : 'http'}://${config.host}:${port()}`,
    socketOrigin: (host) => socketOrigin(config, host, port()),
    methodsOf,
    mount: (path, answer) => {
      app.use(path, (request: IncomingMessage & { id?: string }, response: ServerResponse) => {
        const headers = { ...safety, 'content-security-policy': noContent, 'x-request-id': request.id ?? '' };
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        answer(request, response);
      });
    },
    listen: () => app.listen({ host: config.host === 'localhost' ? '127.0.0.1' : config.host, port: config.httpPort }),
    [Symbol.asyncDispose]: async () => {
      renewal?.[Symbol.dispose]();
      await app.close();
    },
  };
}

/** What every reply says to browsers, whoever gives it. */
function safetyHeaders(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isSecure(config) && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** Of a reply that is no page. */
const noContent = "default-src 'none'; style-src 'self'; frame-ancestors 'none'";

function secureHeaders(app: FastifyInstance, safety: Record<string, string>): void {
  app.addHook('onSend', async (request, reply) => {
    // A page may be stricter.
    for (const [name, value] of Object.entries(safety)) if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header('x-request-id', request.id);
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', noContent);
    if (request.url.startsWith('/api/v')) reply.header('cache-control', 'no-store');
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
