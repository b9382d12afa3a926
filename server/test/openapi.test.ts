import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { readOnlyFields } from '@brina/contract/wire/echoes';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { sharedPortal } from './portal.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** What OpenAPI 3.1 demands of a document, as far as ours goes: one sentence a fault. Unknown keywords are faults. */
function faultsOf(document: Json): string[] {
  const faults: string[] = [];
  const say = (at: string, fault: string) => void faults.push(`${at}: ${fault}`);
  const allow = (value: Json, at: string, keywords: string) => {
    for (const key of Object.keys(value)) if (!keywords.split(' ').includes(key)) say(at, `unknown ${key}`);
  };
  const resolved = (value: Json, at: string): Json => {
    if (typeof value['$ref'] !== 'string') return value;
    const found = value['$ref']
      .split('/')
      .slice(1)
      .reduce<unknown>((one, key) => (isObject(one) ? one[key] : undefined), document);
    if (!isObject(found)) say(at, `${value['$ref']} leads nowhere`);
    return isObject(found) ? found : {};
  };

  const schema = (value: unknown, at: string): void => {
    if (!isObject(value)) return say(at, 'is no schema');
    const one = resolved(value, at);
    allow(
      one,
      at,
      '$ref type properties required additionalProperties propertyNames items prefixItems enum const anyOf pattern minLength maxLength minimum maximum multipleOf minItems maxItems description format readOnly',
    );
    for (const type of typesOf(one)) if (!types.includes(type)) say(at, `type ${type}`);
    const properties = (one['properties'] ?? {}) as Json;
    for (const [name, property] of Object.entries(properties)) schema(property, `${at}.${name}`);
    for (const name of (one['required'] ?? []) as string[])
      if (!Object.hasOwn(properties, name)) say(at, `requires unknown ${name}`);
    for (const key of ['items', 'propertyNames']) if (one[key] !== undefined) schema(one[key], `${at}.${key}`);
    if (isObject(one['additionalProperties'])) schema(one['additionalProperties'], `${at}.*`);
    for (const [i, option] of ((one['anyOf'] ?? []) as unknown[]).entries()) schema(option, `${at}|${i}`);
    if (Array.isArray(one['enum']) && one['enum'].length === 0) say(at, 'an enum of nothing');
    if (typeof one['pattern'] === 'string') new RegExp(one['pattern'], 'u');
  };

  const content = (value: unknown, at: string): void => {
    if (!isObject(value) || Object.keys(value).length === 0) return say(at, 'has no content');
    for (const [type, media] of Object.entries(value)) {
      if (!/^[\w.+-]+\/[\w.+*-]+$/.test(type)) say(at, `media type ${type}`);
      if (!isObject(media)) return say(at, 'has no media type');
      allow(media, at, 'schema example');
      if (media['schema'] !== undefined) schema(media['schema'], at);
      if (media['example'] !== undefined)
        faults.push(...misfits(media['schema'] as Json, media['example'], `${at} example`));
    }
  };

  allow(document, 'document', 'openapi info servers security paths components');
  if (!/^3\.1\.\d+$/.test(String(document['openapi']))) say('openapi', `version ${document['openapi']}`);
  const { title, version } = document['info'] as Json;
  if (typeof title !== 'string' || typeof version !== 'string') say('info', 'has no title or version');
  const { securitySchemes, parameters = {}, schemas = {} } = document['components'] as Record<string, Json>;
  const security = (value: unknown, at: string) => {
    for (const one of value as Json[])
      for (const name of Object.keys(one)) if (!isObject(securitySchemes?.[name])) say(at, `security ${name}`);
  };
  security(document['security'], 'document');
  for (const [name, one] of Object.entries(schemas)) schema(one, name);
  const parameter = (value: Json, at: string): Json => {
    const one = resolved(value, at);
    allow(one, at, 'name in required schema description example');
    if (!['path', 'query', 'header'].includes(String(one['in']))) say(at, `in ${one['in']}`);
    if (one['in'] === 'path' && one['required'] !== true) say(at, 'a path parameter is required');
    schema(one['schema'], at);
    if (one['example'] !== undefined) faults.push(...misfits(one['schema'] as Json, one['example'], at));
    return one;
  };
  for (const one of Object.values(parameters)) parameter(one as Json, 'components');

  const ids = new Set<string>();
  for (const [path, item] of Object.entries(document['paths'] as Record<string, Record<string, Json>>))
    for (const [method, operation] of Object.entries(item)) {
      const at = `${method} ${path}`;
      if (!path.startsWith('/')) say(at, 'no path');
      if (!['get', 'put', 'post', 'delete', 'patch'].includes(method)) say(at, 'no method');
      allow(operation, at, 'operationId tags summary description security parameters requestBody responses');
      const id = String(operation['operationId']);
      if (ids.has(id)) say(at, `${id} comes twice`);
      ids.add(id);
      if (operation['security']) security(operation['security'], at);
      const taken = (operation['parameters'] as Json[]).map((one) => parameter(one, at));
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const given = taken.filter((one) => one['in'] === 'path').map((one) => one['name']);
      if (named.toSorted().join() !== given.toSorted().join()) say(at, `parameters ${given.join()}`);
      const places = taken.map((one) => `${String(one['in'])} ${String(one['name'])}`);
      if (new Set(places).size < places.length) say(at, 'a parameter comes twice');
      if (operation['requestBody']) content((operation['requestBody'] as Json)['content'], `${at} body`);
      for (const [status, response] of Object.entries(operation['responses'] as Record<string, Json>)) {
        if (!/^([1-5]\d\d|default)$/.test(status) || typeof response['description'] !== 'string')
          say(at, `reply ${status}`);
        content(response['content'], `${at} ${status}`);
      }
    }
  return faults;
}

