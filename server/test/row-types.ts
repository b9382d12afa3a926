import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KyselyPlugin, PluginTransformResultArgs, QueryId, UnknownRow } from 'kysely';
import type { Database, Db } from '#core/db/database.ts';
import { lengthOfNode, lineOfNode, nodesOf, type SourceFile, type SyntaxNode } from '../../tools/tidy/source-tree.ts';

/**
 * A database that holds every hand-written query to the row type it promises: `sql<Row>` is a promise that nothing else checks, like a
 * cast. What a query returns in a test must have the columns of `Row`, no others, and values of their types; where a part of
 * `Row` is inferred from a schema, that part is the schema's to check.
 */
export function rowsAsTyped(db: Database): Database {
  const held = (handle: Db): Db => handle.withPlugin(new RowTypes());
  return {
    ...db,
    read: (work) => db.read((handle) => work(held(handle))),
    write: (work) => db.write((handle) => work(held(handle))),
    ingest: (work) => db.ingest((handle) => work(held(handle))),
  };
}

/** Reads off the stack where a query is written, and looks at the first row that comes back. */
class RowTypes implements KyselyPlugin {
  readonly #shapes = new Map<QueryId, { shape: Shape; place: string }>();

  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]): typeof node {
    if (node.kind !== 'RawNode') return node;
    const [place, shape] = writtenAt(new Error().stack ?? '');
    if (shape) this.#shapes.set(queryId, { shape, place });
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<typeof result> {
    const written = this.#shapes.get(queryId);
    const [row] = result.rows;
    const faults = written && row ? faultsOf(written.shape, row) : [];
    if (faults.length > 0) throw new Error(`${written?.place}: the row ${faults.join(', ')}`);
    return result;
  }
}

/** What a type says of a row: a test of each column's value; whether it may have columns that the type does not name. */
type Shape = { columns: Map<string, { optional: boolean; fits: Test }>; isOpen: boolean };
type Test = (value: unknown) => boolean;

function faultsOf({ columns, isOpen }: Shape, row: UnknownRow): string[] {
  const absent = [...columns].filter(([name, { optional }]) => !optional && !(name in row));
  const unnamed = isOpen ? [] : Object.keys(row).filter((name) => !columns.has(name));
  const wrong = [...columns].filter(([name, { fits }]) => name in row && !fits(row[name]));
  return [
    ...absent.map(([name]) => `has no ${name}`),
    ...unnamed.map((name) => `has ${name}, which its type does not name`),
    ...wrong.map(([name]) => `has ${name} = ${JSON.stringify(row[name])}, which its type does not allow`),
  ];
}

/** What is wrong with a row of the query that a file of the server executes on a line; undefined where it executes none. */
export function faultsAt(path: string, line: number, row: UnknownRow): string[] | undefined {
  const shape = shapeAt(join(root, path), line);
  return shape && faultsOf(shape, row);
}

const root = resolve(import.meta.dirname, '../..');
const shapes = new Map<string, Shape | undefined>();

/** The place of the first frame within the server's source, and the shape of the `sql<Row>` that is executed there. */
function writtenAt(stack: string): [place: string, shape: Shape | undefined] {
  const [, url = '', line = ''] = /(file:\/\/[^\s)]*\/server\/src\/[^\s):]+):(\d+):\d+/.exec(stack) ?? [];
  if (url === '') return ['', undefined];
  const place = `${relative(root, fileURLToPath(url))}:${line}`;
  if (!shapes.has(place)) shapes.set(place, shapeAt(fileURLToPath(url), Number(line)));
  return [place, shapes.get(place)];
}

/** The shape of the query whose `.execute()` stands on a line: of those that reach it the one that begins last. */
function shapeAt(path: string, line: number): Shape | undefined {
  const source = sourceAt(path);
  const reaches = (node: SyntaxNode): boolean => {
    const from = lineOfNode(source.file, node);
    return from <= line && line < from + lengthOfNode(source.file, node);
  };
  const calls = source.nodes.filter((node) => node.type === 'CallExpression' && reaches(node));
  for (const call of calls.toReversed()) {
    const { object, property } = call.callee as SyntaxNode & { object?: SyntaxNode; property?: SyntaxNode };
    if (property?.value !== 'execute' || object?.type !== 'TaggedTemplateExpression') continue;
    const { params = [] } = (object.typeParameters ?? {}) as { params?: SyntaxNode[] };
    return params[0] && shapeOf(params[0], source);
  }
  return undefined;
}

