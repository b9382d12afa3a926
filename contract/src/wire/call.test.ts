import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { allCalls } from '../all-calls.ts';
import { type Call, call, everyCallErrors, idPositions, json, replySchema, valuesAt } from './call.ts';
import { shownFields } from './echoes.ts';
import { id, kindOf } from './ids.ts';

const parts = ['params', 'query', 'headers', 'body'] as const;

/** Every named field of a schema with its path, through whatever it is made of. */
function* fieldsOf(
  schema: z.core.$ZodType,
  path: string,
): Generator<{ path: string; name: string; schema: z.core.$ZodType }> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      for (const [name, field] of Object.entries(def.shape)) {
        yield { path: `${path}.${name}`, name, schema: field };
        yield* fieldsOf(field, `${path}.${name}`);
      }
      return;
    case 'array':
      yield* fieldsOf(def.element, `${path}[]`);
      return;
    case 'optional':
    case 'nullable':
      yield* fieldsOf(def.innerType, path);
      return;
    case 'union':
      for (const option of def.options) yield* fieldsOf(option, path);
      return;
    case 'record':
      // The walk that finds ids does not go into a record: an id in there would be nobody's to check.
      assert.equal(kindOf(def.valueType) ?? kindOf(def.keyType), undefined, `${path} is a record of ids`);
      for (const _ of fieldsOf(def.valueType, path)) assert.fail(`${path} is a record of objects`);
      return;
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'unknown':
      return;
    default:
      assert.fail(`${path} is made of ${def.type}, which nothing here knows`);
  }
}

/** The kind of an id behind what makes it optional or many. */
function kindWithin(schema: z.core.$ZodType): string | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return kindWithin(def.innerType);
  return def.type === 'array' ? kindWithin(def.element) : kindOf(schema);
}

const src = join(import.meta.dirname, '..');

describe('the calls', () => {
  it('S6.7 S6.1 are all that any file declares: one that is not listed would be served, and missing in every matrix', async () => {
    const files = globSync('**/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'));
    const declared = new Set<Call>();
    for (const file of files) {
      const exported: Record<string, unknown> = await import(join(src, file));
      for (const value of Object.values(exported))
        if (typeof value === 'object' && value !== null && ['id', 'roles', 'path'].every((key) => key in value))
          declared.add(value as Call);
    }
    const unlisted = declared.difference(new Set(allCalls));
    assert.deepEqual(
      [...unlisted].map(({ id }) => id),
      [],
    );
    assert.equal(declared.size, allCalls.length);
  });

  it('have ids and addresses of their own', () => {
    const ids = allCalls.map(({ id: name }) => name);
    assert.deepEqual(ids, [...new Set(ids)]);
    for (const name of ids) assert.match(name, /^[a-zA-Z]+\.[a-zA-Z]+$/);
    const places = allCalls.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    assert.deepEqual(places, [...new Set(places)]);
  });

  for (const one of allCalls) {
    it(`S7.37 ${one.id} lives under a known service and names its parameters`, () => {
      assert.match(
        one.path,
        /^\/api\/(v1\/(account|appliance|mail|event-hub|analytics|ai|energy|after-sales)|v2\/account)\/[^\s]+[^/]$/,
      );
      const named = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = one.params ? Object.keys((one.params as z.ZodMiniObject).shape) : [];
      assert.deepEqual(declared.toSorted(), named.toSorted());
      assert.ok(one.method !== 'GET' || one.body === undefined, 'a GET has no body');
      assert.match(one.spec, /^[SB]\d+\.\d+( [SB]\d+\.\d+)*$/);
    });

    it(`${one.id} has an example that fits`, () => {
      for (const part of parts) {
        const schema = one[part];
        assert.equal(schema !== undefined, one.example[part] !== undefined, part);
        if (schema) assert.deepEqual(z.parse(schema, one.example[part]), one.example[part]);
      }
      const reply = replySchema(one);
      if (reply) assert.deepEqual(z.parse(reply, one.example.reply), one.example.reply);
    });

    it(`S6.7 ${one.id} says of each id in its input what it owns`, () => {
      for (const part of parts) {
        const schema = one[part];
        if (!schema) continue;
        for (const field of fieldsOf(schema, part))
          if (/^(id|ids|serial|serialNumber)$|[a-z](Id|Ids|Serial)$/.test(field.name))
            assert.ok(kindWithin(field.schema) || isOwnerless(one.id, field.path), `${field.path} is not made by id()`);
      }
      for (const { path } of idPositions(one))
        assert.ok(valuesAt(one.example, path).length > 0, `the example has no ${path.join('.')}`);
    });

    it(`S8.1 ${one.id} declares the refusals that are its own, once each`, () => {
      assert.deepEqual(one.errors, [...new Set(one.errors)]);
      for (const code of one.errors) assert.ok(!everyCallErrors.some((common) => common === code), code);
    });

    const readAt = (address: string) => allCalls.find(({ method, path }) => method === 'GET' && path === address);
    const shown = readAt(one.path) ?? readAt(one.path.replace(/\/\{\w+\}$/, ''));
    // What names by If-Match the state that it was made of needs not send the rest back; nor does a draft, which is its author's alone.
    const isGuarded = (one.headers && 'if-match' in one.headers.shape) || one.silent;
    if (one.method === 'PUT' && shown && !isGuarded)
      it(`${one.id} takes back what ${shown.id} replies to whoever may change it`, () => {
        assert.equal(one.echoes?.of, shown);
        const thing = shownFields(one.echoes);
        if (one.reply.kind === 'json') assert.deepEqual(Object.keys(thing), Object.keys(shownFields({ of: one })));
        for (const name of [one.echoes.among?.field ?? [], one.echoes.moving ?? []].flat())
          assert.ok(Object.hasOwn(thing, name), name);
        const open = ({ roles, members = [] }: Call): readonly string[] => [roles, members].flat();
        if (shown.roles !== 'any') assert.deepEqual(new Set(open(one)).difference(new Set(open(shown))), new Set());
        for (const gate of ['unconfirmed', 'beforeTerms', 'withoutFactor'] as const)
          assert.ok(!one[gate] || shown[gate], gate);
      });
  }
});

