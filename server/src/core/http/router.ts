import { randomUUID } from 'node:crypto';
import { type Call, idPositions, replySchema, valuesAt } from '@brina/contract/wire/call';
import type { IdKind } from '@brina/contract/wire/ids';
import type { Locale } from '@brina/domain/language/locales';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import * as z from 'zod/mini';
import { writeAudit } from '../access/audit.ts';
import { type Caller, loadCaller } from '../access/caller.ts';
import { isOpenTo } from '../access/rights.ts';
import { ownsAll } from '../access/scopes.ts';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Handled, HandlerContext } from './handle.ts';
import { idempotencyKey_max, idempotent } from './idempotency.ts';
import { Refusal, type RefusedField, refuse } from './refusal.ts';
import { readJsonBodies } from './request-body.ts';
import { routePath } from './route-path.ts';
import { readPart } from './validate.ts';
import { acceptedLocale, toWire } from './wire-error.ts';

/** What a verified token proves: a user and a signed-in device, or a generic client without a user. */
export type VerifiedToken = { oid: string; sid: string } | { generic: true };

export type RouterParts = {
  db: Database;
  clock: Clock;
  log: Log;
  subscriptionKey: string;
  subscriptionKeyHeader: string;
  verify(token: string): Promise<VerifiedToken | undefined>;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request's token proved. */
    proof: VerifiedToken | 'nobody';
    /** Language of the user who makes the request, once the database has told. */
    callerLocale: Locale | undefined;
  }
}

/**
 * Makes a route of every call of the contract. The order of checks is fixed (docs/ARCHITECTURE.md, calls): key, token, role, shape, ownership,
 * rule. Everything from the caller on happens in the request's one transaction.
 * @throws Error with the ids of calls that nobody handles, that two handle, or that the contract does not have
 */
export function mountCalls(
  app: FastifyInstance,
  contract: readonly Call[],
  handled: readonly Handled[],
  parts: RouterParts,
): void {
  refuseUnhandled(contract, handled);
  readJsonBodies(app);
  app.decorateRequest('proof', 'nobody');
  app.decorateRequest('callerLocale', undefined);
  for (const one of handled) {
    const { call } = one;
    const carryOut = transactionOf(one, parts);
    const prepare = preparationOf(one, parts);
    app.route({
      method: call.method,
      url: routePath(call.path),
      config: { callId: call.id },
      // Before the body is read: who has no key and no token makes us read none.
      onRequest: async (request) => {
        request.proof = await identify(call, request, parts);
      },
      onResponse: async (request, reply) => {
        const { id, proof } = request;
        const user = typeof proof === 'object' && 'oid' in proof ? proof.oid : undefined;
        const ms = Math.round(reply.elapsedTime);
        parts.log.info({ event: 'call', call: call.id, status: reply.statusCode, ms, user, request_id: id });
      },
      handler: async (request, reply) => {
        const announcements: (() => void)[] = [];
        const prepared = await prepare(request);
        const work = (db: Db): Promise<unknown> => carryOut(db, request, announcements, prepared);
        const result = await (call.method === 'GET' ? parts.db.read(work) : parts.db.write(work));
        if (result instanceof Refusal) throw result;
        for (const announce of announcements) announce();
        if (call.reply.kind === 'blob') {
          const file = result as { type: string; name: string; data: Uint8Array };
          return reply
            .type(file.type)
            .header('content-disposition', `attachment; filename="${file.name}"`)
            .send(Buffer.from(file.data));
        }
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(result));
      },
    });
  }
}

/** A portal that cannot answer what it promises does not start. */
function refuseUnhandled(contract: readonly Call[], handled: readonly Handled[]): void {
  const calls = handled.map(({ call }) => call);
  const faults = {
    'no handler for': contract.filter((call) => !calls.includes(call)),
    'two handlers for': calls.filter((call, index) => calls.indexOf(call) < index),
    'not in the contract': calls.filter((call) => !contract.includes(call)),
  };
  const told = Object.entries(faults).flatMap(([fault, of]) =>
    of.length > 0 ? [`${fault}: ${of.map(({ id }) => id).join(', ')}`] : [],
  );
  if (told.length > 0) throw new Error(told.join('; '));
}

/** Does the slow part of a call outside any transaction, for a caller and an input that were looked at before. */
function preparationOf({ call, prepare }: Handled, { db, clock }: RouterParts) {
  return async (request: FastifyRequest): Promise<unknown> => {
    if (!prepare) return undefined;
    const caller = await db.read((tx) => callerOf(call, tx, request.proof, clock));
    if (caller !== nobody) request.callerLocale = caller.locale;
    return prepare({ ...readInput(call, request), caller, database: db, clock, address: request.ip } as never);
  };
}