/** The types that a schema allows; none said: any. */
const typesOf = ({ type }: Json): string[] => (type === undefined ? [] : [type].flat()) as string[];

/** What of a value does not fit a JSON schema, in the keywords that our schemas use. */
function misfits(schema: Json, value: unknown, at: string): string[] {
  const typeOf = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const wanted = typesOf(schema);
  const fits = wanted.includes(typeOf) || (wanted.includes('integer') && Number.isInteger(value));
  if (wanted.length > 0 && !fits) return [`${at} is ${typeOf}, not ${wanted.join(' or ')}`];
  const anyOf = schema['anyOf'] as Json[] | undefined;
  if (anyOf && !anyOf.some((option) => misfits(option, value, at).length === 0)) return [`${at} fits no alternative`];
  if (schema['const'] !== undefined && schema['const'] !== value)
    return [`${at} is not ${JSON.stringify(schema['const'])}`];
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value))
    return [`${at} is not among ${schema['enum'].join()}`];
  const beyond = (size: number, min: unknown, max: unknown) =>
    size < Number(min ?? -Infinity) || size > Number(max ?? Infinity);
  if (typeof value === 'number' && beyond(value, schema['minimum'], schema['maximum']))
    return [`${at} is out of range`];
  // In tenths, as quantities are told: the rest of a division by one is not exact.
  const parts = typeof value === 'number' ? value / Number(schema['multipleOf'] ?? value) : Number.NaN;
  if (Math.abs(parts - Math.round(parts)) > 1e-6) return [`${at} is no multiple`];
  if (typeof value === 'string') {
    if (beyond(value.length, schema['minLength'], schema['maxLength'])) return [`${at} has the wrong length`];
    return typeof schema['pattern'] === 'string' && !new RegExp(schema['pattern'], 'u').test(value)
      ? [`${at} does not match`]
      : [];
  }
  if (Array.isArray(value))
    return value.flatMap((one, i) => (schema['items'] ? misfits(schema['items'] as Json, one, `${at}[${i}]`) : []));
  if (!isObject(value)) return [];
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const others = schema['additionalProperties'];
  const missing = ((schema['required'] ?? []) as string[]).filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => `${at} lacks ${name}`),
    ...Object.entries(value).flatMap(([name, one]) => {
      const property = properties[name] ?? others;
      if (property === false) return [`${at} has an unknown ${name}`];
      return isObject(property) ? misfits(property, one, `${at}.${name}`) : [];
    }),
  ];
}

