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
  const isMoving = (name: string): boolean => echoes.moving?.includes(name) ?? false;
  const isReadOnly = (name: string): boolean => Object.hasOwn(readOnly, name);
  const moving = z.partial(z.object(pick(known, Object.keys(known).filter(isMoving))));

  return async (input: Sent, context) => {
    const { params, body: sent } = input;
    if (!isThing(sent)) return refuseFields(faultsOf(readPart('body', call.body, sent)));
    const names = Object.keys(sent);
    const isOf = (fields: Fields, name: string): boolean =>
      Object.hasOwn(fields, name) && z.safeParse(fields[name] as z.ZodMiniType, sent[name]).success;
    // What is stored may be more than could be stored anew: `tos` of who has not accepted the terms.
    const isOnlyShown = (name: string): boolean => !isReadOnly(name) && !isOf(editable, name) && isOf(known, name);
    const read = (asked: (name: string) => boolean) =>
      readPart(
        'body',
        call.body,
        pick(
          sent,
          names.filter((name) => !isReadOnly(name) && asked(name)),
        ),
      );
    // What no GET can have replied is wrong whosever the thing is (S6.1).
    refuseFields([
      ...faultsOf(readPart('body', moving, sent)),
      ...faultsOf(read(() => true)).filter((fault) => !isOnlyShown(fieldOf(fault))),
    ]);

    const reply = await get({ params, query: {}, headers: {} }, { ...context, prepared: undefined });
    const shown = thingOf(reply, echoes, params as Record<string, string> | undefined);
    const repeats = (name: string): boolean => Object.hasOwn(shown, name) && isDeepStrictEqual(sent[name], shown[name]);
    // Whatever else repeats what is stored is stored again, for to some calls what is absent is empty.
    const body = read((name) => !(isOnlyShown(name) && repeats(name)));
    const isUnchanged =
      names.every((name) => isMoving(name) || repeats(name)) &&
      Object.keys(shown).every((name) => Object.hasOwn(sent, name));
    refuseFields([
      ...names
        .filter((name) => isReadOnly(name) && !isMoving(name) && !repeats(name))
        .map((name): RefusedField => ({ path: `body.${name}`, code: 'read_only' })),
      ...(isUnchanged ? [] : faultsOf(body)),
    ]);
    if (isUnchanged) return call.reply.kind === 'coded' ? { code: '200' } : shown;
    return put({ ...input, body: (body as { value: unknown }).value }, context);
  };
}

/** The field of a body that a fault is of: `preferences` of `body.preferences.language`. */
const fieldOf = ({ path }: RefusedField): string => /^body\.([^.[]+)/.exec(path)?.[1] ?? '';

const pick = <V>(all: Readonly<Record<string, V>>, names: readonly string[]): Record<string, V> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));

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
