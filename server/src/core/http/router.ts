import { randomUUID } from 'node:crypto';
import { type Call, idPositions, replySchema, valuesAt } from '@brina/contract/wire/call';
import type { IdKind } from '@brina/contract/wire/ids';
import { minute_ms } from '@brina/domain/language/durations';
import type { Locale } from '@brina/domain/language/locales';
import { confirmation_ms } from '@brina/domain/people/factors';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import * as z from 'zod/mini';
import { writeAudit } from '../access/audit.ts';
import { type Caller, loadCaller } from '../access/caller.ts';
import { type Guesses, isSame } from '../access/guesses.ts';
import { isOpenTo, refusalOf } from '../access/rights.ts';
import { ownsAll } from '../access/scopes.ts';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../db/database.ts';
import { whoseTurn } from '../db/whose-turn.ts';
import type { SayLimited } from '../limit-log.ts';
import type { Log } from '../log.ts';
import { networkOf, plainAddress, siteOf } from '../network.ts';
import { type CarryOut, takingBack } from './echo.ts';
import { FairShare } from './fair-share.ts';
import type { Handled, HandlerContext, ReadContext } from './handle.ts';
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
  limited: SayLimited;
  /** Whether roles that need a second factor are refused without one. */
  demandsFactor: boolean;
  /** Who the sessions' callers were last; it is filled here. */
  guesses: Guesses;
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
 * rule. Everything from the caller on happens in the request's one handle; a read whose caller was guessed wrong is made anew in another.
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
  const fairShare = new FairShare(parts.limited);
  for (const one of handled) {
    const { call } = one;
    const answerTo = call.method === 'GET' ? readOf(one, parts) : changeOf(one, handled, parts);
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
        const { proof, ip } = request;
        const user = typeof proof === 'object' && 'oid' in proof ? proof.oid : undefined;
        const work = (): Promise<unknown> => whoseTurn.run(user ?? siteOf(ip), answerTo, request);
        const result = await (user === undefined ? work() : fairShare.carryOut({ user, network: networkOf(ip) }, work));
        if (result instanceof Refusal) throw result;
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

/** Answers requests of a call; resolves with the reply as it travels, or a refusal to keep. */
type Answer = (request: FastifyRequest) => Promise<unknown>;

/** Answers those of a call that changes something. */
function changeOf(one: Handled, handled: readonly Handled[], parts: RouterParts): Answer {
  const { call } = one;
  const { db, clock } = parts;
  const prepare = preparationOf(one, parts);
  const get = handled.find((other) => other.call === call.echoes?.of);
  const carryOut = get ? takingBack(call, ruleOf(get), ruleOf(one)) : ruleOf(one);
  // A body that repeats what a GET replied is read beside what it replies now, and so after the first reply of a key.
  const readSent = get ? readUnread : readInput;
  return async (request) => {
    const announcements: (() => void)[] = [];
    const prepared = await prepare?.(request);
    const result = await db.write(async (tx) => {
      const caller = await recognise(call, tx, request, parts);
      const input = readSent(call, request);
      const key = idempotencyKey(request);
      const context: HandlerContext = {
        ...contextOf(tx, caller, request, clock),
        audit: (action, on, detail) =>
          writeAudit(tx, { at: clock.now(), caller, action, on, address: plainAddress(request.ip), detail }),
        afterCommit: (announce) => announcements.push(announce),
      };
      const act = (): Promise<unknown> => carryOut(input, { ...context, prepared });
      return key ? idempotent(tx, { call, caller: caller.userId, key, input, now: clock.now() }, act) : act();
    });
    // Who listens works for itself, not for who has changed something.
    if (!(result instanceof Refusal)) whoseTurn.exit(() => announcements.forEach((announce) => announce()));
    return result;
  };
}

/**
 * Answers those of a call that changes nothing. Where the session's caller was seen before, the question who the caller is and what the
 * handler reads for that one go to the database in one message; unless the answer is exactly that caller, what was read is thrown
 * away, and read again for the right one in a transaction of its own.
 */
function readOf(one: Handled, parts: RouterParts): Answer {
  const { call } = one;
  const { db, clock } = parts;
  const prepare = preparationOf(one, parts);
  const carryOut = ruleOf(one);
  const replyTo = async (request: FastifyRequest, tx: Db, caller: Caller, prepared?: unknown): Promise<unknown> =>
    carryOut(readInput(call, request), { ...contextOf(tx, caller, request, clock), prepared });

  const wrong = Symbol('wrong guess');
  const replyToGuess = async (request: FastifyRequest, tx: Db, guess: Caller): Promise<unknown> => {
    // Statements are answered in the order in which they are asked: the handler's cannot spoil the transaction of the first.
    const [caller, reply] = await Promise.allSettled([
      recognise(call, tx, request, parts),
      replyTo(request, tx, guess),
    ]);
    if (caller.status === 'rejected') throw caller.reason;
    if (!isSame(caller.value, guess)) return wrong;
    if (reply.status === 'rejected') throw reply.reason;
    return reply.value;
  };

  return async (request) => {
    const prepared = await prepare?.(request);
    const guess = prepare ? undefined : guessFor(call, request, parts);
    const reply = guess ? await db.read((tx) => replyToGuess(request, tx, guess)) : wrong;
    if (reply !== wrong) return reply;
    return db.read(async (tx) => replyTo(request, tx, await recognise(call, tx, request, parts), prepared));
  };
}

/** Who the caller probably is; only somebody to whom the call would be open. */
function guessFor(call: Call, { proof }: FastifyRequest, { guesses }: RouterParts): Caller | undefined {
  const guess = typeof proof === 'object' && 'sid' in proof ? guesses.of(proof.sid) : undefined;
  return guess && isOpenTo(call, guess) ? guess : undefined;
}

/** Does the slow part of a call outside any transaction, for a caller and an input that were looked at before. */
function preparationOf({ call, prepare }: Handled, parts: RouterParts): Answer | undefined {
  if (!prepare) return undefined;
  const { db, clock } = parts;
  return async (request) => {
    const caller = await db.read((tx) => recognise(call, tx, request, parts));
    return prepare({
      ...readInput(call, request),
      caller,
      database: db,
      clock,
      address: plainAddress(request.ip),
    } as never);
  };
}

const contextOf = (db: Db, caller: Caller, request: FastifyRequest, clock: Clock): ReadContext => ({
  db,
  caller,
  clock,
  locale: caller === nobody ? localeOf(request) : caller.locale,
  address: plainAddress(request.ip),
});

/** What comes after caller, role and shape: ownership, the rule, and whether the reply is one that the contract knows. */
function ruleOf({ call, run }: Handled): CarryOut {
  const owned = ownedIdsOf(call);
  const schema = replySchema(call);
  return async (input, context) => {
    const { db, caller } = context;
    for (const [kind, ids] of owned(input)) if (!(await ownsAll(db, caller, kind, ids))) refuse('not_found', 404);
    const result = await run({ ...input, ...context } as never);
    // Looked at here, so that a reply that the contract does not know undoes what it tells.
    return schema && !(result instanceof Refusal) ? z.parse(schema, result) : result;
  };
}

/** Errors, unknown paths and request ids, for the whole server. */
export function answerErrors(app: FastifyInstance, log: Log): void {
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

/** The caller's own language; of who is not known yet, the one the request asks for. */
const localeOf = (request: FastifyRequest): Locale =>
  request.callerLocale ?? acceptedLocale(request.headers['accept-language']);

/** Sends an error in the language of the caller. */
function answer(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
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

async function identify(call: Call, request: FastifyRequest, parts: RouterParts): Promise<VerifiedToken | 'nobody'> {
  if (request.headers[parts.subscriptionKeyHeader.toLowerCase()] !== parts.subscriptionKey) refuse('key_missing', 401);
  if (call.roles === 'none') return 'nobody';
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token) refuse('token_missing', 401);
  return (await parts.verify(token)) ?? refuse('token_invalid', 401);
}

/** Finds out who the caller is at this moment, remembers it, and refuses whom the call is not open to. */
async function recognise(
  call: Call,
  db: Db,
  request: FastifyRequest,
  { clock, guesses, demandsFactor }: RouterParts,
): Promise<Caller> {
  const { proof } = request;
  if (proof === 'nobody' || 'generic' in proof) {
    if (call.roles === 'none' || call.roles === 'generic') return nobody;
    refuse('access_denied', 403);
  }
  const now = clock.now();
  const caller = await loadCaller(db, { ...proof, now, demandsFactor });
  if (!caller) {
    guesses.drop(proof.sid);
    refuse('token_invalid', 401);
  }
  // Also whom the call is not open to: nobody reads again and again in vain as what the session was before.
  guesses.keep(caller);
  request.callerLocale = caller.locale;
  const refusal = refusalOf(call, caller);
  if (refusal) refuse(refusal, 403);
  if (call.confirmed && !isFresh(caller.confirmedAt, now)) refuse('confirmation_needed', 403);
  return caller;
}

/** Whether a proof is one of the last minutes; one that lies ahead was given while the clock was, and how long ago nobody knows. */
const isFresh = (confirmedAt: number | null, now: number): boolean =>
  confirmedAt !== null && confirmedAt <= now && now - confirmedAt < confirmation_ms;

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
  tos: false,
  hasFactor: false,
  lacksFactor: false,
  confirmedAt: null,
};

/** The Idempotency-Key of a mutation that carries one. */
function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key.length <= idempotencyKey_max) return key as string | undefined;
  const fields: RefusedField[] = [{ path: 'headers.idempotency-key', code: 'too_long', max: idempotencyKey_max }];
  throw new Refusal('bad_request', 400, { fields });
}

const requestParts = ['params', 'query', 'headers', 'body'] as const;

function readInput(
  call: Call,
  request: FastifyRequest,
  parts: readonly (typeof requestParts)[number][] = requestParts,
): object {
  if (request.body instanceof Refusal) throw request.body;
  const fields: RefusedField[] = [];
  const input: Record<string, unknown> = {};
  for (const part of parts) {
    const read = readPart(part, call[part], request[part]);
    if ('fields' in read) fields.push(...read.fields);
    else input[part] = read.value;
  }
  if (fields.length > 0) throw new Refusal('bad_request', 400, { fields });
  return input;
}

/** The input of a call whose body is looked at later. */
const readUnread = (call: Call, request: FastifyRequest): object => ({
  ...readInput(call, request, ['params', 'query', 'headers']),
  body: request.body,
});

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
