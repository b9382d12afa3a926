import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { isSentMetric, metricNames } from '@brina/domain/appliance/metrics';
import { sql } from 'kysely';
import { describeSchema } from './schema.ts';
import { openTestDatabase } from './test-database.ts';

it('the schema that the migrations make is the one written in schema.sql', async () => {
  await using database = await openTestDatabase();
  const written = (await readFile(new URL('./schema.sql', import.meta.url), 'utf8')).split('\n');
  // Ingestion makes partitions as it needs them.
  const partition = sql`create table telemetry_2025_01 partition of telemetry for values from ('2025-01-01') to ('2025-02-01')`;
  await database.write((db) => partition.execute(db));
  const made = (await database.read(describeSchema)).split('\n');
  const first = made.findIndex((line, index) => line !== written[index]);
  const around = (lines: readonly string[]) => lines.slice(Math.max(0, first - 1), first + 2).join('\n');
  // Only where they part: the whole would be thirty kilobytes.
  if (first >= 0 || made.length !== written.length)
    assert.fail(
      `npm run schema writes it anew. Made:\n${around(made)}\nwritten, line ${first + 1}:\n${around(written)}`,
    );
});

it('the types of the tables have the columns of schema.sql: which may be null, and which have a default', async () => {
  const [written, typed] = [await columnsWritten(), await columnsTyped()];
  const faults = [...new Set([...written.keys(), ...typed.keys()])].flatMap((column) => {
    const [inSql, inTypes] = [written.get(column) ?? 'nothing', typed.get(column) ?? 'nothing'];
    // Whatever a column holds is `unknown`, null too.
    const isSame = inSql === inTypes || inSql.replace(/^(?:may be|never) null/, 'unknown') === inTypes;
    return isSame ? [] : [`${column}: ${inTypes} in tables/, ${inSql} in schema.sql`];
  });
  assert.deepEqual(faults, []);
});

const textOf = (file: string): Promise<string> => readFile(new URL(file, import.meta.url), 'utf8');

/** What schema.sql says of each column, `mail.tries` → `never null, has a default`. */
async function columnsWritten(): Promise<Map<string, string>> {
  const tables = (await textOf('./schema.sql')).matchAll(/^create table (?!migration )(\w+) \(\n([^;]*)\n\)/gm);
  return columnsIn(tables, /^ {2}(?!constraint )"?(\w+)"? (.*)$/gm, (definition) => {
    const nullness = / not null,?$/.test(definition) ? 'never null' : 'may be null';
    return / (?:default|generated) /.test(definition) ? `${nullness}, has a default` : nullness;
  });
}

/** What the types in `tables/` say of each column likewise. */
async function columnsTyped(): Promise<Map<string, string>> {
  const folder = new URL('./tables/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const text = (await Promise.all(files.map((name) => textOf(`./tables/${name}`)))).join('');
  const tables = Array.from(text.matchAll(/^ {2}(\w+): (\w+Table);$/gm), ([, table = '', type = '']) => {
    const body = new RegExp(`^export type ${type} = \\{\\n([^]*?)^\\}`, 'm').exec(text)?.[1] ?? '';
    return ['', table, body];
  });
  const columns = columnsIn(tables, /^ {2}(\w+): (.*);$/gm, (type) => {
    const [, generated] = /^Generated<(.*)>$/.exec(type) ?? [];
    const held = generated ?? type;
    const nullness = held === 'unknown' ? held : held.endsWith(' | null') ? 'may be null' : 'never null';
    return generated === undefined ? nullness : `${nullness}, has a default`;
  });
  // Besides those written out, telemetry has the metrics.
  for (const metric of metricNames.filter(isSentMetric)) columns.set(`telemetry.${metric}`, 'may be null');
  return columns;
}

const columnsIn = (tables: Iterable<readonly string[]>, column: RegExp, say: (rest: string) => string) =>
  new Map(
    Array.from(tables).flatMap(([, table = '', body = '']) =>
      Array.from(body.matchAll(column), ([, name = '', rest = '']) => [`${table}.${name}`, say(rest)] as const),
    ),
  );
