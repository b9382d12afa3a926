import type { MembershipRole, Role } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { type IdKind, kindOf } from './ids.ts';

/**
 * One declaration per call (docs/ARCHITECTURE.md, calls). Routes, validation both ways, the typed client, OpenAPI, the role matrix, the
 * foreign-company matrix and the request spinner are derived from it. Schemas describe wire types only: no transforms,
 * times as epoch milliseconds.
 */
export type CallSpec = {
  /** Stable name, `feature.verb`; the browser's query key starts with it. */
  id: string;
  /** Requirement ids, for the reader and for OpenAPI. */
  spec: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Exactly the specification's path, parameters in braces. */
  path: `/api/v${1 | 2}/${string}`;
  /** Who may call it. `generic`: a token without a user opens it too. `none`: the subscription key alone. */
  roles: readonly Role[] | 'any' | 'generic' | 'none';
  /**
   * Which invited people may call it for the company they act in, where USER may (S6.2); absent: only the company's own
   * USER. Calls open to `any` are about the person and open to every member.
   */
  members?: readonly MembershipRole[];
  /** Open also to who has not confirmed its e-mail address yet (INACTIVE, S4.3); any other call is not. */
  unconfirmed?: true;
  /** Open also to who has not accepted the terms in force yet (S4.3); any other call of whoever is signed in is not. */
  beforeTerms?: true;
  /** Open also to who has to set up a second factor before anything else; any other call is not. */
  withoutFactor?: true;
  /**
   * A dangerous act: refused with `confirmation_needed` unless its person has proved who it is within the last five minutes, by signing in
   * or by `security.confirm`.
   */
  confirmed?: true;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  headers?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** Of a PUT: the GET whose reply it takes back. */
  echoes?: Echoes;
  /** The audit log does not tell of it: it changes nothing, or what its caller alone sees and keeps for a while (a draft). */
  silent?: true;
  /**
   * It only asks, always or where this field of its query is true: an Idempotency-Key means nothing to it, each request is answered anew,
   * and nothing of the reply is kept. A filtered list only asks without saying so.
   */
  asks?: true | { where: string };
  /** Longest body where 256 kB are too few. */
  body_bytes?: number;
  reply: ReplyKind;
  /** Field of the reply that says which state of the thing it tells: sent as its ETag (RFC 9110, 8.8.3). */
  etag?: string;
  /** Refusals besides the ones every call may give (`everyCallErrors`). */
  errors: readonly ErrorCode[];
  /** The request spinner stays hidden for the calls of S7.40. */
  spinner?: 'hidden';
  /** The reply holds a secret that is shown once: a repeat with the same Idempotency-Key answers 409 that it is done, as after a long reply. */
  once?: true;
  /** What can be asked of a filtered list; `listCall` makes method, body and reply of it. */
  list?: ListShape;
  example: { params?: unknown; query?: unknown; headers?: unknown; body?: unknown; reply?: unknown };
};

/**
 * What a PUT changes, as a GET replies it. The PUT takes back all that the GET told: what it can change, and the other fields as long
 * as they say what is stored. Another value of these is refused as `read_only`, a field that neither knows as `unknown_field`.
 */
export type Echoes = {
  of: Call;
  /**
   * The thing among those of a list, which may stand `within` a field of the reply: its field that says what this parameter of the PUT says,
   * in any case of letters.
   */
  among?: { param: string; field: string; within?: string };
  /**
   * Fields that a running unit moves by itself between the GET and the PUT: nobody can tell a value that was changed from one that is
   * old, so that they are taken in any value of their kind, and mean nothing.
   */
  moving?: readonly string[];
};

export type ReplyKind =
  | { kind: 'json'; schema: z.ZodMiniType }
  | { kind: 'coded'; schema: z.ZodMiniType | undefined }
  | { kind: 'blob'; type: string; others: readonly string[] }
  | { kind: 'stream' };

/** What can be asked of a filtered list (S3.20). Plain values: the built web app has them too. */
export type ListShape<A extends string = string, O extends string = string> = {
  attributes: readonly A[];
  /** Of several values of these any lets a row through; of the others, and of different attributes, all have to. */
  several?: readonly NoInfer<A>[];
  orders: readonly O[];
  /** The order it begins with. */
  first: { key: NoInfer<O>; direction: 'asc' | 'desc' };
  /** Rows of a page in the portal's own screens. */
  nRows: number;
};

/** A reply that is the JSON value itself. */
export const json = <S extends z.ZodMiniType>(schema: S) => ({ kind: 'json', schema }) as const;
/** The specification's coded reply: `{ code: "200", body? }`. */
export function coded(): { readonly kind: 'coded'; readonly schema: undefined };
export function coded<S extends z.ZodMiniType>(schema: S): { readonly kind: 'coded'; readonly schema: S };
export function coded(schema?: z.ZodMiniType) {
  return { kind: 'coded', schema } as const;
}
/** A file. @param others what it may be besides */
export const blob = (type: string, ...others: readonly string[]) => ({ kind: 'blob', type, others }) as const;

