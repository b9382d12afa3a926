import { type JournalledTopic, limits } from '@brina/contract/devices';
import fc from 'fast-check';

/** A body as a healthy unit would send it, without its head. */
export type Template = { topic: JournalledTopic; body: Record<string, unknown> };

const plan = [
  {
    phase: 1,
    air: [-20, -30],
    fan: 100,
    rh: { set: 80 },
    end: { by: 'core', target: 3, hold_min: 5 },
    fallback_min: 90,
  },
  { phase: 3, air: 2, fan: 60, rh: { max: 60 }, end: { by: 'time', time_min: 40 }, late_min: 90, max_min: 300 },
];

/** A message of each kind, with each of its fields; `at` is the moment of its events. */
// biome-ignore format: a line a message
export const templates = (at: number): Template[] => [
  { topic: 'tel', body: { s: [[0, { TCell: 2.5, firmwareVersion: '1.2' }]], hist: false } },
  { topic: 'tel', body: { s: [[0, { TCore1: 60 }], [9, { TFuture: 1, note: 'x', compressorStarts: 5, door: 0 }]], hist: true } },
  { topic: 'evt', body: { type: 'cycle', event: 'started', runId: 'run', function: 1, command: 'c', plan, load_kg: 5, product: 'p', lot: 'l' } },
  { topic: 'evt', body: { type: 'cycle', event: 'ended', runId: 'run', function: 1, reason: 'target' } },
  { topic: 'evt', body: { type: 'phase', runId: 'run', index: 1, phase: 1, state: 'running' } },
  { topic: 'evt', body: { type: 'alarm', name: 'openDoorAlarm', active: false, severity: 'alarm', zone: 2 } },
  { topic: 'evt', body: { type: 'door', door: 1, open: false } },
  { topic: 'evt', body: { type: 'power', event: 'returned', lostAt: at - 60_000 } },
  { topic: 'evt', body: { type: 'gap', from: at - 60_000, to: at - 30_000, samples: 6, reason: 'outbox_full' } },
  { topic: 'evt', body: { type: 'local', what: 'a person at the panel' } },
  { topic: 'twin', body: { reported: { TCell: 2, model: { name: 'x', parts: [1, 2] } }, ver: 1 } },
  { topic: 'res', body: { id: '00000000-0000-4000-8000-000000000000', result: 'rejected', reason: 'busy' } },
  { topic: 'fw', body: { job: 'j', state: 'downloading', running: '1.2' } },
];

/** Numbers at the ends of what somebody may hold for a number, as JSON writes them. */
const extremeNumbers = [
  -1,
  0,
  0.5,
  255,
  256,
  32_767,
  32_768,
  65_535,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  -9e15,
  8.64e15,
  limits.up_ms,
  limits.up_ms + 1,
  limits.epoch_ms,
  limits.epoch_ms + 1,
  Date.UTC(2000, 0, 1),
  limits.quantity,
].map(String);
const unwritable = ['-0', '1e308', '-1e308', '5e-324', '1e999', '-1e999', '9007199254740993', '1e21'];
export const numberTexts = [...extremeNumbers, ...unwritable];

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** What may stand in the place of any value, as JSON writes it. */
export const hostileTexts = [
  ...numberTexts,
  'null',
  'true',
  '""',
  '{}',
  '[]',
  '"2026"',
  '[[]]',
  `"${'x'.repeat(5000)}"`,
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u001d"',
  '"\\ufeff"',
  '"\\u202e"',
  '"\\uffff"',

  '{"__proto__":1}',
  '{"__proto__":{"toString":1}}',
  '{"toString":1,"toJSON":1,"valueOf":null}',
  '{"constructor":{"prototype":1}}',
  '{"a\\u0000":1}',
  '{"\\ud800":1}',
  '{"":1}',
  '{"a":1,"a":2}',
  '{"length":-1}',
  '{"then":1}',
  ...[1, limits.depth, limits.depth + 1, 100, 5200, 20_000].map(deep),
  `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
];

/** A place in a message: names and indices from its outside. */
export type Path = readonly (string | number)[];

/** Each place of a value in a message, those that hold others too. */
export function placesIn(value: unknown, at: Path = []): { path: Path; value: unknown }[] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const here = at.length > 0 ? [{ path: at, value }] : [];
  return [...here, ...inside.flatMap(([key, one]) => placesIn(one, [...at, Array.isArray(value) ? Number(key) : key]))];
}

const mark = '@@here@@';

/** The message with a text of JSON in the place of one of its values: what `JSON.stringify` would not write. */
export function withText(message: unknown, [first, ...rest]: Path, text: string): string {
  const put = (value: unknown, [key, ...deeper]: Path): unknown => {
    if (key === undefined) return mark;
    const copy: Record<string | number, unknown> = Array.isArray(value)
      ? ([...value] as never)
      : { ...(value as object) };
    copy[key] = put(copy[key], deeper);
    return copy;
  };
  return JSON.stringify(put(message, [first ?? '', ...rest])).replace(`"${mark}"`, () => text);
}

/** A payload that a broken or a hostile unit may send: made of a message of its own, or of nothing. */
export const hostilePayload = (message: Record<string, unknown>): fc.Arbitrary<Buffer> => {
  const places = placesIn(message).map(({ path }) => path);
  const text = fc.oneof({ arbitrary: fc.constantFrom(...hostileTexts), weight: 4 }, fc.json());
  const whole = JSON.stringify(message);
  const replaced = fc.tuple(fc.constantFrom(...places), text).map(([path, with_]) => withText(message, path, with_));
  const renamed = fc
    .tuple(fc.constantFrom(...places), text)
    .map(([path, with_]) => withText(message, [...path.slice(0, -1), '__proto__'], with_));
  const cut = fc.nat(whole.length).map((length) => whole.slice(0, length));
  const flipped = fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, byte]) => {
    const bytes = Buffer.from(whole);
    bytes[at] = byte;
    return bytes;
  });
  return fc.oneof(
    { arbitrary: replaced.map((one) => Buffer.from(one)), weight: 6 },
    { arbitrary: flipped, weight: 3 },
    renamed.map((one) => Buffer.from(one)),
    cut.map((one) => Buffer.from(one)),
    fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.from(one)),
    text.map((one) => Buffer.from(one)),
  );
};
