import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { personRows } from '#core/persons.ts';
import { features } from './features.ts';

type Reference = { column: string; to: string; deletes: boolean };
type Written = { columns: { name: string; type: string }[]; listed: string[]; references: Reference[] };

/** The tables of schema.sql, with their columns and what these refer to. */
async function writtenTables(): Promise<Map<string, Written>> {
  const schema = await readFile(new URL('./core/db/schema.sql', import.meta.url), 'utf8');
  const tables = new Map<string, Written>();
  for (const [, table = '', body = ''] of schema.matchAll(/^create table (\w+) \(\n(.*?)\n\)/gms)) {
    const lines = body.split('\n').map((line) => line.trim());
    tables.set(table, {
      columns: lines.flatMap((line) => {
        const [, name, type] = /^"?(\w+)"? (\w+)/.exec(line) ?? [];
        return name && type && !/^(constraint|check)$/.test(name) ? [{ name, type }] : [];
      }),
      listed: lines.flatMap((line) => /CHECK \(\((\w+) = ANY \(ARRAY\[/.exec(line)?.[1] ?? []),
      references: lines.flatMap((line) => {
        const [, column, to, rest] = /FOREIGN KEY \((\w+)\) REFERENCES (\w+)\(\w+\)(.*)/.exec(line) ?? [];
        return column && to ? [{ column, to, deletes: / ON DELETE CASCADE/.test(rest ?? '') }] : [];
      }),
    });
  }
  return tables;
}

/** No value of these types tells of a person, unless by a reference. */
const impersonal = /^(bigint|boolean|date|int8multirange|integer|real|smallint|timestamp)$/;

/** The tables from which references lead to a person. */
function tablesOfPersons(tables: ReadonlyMap<string, Written>): Set<string> {
  const of = new Set(['app_user']);
  for (const reached of of)
    for (const [table, { references }] of tables) if (references.some(({ to }) => to === reached)) of.add(table);
  return of;
}

/** Columns of a table that may name a person, or tell of one. */
function mayTell({ columns, listed, references }: Written, persons: ReadonlySet<string>): string[] {
  return columns.flatMap(({ name, type }) => {
    const to = references.filter(({ column }) => column === name);
    if (to.some((one) => persons.has(one.to))) return [name];
    const number = type === 'uuid' && (name === 'id' || to.length > 0);
    return impersonal.test(type) || listed.includes(name) || number ? [] : [name];
  });
}

/** Those of `wanted` that do not stand in `told` exactly once, and those of `told` that nobody wants. */
const notOnce = (wanted: readonly string[], told: readonly string[]): string[] => {
  const count = (name: string): number => told.filter((one) => one === name).length;
  return [
    ...new Set([...wanted.filter((name) => count(name) !== 1), ...told.filter((name) => !wanted.includes(name))]),
  ];
};

describe('the rows of the features', () => {
  let tables: Map<string, Written>;
  before(async () => {
    tables = await writtenTables();
  });

  it('B2.12 say of every table, once, how long it is kept', () => {
    const told = features.flatMap(({ keeps = {} }) => Object.keys(keeps));
    assert.deepEqual(notOnce([...tables.keys()], told), []);
  });

  it('S2.27 S7.11 say of every column that may name a person what stands in the copy of its data and what erasing does, or why it names nobody', () => {
    const persons = tablesOfPersons(tables);
    assert.ok(['app_user', 'session', 'share'].every((table) => persons.has(table)) && !persons.has('event'));
    const said = features.flatMap(({ persons: rows = {} }) => Object.entries(rows));
    const whole = said.flatMap(([table, rows]) => ('nobody' in rows ? [table] : []));
    assert.deepEqual(
      whole.filter((table) => persons.has(table)),
      [],
      'a table that refers to a person tells of one',
    );
    const told = said.flatMap(([table, rows]) =>
      'nobody' in rows ? [] : rows.flatMap(({ columns }) => columns.map((column) => `${table}.${column}`)),
    );
    const telling = [...tables].flatMap(([table, written]) =>
      whole.includes(table) ? [] : mayTell(written, persons).map((column) => `${table}.${column}`),
    );
    assert.ok(telling.length > 80, 'schema.sql was read');
    assert.deepEqual(
      telling.filter((one) => !told.includes(one)),
      [],
      'a column of which nothing is said',
    );
    assert.deepEqual(notOnce(told, told), [], 'a column said of twice');
    const known = [...tables].flatMap(([table, { columns }]) => columns.map(({ name }) => `${table}.${name}`));
    assert.deepEqual(
      told.filter((one) => !known.includes(one)),
      [],
      'a column that is not there',
    );
    assert.deepEqual(
      whole.filter((table) => mayTell(tables.get(table) ?? assert.fail(table), persons).length === 0),
      [],
      'a table of which nothing need be said',
    );
  });

  it('say of every moment at which work is due, once, how far ahead it lies at most', () => {
    const due = [...tables].flatMap(([table, { columns }]) =>
      columns.some(({ name }) => name === 'due_at') ? [`${table}.due_at`] : [],
    );
    const told = features.flatMap(({ ahead = {} }) =>
      Object.entries(ahead).flatMap(([table, most]) => Object.keys(most).map((column) => `${table}.${column}`)),
    );
    assert.deepEqual(
      notOnce(
        due,
        told.filter((column) => column.endsWith('.due_at')),
      ),
      [],
    );
  });

  it('say of a table in one place how long it is kept and what it tells of persons', () => {
    const elsewhere = features.flatMap(({ keeps = {}, persons: rows = {} }) =>
      Object.keys(rows).filter((table) => !(table in keeps)),
    );
    assert.deepEqual(elsewhere, []);
  });

  it('S7.11 are gone through in the order that they say, in whatever order they are listed', () => {
    const turned = features.map(({ persons = {} }) => ({
      persons: Object.fromEntries(Object.entries(persons).reverse()),
    }));
    for (const list of [features, turned.reverse()]) {
      const order = personRows(list).map(({ table }) => table);
      assert.ok(order.indexOf('oidc') < order.indexOf('session'));
    }
  });

  it('a row that goes with another is deleted by its reference', () => {
    for (const { table, erase } of personRows(features)) {
      if (typeof erase !== 'object' || !('goWith' in erase)) continue;
      const { references = [] } = tables.get(table) ?? {};
      assert.ok(
        references.some(({ to, deletes }) => to === erase.goWith && deletes),
        `${table} with ${erase.goWith}`,
      );
    }
  });
});
