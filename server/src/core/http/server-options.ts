import { randomUUID } from 'node:crypto';
import { minute_ms } from '@brina/domain/language/durations';
import type { FastifyServerOptions } from 'fastify';
import { answer } from './error-replies.ts';
import { Refusal } from './refusal.ts';
import { toWire } from './wire-error.ts';

/** What Fastify has to know from the start: request ids (told in `x-request-id`), limits, our words for a broken address. */
export const serverOptions = {
  genReqId: () => randomUUID(),
  bodyLimit: 256 * 1024,
  // An e-mail address in a path may have 254 characters, each of which may be written as three.
  routerOptions: { maxParamLength: 3 * 254 },
  frameworkErrors: (_error, request, reply) => answer(request, reply, new Refusal('not_found', 404)),
  // What is no HTTP, or comes too slowly, is said in our words too, as far as anybody listens.
  clientErrorHandler: (error, socket) => {
    const { code = '' } = error as { code?: string };
    if (code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const [refusal, reason] = brokenRequests[code] ?? [new Refusal('bad_request', 400), 'Bad Request'];
    const { status, body } = toWire(refusal, randomUUID(), 'en');
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${reason}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
  },
  // Who answers nothing and takes nothing for so long is gone; calls are answered long before.
  connectionTimeout: 2 * minute_ms,
  // The largest body, from a kitchen with a poor connection.
  requestTimeout: 30_000,
} satisfies FastifyServerOptions;

const brokenRequests: Record<string, [refusal: Refusal, reason: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [new Refusal('bad_request', 408), 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [new Refusal('bad_request', 431), 'Request Header Fields Too Large'],
};

/** What Node has to know of the connections: how long a handshake and the head of a request may take, and how often it looks. */
export const listenerOptions = (pair: { cert: string; key: string } | undefined) => {
  const times = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 };
  return pair ? { https: { ...pair, ...times, handshakeTimeout: 10_000 } } : { http: times };
};
