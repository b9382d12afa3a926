import { type Call, replySchema } from '@brina/contract/wire/call';
import { confirmation_ms } from '@brina/domain/people/factors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
import { localeOf } from './error-replies.ts';
import { FairShare } from './fair-share.ts';
import type { Handled, HandlerContext, ReadContext } from './handle.ts';
import { idempotent, onlyAsks } from './idempotency.ts';
import { idempotencyKey, ownedIdsOf, readInput, readUnread } from './input.ts';
import { Refusal, refuse } from './refusal.ts';
import { readJsonBodies } from './request-body.ts';
import { routePath } from './route-path.ts';

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
  const fairShare = new FairShare(parts.limited);
  for (const one of handled) {
    const { call } = one;
    const answerTo = call.method === 'GET' ? readOf(one, parts) : changeOf(one, handled, parts);
    app.route({
      method: call.method,
      url: routePath(call.path),
      config: { callId: call.id },
      ...(call.body_bytes !== undefined && { bodyLimit: call.body_bytes }),
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
        const name = user ?? siteOf(ip);
        const whose = { name, network: networkOf(ip), ...(user !== undefined && { user }) };
        const result = await fairShare.carryOut(whose, () => whoseTurn.run(name, answerTo, request));
        if (result instanceof Refusal) throw result;
        if (call.reply.kind === 'blob') {
          const file = result as { type: string; name: string; data: Uint8Array };
          return reply
            .type(file.type)
            .header('content-disposition', `attachment; filename="${file.name}"`)
            .send(Buffer.from(file.data));
        }
        if (call.etag !== undefined) reply.header('etag', `"${(result as Record<string, unknown>)[call.etag]}"`);
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
      return key && !onlyAsks(call, input)
        ? idempotent(tx, { call, caller: caller.userId, key, input, now: clock.now() }, act)
        : act();
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
  measurement: 'metric',
  email: '',
  status: 'INACTIVE',
  tos: false,
  hasFactor: false,
  lacksFactor: false,
  confirmedAt: null,
};