describe('the OpenAPI document', async () => {
  const portal = await sharedPortal();
  const get = (path: string) => fetch(portal.url + path);
  const document = (await (await get('/api/openapi.json')).json()) as Json;
  const operations = Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

  it('is valid, and its examples fit', () => {
    assert.deepEqual(faultsOf(document), []);
  });

  it('a document that is not valid does not pass for one', () => {
    const changes = [
      ['"openapi":"3.1.0"', '"openapi":"3.0.3"'],
      ['"schemas":{"Error"', '"schemas":{"Errors"'],
      ['"/api/v1/appliance/labs/{id}"', '"/api/v1/appliance/labs/{other}"'],
      ['"example":{"name":"Main kitchen"', '"example":{"name":7'],
      ['"operationId":"laboratories.list"', '"operationId":"laboratories.create"'],
      ['"user":[]', '"nobody":[]'],
      ['"type":"object"', '"kind":"object"'],
      ['"description":"OK"', '"about":"OK"'],
    ] as const;
    const valid = JSON.stringify(document);
    for (const [from, to] of changes) {
      assert.ok(valid.includes(from), from);
      assert.notDeepEqual(faultsOf(JSON.parse(valid.replace(from, to))), [], to);
    }
  });

  it('S7.37 has every call of the contract and no other, with its requirement, roles and errors', () => {
    const described = operations.map(
      ({ path, method, operation }) => `${method.toUpperCase()} ${path} ${String(operation['operationId'])}`,
    );
    assert.deepEqual(described.sort(), allCalls.map(({ method, path, id }) => `${method} ${path} ${id}`).sort());
    for (const call of allCalls) {
      const { operation } = operations.find((one) => one.operation['operationId'] === call.id)!;
      assert.ok(String(operation['description']).startsWith(call.spec));
      const refusals = (operation['responses'] as Record<string, Json>)['default']?.['description'] as string;
      for (const code of call.errors) assert.ok(refusals.includes(code));
    }
    const { schemas } = document['components'] as { schemas: { Error: { properties: { code: Json } } } };
    assert.deepEqual(schemas.Error.properties.code['enum'], Object.keys(errorMessages.texts));
  });

  it('S7.37 B2.9 tells as what a file comes, of one that has several forms each', () => {
    const typesOfFile = (id: string) => {
      const { operation } = operations.find((one) => one.operation['operationId'] === id)!;
      const { 200: ok } = operation['responses'] as Record<string, { content: Json }>;
      return Object.keys(ok?.content ?? {});
    };
    assert.deepEqual(typesOfFile('reports.file'), ['application/pdf', 'application/json']);
    assert.deepEqual(typesOfFile('reports.data'), ['application/jsonl']);
  });

  it('tells of each PUT which fields of its GET it takes back and does not change', () => {
    for (const call of allCalls.filter(({ echoes }) => echoes)) {
      const { operation } = operations.find((one) => one.operation['operationId'] === call.id)!;
      const body = operation['requestBody'] as { content: { 'application/json': { schema: Json } } };
      const properties = Object.entries(body.content['application/json'].schema['properties'] as Record<string, Json>);
      const readOnly = properties.filter(([, property]) => property['readOnly'] === true).map(([name]) => name);
      assert.ok(readOnly.length > 0);
      assert.deepEqual(readOnly, Object.keys(readOnlyFields(call)));
    }
  });

  it('S7.1 S7.2 tells how to sign in and which header carries the key', () => {
    const { securitySchemes } = document['components'] as Record<string, Record<string, Json>>;
    assert.equal(securitySchemes?.['key']?.['name'], portal.publicConfig.subscriptionKeyHeader);
    assert.deepEqual(securitySchemes?.['user']?.['flows'], {
      password: { tokenUrl: portal.publicConfig.tokenUrl, scopes: {} },
    });
  });

  it('is browsed on a page of its own, without script and without anything from elsewhere', async () => {
    const reply = await get('/api/docs');
    const page = await reply.text();
    assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(
      reply.headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    );
    assert.doesNotMatch(page, /<script|<style|\sstyle=|\son\w+=|(?:src|href)=.https?:\/\//i);
    for (const { path, summary } of allCalls) assert.ok(page.includes(path) && page.includes(summary), path);
    const styles = await get(/href="([^"]+\.css)"/.exec(page)?.[1] ?? '');
    assert.deepEqual([styles.status, styles.headers.get('content-type')], [200, 'text/css; charset=utf-8']);
  });

  it('B11.2 who has the description asks by its tag, and is not sent it again', async () => {
    for (const path of ['/api/openapi.json', '/api/docs', '/api/docs.css']) {
      const tag = (await get(path)).headers.get('etag') ?? '';
      const again = await fetch(portal.url + path, { headers: { 'if-none-match': tag } });
      assert.deepEqual([again.status, (await again.text()).length], [304, 0], path);
    }
  });
});