type Source = { path: string; file: SourceFile; nodes: SyntaxNode[] };
const sources = new Map<string, Source>();

function sourceAt(path: string): Source {
  const known = sources.get(path);
  if (known) return known;
  const file = { path: relative(root, path), text: readFileSync(path, 'utf8') };
  const source = { path, file, nodes: nodesOf(file) };
  sources.set(path, source);
  return source;
}

const anything: Shape = { columns: new Map(), isOpen: true };

function shapeOf(type: SyntaxNode, source: Source): Shape {
  switch (type.type) {
    case 'TsParenthesizedType':
      return shapeOf(type.typeAnnotation as SyntaxNode, source);
    case 'TsIntersectionType': {
      const parts = (type.types as SyntaxNode[]).map((part) => shapeOf(part, source));
      return {
        columns: new Map(parts.flatMap(({ columns }) => [...columns])),
        isOpen: parts.some(({ isOpen }) => isOpen),
      };
    }
    case 'TsTypeReference': {
      const named = declarationOf(type, source);
      return named ? shapeOf(named.type, named.source) : anything;
    }
    case 'TsTypeLiteral': {
      const members = type.members as SyntaxNode[];
      const named = members.filter((member) => member.type === 'TsPropertySignature');
      const columns = named.map((member) => {
        const { key, optional, typeAnnotation } = member as SyntaxNode & {
          key: { value: string };
          optional: boolean;
          typeAnnotation: { typeAnnotation: SyntaxNode };
        };
        return [key.value, { optional, fits: testOf(typeAnnotation.typeAnnotation, source) }] as const;
      });
      return { columns: new Map(columns), isOpen: named.length < members.length };
    }
    default:
      return anything;
  }
}

/** The alias a type names, in its file or in one of ours that it is imported from; undefined for all that takes parameters. */
function declarationOf(type: SyntaxNode, source: Source): { type: SyntaxNode; source: Source } | undefined {
  const { typeName, typeParams } = type as SyntaxNode & { typeName: { value?: string }; typeParams?: unknown };
  if (typeParams || typeName.value === undefined) return undefined;
  const name = typeName.value;
  const alias = source.nodes.find(
    (node) => node.type === 'TsTypeAliasDeclaration' && (node.id as { value: string }).value === name,
  );
  if (alias) return alias.typeParams ? undefined : { type: alias.typeAnnotation as SyntaxNode, source };
  const imported = source.nodes.find(
    (node) =>
      node.type === 'ImportDeclaration' &&
      (node.specifiers as { local: { value: string } }[]).some(({ local }) => local.value === name),
  );
  const path = imported && pathOf((imported.source as { value: string }).value, source.path);
  return path === undefined ? undefined : declarationOf(type, sourceAt(path));
}

/** The file of an import; undefined for one of a package. */
function pathOf(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  if (specifier.startsWith('#')) return join(root, 'server/src', specifier.slice(1));
  const [, workspace, file] = /^@brina\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  return workspace && file ? join(root, workspace, 'src', `${file}.ts`) : undefined;
}

const keywords: Record<string, Test> = {
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  bigint: (value) => typeof value === 'bigint',
  null: (value) => value === null,
};

function testOf(type: SyntaxNode, source: Source): Test {
  switch (type.type) {
    case 'TsKeywordType':
      return keywords[type.kind as string] ?? (() => true);
    case 'TsParenthesizedType':
    case 'TsTypeOperator':
      return testOf(type.typeAnnotation as SyntaxNode, source);
    case 'TsUnionType': {
      const tests = (type.types as SyntaxNode[]).map((one) => testOf(one, source));
      return (value) => tests.some((fits) => fits(value));
    }
    case 'TsArrayType': {
      const fits = testOf(type.elemType as SyntaxNode, source);
      return (value) => Array.isArray(value) && value.every(fits);
    }
    case 'TsLiteralType': {
      const { value: wanted } = type.literal as { value?: unknown };
      return (value) => value === wanted;
    }
    // JSON: what stands in it is for who wrote it to hold.
    case 'TsTypeLiteral':
    case 'TsIntersectionType':
      return (value) => typeof value === 'object' && value !== null;
    case 'TsTypeReference': {
      const { typeName } = type as SyntaxNode & { typeName: { value?: string } };
      if (typeName.value === 'Uint8Array') return (value) => value instanceof Uint8Array;
      if (typeName.value === 'Record') return (value) => typeof value === 'object' && value !== null;
      const named = declarationOf(type, source);
      return named ? testOf(named.type, named.source) : () => true;
    }
    default:
      return () => true;
  }
}