/** What a request of a call does within its transaction; resolves with the reply as it travels, or a refusal to keep. */
function transactionOf({ call, run }: Handled, { clock }: RouterParts) {
  const owned = ownedIdsOf(call);
  const schema = replySchema(call);
  return async (
    db: Db,
    request: FastifyRequest,
    announcements: (() => void)[],
    prepared: unknown,
  ): Promise<unknown> => {
    const caller = await callerOf(call, db, request.proof, clock);
    if (caller !== nobody) request.callerLocale = caller.locale;
    const input = readInput(call, request);
    const key = idempotencyKey(call, request);
    const context: HandlerContext = {
      db,
      caller,
      clock,
      locale: localeOf(request),
      address: request.ip,
      audit: (action, on, detail) =>
        writeAudit(db, { at: clock.now(), caller, action, on, address: request.ip, detail }),
      afterCommit: (announce) => announcements.push(announce),
    };
    const carryOut = async (): Promise<unknown> => {
      for (const [kind, ids] of owned(input)) if (!(await ownsAll(db, caller, kind, ids))) refuse('not_found', 404);
      const result = await run({ ...input, ...context, prepared } as never);
      // Looked at here, so that a reply that the contract does not know undoes what it tells.
      return schema && !(result instanceof Refusal) ? z.parse(schema, result) : result;
    };
    return key ? idempotent(db, { call, caller: caller.userId, key, input, now: clock.now() }, carryOut) : carryOut();
  };
}

/** Errors, unknown paths and request ids, for the whole server. */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const refusal = asRefusal(error);
    if (!refusal)
      log.error(
        { event: 'http.failed', request_id: request.id, err: error },
        `${request.method} ${request.routeOptions.url ?? '?'} failed`,
      );
    answer(request, reply, refusal ?? error);
  });
}

/** What Fastify has to know from the start: request ids (told in `x-request-id`), limits, our words for a broken address. */
export const serverOptions = {
  genReqId: () => randomUUID(),
  bodyLimit: 256 * 1024,
  // An e-mail address in a path may have 254 characters, each of which may be written as three.
  routerOptions: { maxParamLength: 3 * 254 },
  frameworkErrors: (_error, request, reply) => answer(request, reply, new Refusal('not_found', 404)),
} satisfies FastifyServerOptions;

/** The caller's own language; of who is not known yet, the one the request asks for. */
const localeOf = (request: FastifyRequest): Locale =>
  request.callerLocale ?? acceptedLocale(request.headers['accept-language']);

/** Sends an error in the language of the caller. */
function answer(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const { status, body } = toWire(error, request.id, localeOf(request));
  if (error instanceof Refusal && error.data?.['minutes'])
    reply.header('retry-after', Number(error.data['minutes']) * 60);
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
  return undefined;
}

async function identify(call: Call, request: FastifyRequest, parts: RouterParts): Promise<VerifiedToken | 'nobody'> {
  if (request.headers[parts.subscriptionKeyHeader.toLowerCase()] !== parts.subscriptionKey) refuse('key_missing', 401);
  if (call.roles === 'none') return 'nobody';
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token) refuse('token_missing', 401);
  return (await parts.verify(token)) ?? refuse('token_invalid', 401);
}

async function callerOf(call: Call, db: Db, identified: VerifiedToken | 'nobody', clock: Clock): Promise<Caller> {
  if (identified === 'nobody' || 'generic' in identified) {
    if (call.roles === 'none' || call.roles === 'generic') return nobody;
    refuse('access_denied', 403);
  }
  const caller = await loadCaller(db, { ...identified, now: clock.now() });
  if (!caller) refuse('token_invalid', 401);
  if (!isOpenTo(call, caller)) refuse('access_denied', 403);
  return caller;
}

/** Stands for the caller of a call that needs no user: it owns nothing. */
const nobody: Caller = {
  userId: '',
  sessionId: '',
  role: 'USER',
  companyId: null,
  member: null,
  locale: 'en',
  email: '',
  status: 'INACTIVE',
};

/** The Idempotency-Key of a mutation that carries one. */
function idempotencyKey(call: Call, request: FastifyRequest): string | undefined {
  const key = call.method === 'GET' ? undefined : request.headers['idempotency-key'];
  if (typeof key !== 'string' || key.length <= idempotencyKey_max) return key as string | undefined;
  const fields: RefusedField[] = [{ path: 'headers.idempotency-key', code: 'too_long', max: idempotencyKey_max }];
  throw new Refusal('bad_request', 400, { fields });
}

function readInput(call: Call, request: FastifyRequest): object {
  if (request.body instanceof Refusal) throw request.body;
  const fields: RefusedField[] = [];
  const input: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'headers', 'body'] as const) {
    const read = readPart(part, call[part], request[part]);
    if ('fields' in read) fields.push(...read.fields);
    else input[part] = read.value;
  }
  if (fields.length > 0) throw new Refusal('bad_request', 400, { fields });
  return input;
}

/** Finds the ids of owned things in a call's input, by kind. The positions are walked once, when the route is made. */
function ownedIdsOf(call: Call): (input: object) => Map<IdKind, string[]> {
  const positions = idPositions(call);
  return (input) => {
    const ids = new Map<IdKind, string[]>();
    for (const { path, kind } of positions)
      for (const value of valuesAt(input, path)) ids.set(kind, [...(ids.get(kind) ?? []), value]);
    return ids;
  };
}
