import type { Locale } from '@brina/domain/language/locales';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import { Refusal } from './refusal.ts';
import { acceptedLocale, toWire } from './wire-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of the user who makes the request, once the database has told. */
    callerLocale: Locale | undefined;
  }
}

/** Answers errors, for the whole server. */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.decorateRequest('callerLocale', undefined);
  app.setErrorHandler((error: unknown, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal && !(error instanceof Refusal)) log.debug({ err: error, request_id: request.id });
    if (!refusal)
      log.error(
        { event: 'http.failed', request_id: request.id, err: error },
        `${request.method} ${request.routeOptions.url ?? '?'} failed`,
      );
    answer(request, reply, refusal ?? error);
  });
}

/** The caller's own language; of who is not known yet, the one the request asks for. */
export const localeOf = (request: FastifyRequest): Locale =>
  request.callerLocale ?? acceptedLocale(request.headers['accept-language']);

/** Sends an error in the language of the caller. */
export function answer(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const { status, body } = toWire(error, request.id, localeOf(request));
  if (error instanceof Refusal && error.data?.['minutes'])
    reply.header('retry-after', Number(error.data['minutes']) * 60);
  if (error instanceof Refusal && error.data?.['seconds']) reply.header('retry-after', error.data['seconds']);
  reply
    .code(status)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Fastify's own refusals in the words of our catalogue. */
function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new Refusal('body_too_large', 413);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported_media_type', 415);
  if (statusCode === 400) return new Refusal('bad_request', 400);
  // A path that no file can have, or that leads out of their folder.
  if (statusCode === 403 || statusCode === 404 || code === 'ENAMETOOLONG') return new Refusal('not_found', 404);
  return undefined;
}
