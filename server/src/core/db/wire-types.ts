import pg from 'pg';

/**
 * How values of both databases become JavaScript values: `timestamptz` epoch milliseconds (`infinity` is Infinity),
 * `date` 'YYYY-MM-DD', `int8` a number (an error beyond 2^53), `numeric` and ranges text, `jsonb` parsed, `bytea` Buffer.
 * Arrays hold the same. It relies on sessions in UTC with ISO dates, which every session of ours is.
 */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
};

/** Number of type `text[]`, which the client's table of names lacks. */
const textArray: number = 1009;

const asText = (text: string): string => text;

const parsers = new Map<number, (text: string) => unknown>([
  [20, safeInteger], // int8
  [1016, arrayOf(safeInteger)],
  [1184, epochMilliseconds], // timestamptz
  [1185, arrayOf(epochMilliseconds)],
  [1082, asText], // date
  [1182, arrayOf(asText)],
  [1114, asText], // timestamp: it has no zone, so it is no moment
  [1115, arrayOf(asText)],
  [1186, asText], // interval
  [1187, arrayOf(asText)],
  [1231, arrayOf(asText)], // numeric[]
]);

function arrayOf<T>(parse: (text: string) => T): (text: string) => (T | null)[] {
  const parseTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray, 'text');
  return (text) => parseTexts(text).map((element) => (element === null ? null : parse(element)));
}

/** A sum or a count beyond 2^53 must not lose its last digits silently; a query that needs one selects it as text. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The int8 ${text} does not fit a number; select it as text.`);
  return value;
}

/** `2025-11-20 18:44:03.217+00`; digits below the millisecond are cut off. */
function epochMilliseconds(text: string): number {
  if (text === 'infinity') return Infinity;
  if (text === '-infinity') return -Infinity;
  const value = text.endsWith('+00') ? Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : Number.NaN;
  if (Number.isNaN(value)) throw new RangeError(`The timestamptz ${text} is not a moment we can represent.`);
  return value;
}
