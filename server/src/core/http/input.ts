import { type Call, idPositions, valuesAt } from '@brina/contract/wire/call';
import type { IdKind } from '@brina/contract/wire/ids';
import type { FastifyRequest } from 'fastify';
import { idempotencyKey_max } from './idempotency.ts';
import { Refusal, type RefusedField } from './refusal.ts';
import { readPart } from './validate.ts';

/** The Idempotency-Key of a mutation that carries one. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key.length <= idempotencyKey_max) return key as string | undefined;
  const fields: RefusedField[] = [{ path: 'headers.idempotency-key', code: 'too_long', max: idempotencyKey_max }];
  throw new Refusal('bad_request', 400, { fields });
}

const requestParts = ['params', 'query', 'headers', 'body'] as const;

export function readInput(
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
export const readUnread = (call: Call, request: FastifyRequest): object => ({
  ...readInput(call, request, ['params', 'query', 'headers']),
  body: request.body,
});

/** Finds the ids of owned things in a call's input, by kind. The positions are walked once, when the route is made. */
export function ownedIdsOf(call: Call): (input: object) => Map<IdKind, string[]> {
  const positions = idPositions(call);
  return (input) => {
    const ids = new Map<IdKind, string[]>();
    for (const { path, kind } of positions)
      for (const value of valuesAt(input, path)) ids.set(kind, [...(ids.get(kind) ?? []), value]);
    return ids;
  };
}