/** What a request is made from and its reply is read by: all that is left of a call in the web app. */
export type BrowserCall = Pick<CallSpec, 'id' | 'method' | 'path' | 'spinner' | 'list'> & {
  reply: { kind: Exclude<ReplyKind['kind'], 'blob'> } | { kind: 'blob'; type: string };
};

/**
 * The program whose types are checked. The web app says so of itself (`web/src/lib/browser.d.ts`), and so sees of every call
 * what its bundler leaves of it and no more: a use of `roles` or of a schema does not compile there.
 */
export interface Program {
  portal?: true;
}
/** Any call, as far as the program knows one. */
export type Call = Program extends { browser: true } ? BrowserCall : CallSpec;
/** The declaration of a call, which its types are read from; no value has it. */
declare const declaration: unique symbol;
/** The example is for tests: the built app has none. */
type Trimmed<C extends CallSpec> = BrowserCall & Pick<C, 'id' | 'path' | 'example'> & { readonly [declaration]: C };
type Declared<C extends CallSpec> = Program extends { browser: true } ? Trimmed<C> : C;
type SpecOf<C> = C extends { readonly [declaration]: infer S } ? S : C;

/** Declares a call and keeps its types. The cast: which of the two it is, the program that is checked decides, not this module. */
export const call = <const C extends CallSpec>(spec: C): Declared<C> => spec as unknown as Declared<C>;

type Part<C, K extends string> = C extends { [P in K]: infer S extends z.ZodMiniType }
  ? { [P in K]: z.output<S> }
  : unknown;

/** What a caller sends: `{ params, query, headers, body }`, each only where the call declares it. */
export type Input<C extends BrowserCall> = Part<SpecOf<C>, 'params'> &
  Part<SpecOf<C>, 'query'> &
  Part<SpecOf<C>, 'headers'> &
  Part<SpecOf<C>, 'body'>;

/** What the call replies: the JSON value, `{ code, body }` for coded replies, a file. */
export type Reply<C extends BrowserCall> = ReplyOf<SpecOf<C>>;

type ReplyOf<C> = C extends { reply: { kind: 'json'; schema: infer S extends z.ZodMiniType } }
  ? z.output<S>
  : C extends { reply: { kind: 'coded'; schema: infer S } }
    ? S extends z.ZodMiniType
      ? { code: '200'; body: z.output<S> }
      : { code: '200' }
    : C extends { reply: { kind: 'blob' } }
      ? { type: string; name: string; data: Uint8Array }
      : AsyncIterable<string>;

/** Refusals that any call may answer with; a call declares only the others. */
export const everyCallErrors = [
  'key_missing',
  'token_missing',
  'token_invalid',
  'access_denied',
  'terms_not_accepted',
  'second_factor_needed',
  'confirmation_needed',
  'bad_request',
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'not_found',
  'idempotency_mismatch',
  'idempotency_running',
  'idempotency_done',
  'too_many_at_once',
  'generic',
] as const satisfies readonly ErrorCode[];

/** Refusals where an address has calls, but none of this method. */
export const noCallErrors = ['method_not_allowed'] as const satisfies readonly ErrorCode[];

/** Schema of `{ code, body }` or of the plain value that really travels; `undefined` for files and streams. */
export const replySchema = (c: CallSpec): z.ZodMiniType | undefined => {
  if (c.reply.kind === 'json') return c.reply.schema;
  if (c.reply.kind !== 'coded') return undefined;
  const code = z.literal('200');
  return c.reply.schema ? z.object({ code, body: c.reply.schema }) : z.object({ code });
};

/** A place in a request where the id of an owned thing stands, e.g. `body.items[].labId`. */
export type IdPosition = { call: CallSpec; path: readonly string[]; kind: IdKind };

/** Every place in a call's params, query and body where the id of an owned thing stands; `[]` marks array elements. */
export function idPositions(c: CallSpec): IdPosition[] {
  const found: IdPosition[] = [];
  const walk = (schema: z.core.$ZodType | undefined, path: readonly string[]): void => {
    if (!schema) return;
    const kind = kindOf(schema);
    if (kind) {
      found.push({ call: c, path, kind });
      return;
    }
    const def = (schema as z.core.$ZodTypes)._zod.def;
    if (def.type === 'object') for (const [key, field] of Object.entries(def.shape)) walk(field, [...path, key]);
    else if (def.type === 'array') walk(def.element, [...path, '[]']);
    else if (def.type === 'optional' || def.type === 'nullable') walk(def.innerType, path);
    else if (def.type === 'union') for (const option of def.options) walk(option, path);
  };
  walk(c.params, ['params']);
  walk(c.query, ['query']);
  walk(c.body, ['body']);
  return found;
}

/** The values that stand at an id position of a request (several behind an array, none where it is absent). */
export function valuesAt(input: unknown, path: readonly string[]): string[] {
  if (path.length === 0) return typeof input === 'string' ? [input] : [];
  const [head, ...rest] = path as [string, ...string[]];
  if (head === '[]') return Array.isArray(input) ? input.flatMap((one) => valuesAt(one, rest)) : [];
  if (typeof input !== 'object' || input === null) return [];
  return valuesAt((input as Record<string, unknown>)[head], rest);
}
