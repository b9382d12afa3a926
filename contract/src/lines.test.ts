import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locales, wireLocale } from '@brina/domain/language/locales';
import type * as z from 'zod/mini';
import { allCalls } from './all-calls.ts';

const wireLocales = locales.map(wireLocale);

/** Texts of several lines, by call and field; every other text of a body is one line. */
const severalLines = [
  'news.create body.texts.body',
  'news.update body.texts.body',
  ...['recipes.check', 'recipes.create', 'recipes.update'].map((call) => `${call} body.description`),
  ...wireLocales.flatMap((locale) =>
    ['recipes.create', 'recipes.update'].map((call) => `${call} body.texts.${locale}.description`),
  ),
].sort();

/** Compared, and shown nowhere; a file, whose lines are looked at one by one (`contract/src/cycle-file.test.ts`). */
const secrets = [
  'account.updatePassword body.oldPassword',
  'security.confirm body.password',
  'signatures.setPin body.password',
  'signatures.grant body.password',
  'signatures.sign body.grant',
  'plans.save body.grant',
  'haccp.link body.grant',
  'actions.open body.grant',
  'actions.save body.grant',
  'actions.verify body.grant',
  'checks.record body.grant',
  'keeping.setHold body.grant',
  'keeping.liftHold body.grant',
  'recipes.import body.text',
];

type Def = {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  valueType?: z.ZodMiniType;
  in?: z.ZodMiniType;
};

/** Every text in a schema, with its path. */
function textsIn(schema: z.ZodMiniType, path: string): [path: string, text: z.ZodMiniType][] {
  const def = schema._zod.def as unknown as Def;
  if (def.type === 'string') return [[path, schema]];
  const fields = Object.entries(def.shape ?? {}).map(([name, field]) => [field, `${path}.${name}`] as const);
  const inner = [def.element, def.innerType, def.valueType, def.in, ...(def.options ?? [])];
  return [...fields, ...inner.map((one) => [one, path] as const)].flatMap(([one, at]) => (one ? textsIn(one, at) : []));
}

const texts = allCalls.flatMap((call) =>
  'body' in call && call.body ? textsIn(call.body as z.ZodMiniType, `${call.id} body`) : [],
);
/** Fields that take a text, and do not take out of it what it is asked about. */
const taking = (text: string, about = '') => [
  ...new Set(
    texts
      .filter(([path, schema]) => {
        const read = schema.safeParse(text);
        return read.success && String(read.data).includes(about) && !secrets.includes(path);
      })
      .map(([path]) => path),
  ),
];

describe('texts that are sent', () => {
  it('are many', () => {
    assert.ok(texts.length > 40);
    assert.ok(taking('Main kitchen').includes('appliances.update body.name'));
  });

  it('are one line each, but those that are announced as several', () => {
    for (const end of ['\n', '\r\n', '\u2028', '\u2029', '\u0085'])
      assert.deepEqual(taking(`Ada${end}Bcc`, end).toSorted(), end === '\n' ? severalLines : [], JSON.stringify(end));
  });

  it('turn no text around and hide nothing', () => {
    for (const one of ['\0', '\t', '\u001b', '\u007f', '\u202a', '\u202e', '\u2066', '\u2069'])
      assert.deepEqual(taking(`Ada${one}Neri`, one), [], JSON.stringify(one));
  });

  it('S1.1 are in any script', () => {
    const names = ['appliances.update body.name', 'registration.signUp body.firstName', 'company.update body.name'];
    for (const text of ['Cucina “Ada”', 'キッチン', 'Кухня', 'مطبخ', 'Küche\u200d👩‍🍳'])
      for (const name of names) assert.ok(taking(text).includes(name), `${text}: ${name}`);
  });
});
