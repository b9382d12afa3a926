import type { FieldCode } from '@brina/contract/wire/errors';
import * as z from 'zod/mini';
import type { RefusedField } from './refusal.ts';

/**
 * Reads one part of a request by its schema.
 * @returns the value, or the refused fields with paths that begin with `part`.
 */
export function readPart(
  part: 'params' | 'query' | 'headers' | 'body',
  schema: z.ZodMiniType | undefined,
  value: unknown,
): { value: unknown } | { fields: RefusedField[] } {
  if (!schema) return { value: undefined };
  const given = part === 'query' || part === 'params' ? fromStrings(schema, value) : value;
  const result = z.safeParse(schema, given, { reportInput: true });
  if (!result.success) return { fields: result.error.issues.flatMap((issue) => refusedFields(part, issue)) };
  const broken = [...brokenTexts(result.data, [part])].map((path): RefusedField => ({ path, code: 'invalid' }));
  return broken.length > 0 ? { fields: broken } : { value: result.data };
}

/** Paths of texts that no database can hold: with a NUL or half a surrogate pair in them. */
function* brokenTexts(value: unknown, path: readonly PropertyKey[]): Generator<string> {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) yield pathText(path);
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* brokenTexts(one, [...path, index]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) yield* brokenTexts(one, [...path, key]);
  }
}

/** Query strings carry text only: numbers, booleans and arrays are made from it as the schema asks. */
function fromStrings(schema: z.core.$ZodType, value: unknown): unknown {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case 'object': {
      const given = (value ?? {}) as Record<string, unknown>;
      return Object.fromEntries(
        Object.entries(given).map(([name, one]) => {
          // `?toString=` is nobody's field.
          const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
          return [name, field ? fromStrings(field, one) : one];
        }),
      );
    }
    case 'optional':
    case 'nullable':
      return fromStrings(def.innerType, value);
    case 'array':
      return (Array.isArray(value) ? value : [value]).map((one) => fromStrings(def.element, one));
    case 'number':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    default:
      return value;
  }
}

function refusedFields(part: string, issue: z.core.$ZodIssue): RefusedField[] {
  const path = pathText([part, ...issue.path]);
  const refused = (code: FieldCode, limits: { min?: number; max?: number } = {}) => [{ path, code, ...limits }];
  switch (issue.code) {
    case 'invalid_type':
      return refused(issue.input === undefined ? 'required' : 'wrong_type');
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: `${path}.${key}`, code: 'unknown_field' }));
    case 'too_small':
      if (issue.origin === 'string')
        return refused(issue.minimum === 1 ? 'required' : 'too_short', { min: Number(issue.minimum) });
      return refused('too_small', { min: Number(issue.minimum) });
    case 'too_big':
      return refused(issue.origin === 'string' ? 'too_long' : 'too_big', { max: Number(issue.maximum) });
    default:
      return refused('invalid');
  }
}

/** A path as in `body.phases[2].fan`. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    '',
  );