/** Ids that need no owner: of what the call makes (S3.26), of notifications and news, of which those of others change nothing, and of a filter. */
const ownerless = [
  'factoryAppliances.create body.serialNumber',
  'notifications.read body.ids',
  'news.hide body.ids',
  'checks.due query.labId',
];
/** Rules of food safety are everybody's. */
const ofRule = /^query\.ruleId$|^body\.plan\.(primary\.\w+|further\[\])\.id$/;
const isOwnerless = (name: string, path: string): boolean => ofRule.test(path) || ownerless.includes(`${name} ${path}`);

describe('places of ids', () => {
  const nested = call({
    id: 'test.nested',
    spec: 'S6.7',
    summary: '',
    method: 'POST',
    path: '/api/v1/account/test/{serial}',
    roles: 'any',
    params: z.object({ serial: id('appliance') }),
    query: z.object({ labId: z.optional(z.array(id('laboratory'))) }),
    body: z.object({
      rows: z.array(z.object({ labId: z.nullable(id('laboratory')), note: z.string() })),
      either: z.union([z.object({ commandId: id('command') }), z.object({ batchId: id('batch') })]),
    }),
    reply: json(z.string()),
    errors: [],
    example: {},
  });

  it('are found in parameters, filters, arrays, optional and alternative fields', () => {
    assert.deepEqual(
      idPositions(nested).map(({ path, kind }) => `${path.join('.')} ${kind}`),
      [
        'params.serial appliance',
        'query.labId.[] laboratory',
        'body.rows.[].labId laboratory',
        'body.either.commandId command',
        'body.either.batchId batch',
      ],
    );
  });

  it('hold no value where the input has none', () => {
    const input = {
      params: { serial: 'A' },
      query: {},
      body: { rows: [{ labId: null }, { labId: 'L' }], either: null },
    };
    assert.deepEqual(
      idPositions(nested as Call).map(({ path }) => valuesAt(input, path)),
      [['A'], [], ['L'], [], []],
    );
  });

  it('give back exactly the values that stand there, in order', () => {
    const key = fc.constantFrom('a', 'b', 'labId');
    const segment = fc.oneof({ weight: 3, arbitrary: key }, { weight: 1, arbitrary: fc.constant('[]') });
    const tree = fc.array(segment, { maxLength: 4 }).chain((path) => fc.tuple(fc.constant(path), inputAt(path)));
    fc.assert(
      fc.property(tree, ([path, { input, values }]) => {
        assert.deepEqual(valuesAt(input, path), values);
      }),
    );
  });
});

/** An input with values at a path, other fields beside them, and what must be found there. */
function inputAt([head, ...rest]: readonly string[]): fc.Arbitrary<{ input: unknown; values: string[] }> {
  if (head === undefined) {
    const nothing = fc.constantFrom(null, undefined, 7, true).map((input) => ({ input, values: [] }));
    return fc.oneof(
      fc.string().map((input) => ({ input, values: [input] })),
      nothing,
    );
  }
  if (head === '[]')
    return fc
      .array(inputAt(rest), { maxLength: 3 })
      .map((all) => ({ input: all.map(({ input }) => input), values: all.flatMap(({ values }) => values) }));
  return fc.tuple(inputAt(rest), fc.dictionary(fc.constantFrom('x', 'y'), fc.string())).map(([inner, others]) => ({
    input: { ...others, [head]: inner.input },
    values: inner.values,
  }));
}
