import { allCalls } from '@brina/contract/all-calls';
import { type Call, everyCallErrors, replySchema } from '@brina/contract/wire/call';
import { readOnlyFields } from '@brina/contract/wire/echoes';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import * as z from 'zod/mini';
import { idempotencyKey_max } from './idempotency.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of every call, made from the contract. */
export function openApiDocument(options: { version: string; subscriptionKeyHeader: string; tokenUrl: string }): Json {
  const paths: Record<string, Json> = {};
  for (const call of allCalls) {
    const path = (paths[call.path] ??= {});
    path[call.method.toLowerCase()] = operationOf(call);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Brina',
      version: options.version,
      description:
        'Calls of the portal. Times are epoch milliseconds, temperatures °C. Every call needs the subscription key; errors are `{ code, message, requestId, fields?, data? }`.',
    },
    servers: [{ url: '/' }],
    security: [{ key: [], user: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: options.subscriptionKeyHeader },
        user: { type: 'oauth2', flows: { password: { tokenUrl: options.tokenUrl, scopes: {} } } },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      schemas: { Error: errorSchema },
    },
  };
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: idempotencyKey_max },
  description:
    'Within 24 hours a repeat with the same key and content gets the first reply again and changes nothing; a reply that holds a secret, is a file or longer than 64 kB is not repeated (409). What only asks is answered anew.',
};

const errorSchema: Json = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorMessages.texts) },
    message: { type: 'string', description: 'In the caller’s language.' },
    requestId: { type: 'string' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
          min: { type: 'number' },
          max: { type: 'number' },
        },
      },
    },
    data: { type: 'object' },
  },
};

/** What a reply that is no JSON comes as. */
const typesOf = (reply: Call['reply']): readonly string[] =>
  reply.kind === 'blob' ? [reply.type, ...reply.others] : ['text/plain'];

function operationOf(call: Call): Json {
  const { example } = call;
  const schema = replySchema(call);
  const content = schema
    ? {
        'application/json': {
          schema: schemaOf(schema),
          ...(example.reply !== undefined && { example: example.reply }),
        },
      }
    : Object.fromEntries(typesOf(call.reply).map((type) => [type, {}]));
  return {
    operationId: call.id,
    tags: [call.id.split('.')[0]],
    summary: call.summary,
    description: descriptionOf(call),
    ...(call.roles === 'none' && { security: [{ key: [] }] }),
    parameters: [
      ...parametersOf('path', call.params, example.params),
      ...parametersOf('query', call.query, example.query),
      ...parametersOf('header', call.headers, example.headers),
      ...(call.method === 'GET' || call.list || call.asks === true
        ? []
        : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ],
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: bodySchemaOf(call, call.body), example: example.body } },
      },
    }),
    responses: {
      200: { description: 'OK', content },
      default: {
        description: `Refusals: ${[...call.errors, ...everyCallErrors].join(', ')}`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

const descriptionOf = ({ spec, roles, confirmed }: Call): string =>
  `${spec}. Roles: ${Array.isArray(roles) ? roles.join(', ') : roles}.${
    confirmed
      ? ' A dangerous act: `confirmation_needed` unless its person has proved who it is within five minutes, by signing in or by `security.confirm`.'
      : ''
  }`;

function parametersOf(
  place: 'path' | 'query' | 'header',
  schema: z.ZodMiniObject | undefined,
  example: unknown,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
    ...((example as Json | undefined)?.[name] !== undefined && { example: (example as Json)[name] }),
  }));
}

/** With the fields that a PUT takes back from its GET and cannot change: they may be sent as they are. */
function bodySchemaOf(call: Call, body: z.ZodMiniType): Json {
  const schema = schemaOf(body);
  if (!call.echoes) return schema;
  const readOnly = Object.entries(readOnlyFields(call)).map(([name, field]) => [
    name,
    { ...schemaOf(field), readOnly: true },
  ]);
  return { ...schema, properties: { ...(schema['properties'] as Json), ...Object.fromEntries(readOnly) } };
}

function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    unrepresentable: 'any',
  }) as Json;
  return rest;
}

/** A page that browses the document without anything loaded from elsewhere. */
export function openApiPage(document: Json): string {
  const paths = document['paths'] as Record<string, Record<string, Json>>;
  const escape = (text: unknown): string => String(text).replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
  const block = (title: string, value: unknown): string =>
    value === undefined ? '' : `<h3>${title}</h3><pre>${escape(JSON.stringify(value, null, 2))}</pre>`;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        `<details><summary><code>${escape(method.toUpperCase())}</code> <code>${escape(path)}</code> ${escape(operation['summary'])}</summary>
<p>${escape(operation['description'])}</p>${block('Parameters', operation['parameters'])}${block('Body', operation['requestBody'])}${block('Replies', operation['responses'])}</details>`,
    ),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Brina calls</title>
<link rel="stylesheet" href="/api/docs.css"><main><h1>Calls of Brina</h1><p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>${calls.join('\n')}</main></html>`;
}

/** Styles of that page: the portal's policy allows none inside it. */
export const openApiStyles = `:root{color-scheme:light dark;font-family:system-ui,sans-serif}main{max-width:60rem;margin:2rem auto;padding:0 1rem}
summary{padding:.75rem 0;cursor:pointer;border-bottom:1px solid #8886}pre{overflow:auto;padding:1rem;border:1px solid #8886;border-radius:10px}h3{font-size:1rem}`;
