import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { personRows } from '#core/persons.ts';
import { features } from './features.ts';

type Reference = { column: string; to: string; deletes: boolean };
type Written = { columns: string[]; references: Reference[] };

/** The tables of schema.sql, with their columns and what these refer to. */
async function writtenTables(): Promise<Map<string, Written>> {
  const schema = await readFile(new URL('./core/db/schema.sql', import.meta.url), 'utf8');
  const tables = new Map<string, Written>();
  for (const [, table = '', body = ''] of schema.matchAll(/^create table (\w+) \(\n(.*?)\n\)/gms)) {
    const lines = body.split('\n').map((line) => line.trim());
    tables.set(table, {
      columns: lines.flatMap((line) => (/^(constraint|check) /.test(line) ? [] : [line.split(' ')[0] ?? ''])),
      references: lines.flatMap((line) => {
        const [, column, to, rest] = /FOREIGN KEY \((\w+)\) REFERENCES (\w+)\(\w+\)(.*)/.exec(line) ?? [];
        return column && to ? [{ column, to, deletes: / ON DELETE CASCADE/.test(rest ?? '') }] : [];
      }),
    });
  }
  return tables;
}

/** Names of columns that say who somebody is, how it is reached, or from where it came, in whatever table. */
const personal = new Set([
  'user_id',
  'created_by',
  'caller',
  'membership_id',
  'email',
  'recipient',
  'first_name',
  'last_name',
  'phone',
  'address',
  'city',
  'district',
  'postal_code',
  'tax_code',
  'dealer',
  'assistance_center',
  'device',
  'note',
  'on_id',
  'detail',
]);

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

  it('S2.27 S7.11 say of every column that names a person, once, what stands in the copy of its data and what erasing does', () => {
    const rows = personRows(features);
    const told = rows.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
    const naming = [...tables].flatMap(([table, { columns, references }]) => {
      const toUser = references.filter(({ to }) => to === 'app_user').map(({ column }) => column);
      return columns.filter((one) => personal.has(one) || toUser.includes(one)).map((one) => `${table}.${one}`);
    });
    assert.ok(naming.length > 25, 'schema.sql was read');
    const others = told.filter((one) => !naming.includes(one));
    assert.deepEqual(
      notOnce(
        naming,
        told.filter((one) => naming.includes(one)),
      ),
      [],
    );
    const known = [...tables].flatMap(([table, { columns }]) => columns.map((column) => `${table}.${column}`));
    assert.deepEqual(notOnce(others, others), [], 'a column said of twice');
    assert.deepEqual(
      others.filter((one) => !known.includes(one)),
      [],
      'a column that is not there',
    );
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
