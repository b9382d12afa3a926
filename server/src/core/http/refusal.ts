import type { ErrorCode, FieldCode } from '@brina/contract/wire/errors';
import type { TextRow } from '@brina/domain/language/messages';

/** One refused field before its text is chosen. */
export type RefusedField = { path: string; code: FieldCode; min?: number; max?: number };
export type RefusalData = Record<string, string | number>;

/** An expected refusal: a code of the error catalogue with its HTTP status. Anything else thrown is a 500. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: RefusalData | undefined;
  readonly fields: readonly RefusedField[] | undefined;
  /** Says it in place of the code's own text. */
  readonly words: TextRow | undefined;
  constructor(
    code: ErrorCode,
    status: number,
    more: { data?: RefusalData; fields?: readonly RefusedField[]; words?: TextRow } = {},
  ) {
    super(code);
    this.code = code;
    this.status = status;
    this.data = more.data;
    this.fields = more.fields;
    this.words = more.words;
  }
}

/**
 * Refuses a call and rolls its transaction back. A handler that must keep what it wrote (a counted try) *returns* a
 * {@link Refusal} instead.
 */
export function refuse(
  code: ErrorCode,
  status: 401 | 403 | 404 | 409 | 410 | 412 | 422 | 429,
  data?: RefusalData,
): never {
  throw new Refusal(code, status, data ? { data } : {});
}

/**
 * Turns a broken constraint into a refusal, for `.execute().catch(…)`: the database also decides between two requests at
 * once, where looking first would not. Anything else is thrown on.
 */
export const refuseBroken =
  (constraint: string, code: ErrorCode, status: 404 | 409) =>
  (error: unknown): never => {
    if ((error as { constraint?: unknown }).constraint === constraint) refuse(code, status);
    throw error;
  };
