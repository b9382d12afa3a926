import { isDeepStrictEqual } from 'node:util';
import type { Call, Echoes } from '@brina/contract/wire/call';
import { readOnlyFields, shownFields } from '@brina/contract/wire/echoes';
import * as z from 'zod/mini';
import type { ReadContext } from './handle.ts';
import { Refusal, type RefusedField, refuse } from './refusal.ts';
import { readPart } from './validate.ts';

/** Answers a call for a caller, within the transaction of its context. */
export type CarryOut = (input: object, context: ReadContext & { prepared: unknown }) => Promise<unknown>;

/** Input of a call whose body nobody has looked at yet. */
type Sent = { params?: unknown; body?: unknown };
type Thing = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, z.ZodMiniType>>;

/**
 * Carries out a PUT that takes back what its GET replied (`Echoes`): asks the GET in the same transaction, refuses what is read-only and
 * says something else, and leaves the rest to the call itself. All of it sent back changes nothing, and is no change in any log.
 * @param get answers the GET
 * @param put answers the PUT, whose body has been read by its schema
 * @throws Refusal by what it returns: 404 where there is no such thing, 400 with every field that is wrong
 */
export function takingBack(call: Call, get: CarryOut, put: CarryOut): CarryOut {
  const { echoes } = call;
  if (!echoes) return put;
  const editable = (call.body as z.ZodMiniObject).shape as Fields;
  const readOnly = readOnlyFields(call);
  const known = shownFields(echoes);
  const moving = new Set(echoes.moving);
  const movingSchema = z.partial(
    z.object(Object.fromEntries(Object.entries(known).filter(([name]) => moving.has(name)))),
  );

  return async (input: Sent, context) => {
    const { params, body } = input;
    if (!isThing(body)) refuseFields(faultsOf(readPart('body', call.body, body)));
    const sent = isThing(body) ? body : {};
    const names = Object.keys(sent);
    const without = (left: (name: string) => boolean): Thing =>
      Object.fromEntries(Object.entries(sent).filter(([name]) => !left(name)));
    const isReadOnly = (name: string): boolean => Object.hasOwn(readOnly, name);
    // What is stored may be more than could be stored anew: `tos` of who has not accepted the terms.
    const isOnlyShown = (name: string): boolean =>
      !isReadOnly(name) && !takes(editable, name, sent[name]) && takes(known, name, sent[name]);
    const faults = faultsOf(readPart('body', call.body, without(isReadOnly)));
    const isOf = ({ path }: RefusedField, name: string): boolean => /^body\.(\w+)/.exec(path)?.[1] === name;
    refuseFields([
      ...faultsOf(readPart('body', movingSchema, sent)),
      ...faults.filter((fault) => !names.some((name) => isOf(fault, name) && isOnlyShown(name))),
    ]);

    const reply = await get({ params, query: {}, headers: {} }, { ...context, prepared: undefined });
    const shown = thingOf(reply, echoes, params as Record<string, string> | undefined);
    const repeats = (name: string): boolean => Object.hasOwn(shown, name) && isDeepStrictEqual(sent[name], shown[name]);
    refuseFields([
      ...names
        .filter((name) => isReadOnly(name) && !moving.has(name) && !repeats(name))
        .map((name): RefusedField => ({ path: `body.${name}`, code: 'read_only' })),
      ...faults.filter((fault) => !names.some((name) => isOf(fault, name) && repeats(name))),
    ]);
    const isAll = Object.keys(shown).every((name) => Object.hasOwn(sent, name));
    if (isAll && names.every((name) => moving.has(name) || repeats(name)))
      return call.reply.kind === 'coded' ? { code: '200' } : shown;
    const read = readPart(
      'body',
      call.body,
      without((name) => isReadOnly(name) || isOnlyShown(name)),
    );
    refuseFields(faultsOf(read));
    return put({ ...input, body: (read as { value: unknown }).value }, context);
  };
}

const takes = (fields: Fields, name: string, value: unknown): boolean => {
  const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return schema !== undefined && z.safeParse(schema, value).success;
};

const faultsOf = (read: ReturnType<typeof readPart>): readonly RefusedField[] => ('fields' in read ? read.fields : []);

function refuseFields(fields: readonly RefusedField[]): void {
  if (fields.length > 0) throw new Refusal('bad_request', 400, { fields });
}

/** The thing in a reply as it travels; empty where the caller has none yet. */
function thingOf(reply: unknown, { among }: Echoes, params: Record<string, string> | undefined): Thing {
  const told = JSON.parse(JSON.stringify(reply)) as Thing | Thing[] | null;
  if (!among) return (told as Thing | null) ?? {};
  const wanted = params?.[among.param]?.toLowerCase();
  const { within } = among;
  const all = (within === undefined ? told : (told as Thing)[within]) as readonly Thing[];
  const found = all.find((one) => String(one[among.field]).toLowerCase() === wanted);
  return found ?? refuse('not_found', 404);
}

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
