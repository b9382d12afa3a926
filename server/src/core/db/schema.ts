import { sql } from 'kysely';
import type { Db } from './database.ts';

type ColumnRow = {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
  identity: string;
  generated: string;
  expression: string | null;
  collation: string | null;
};
/** A statement, or a part of one, that belongs to a table. */
type PartRow = { table: string; definition: string };
type TableRow = { table: string; partitionedBy: string | null };

/**
 * The schema as SQL text: tables by name, columns in their order, constraints and indexes by name; the same for the same
 * schema on PGlite (PostgreSQL 18) and PostgreSQL 15. Partitions are left out: ingestion makes them as it needs them.
 */
export async function describeSchema(db: Db): Promise<string> {
  const [tables, columns, constraints, indexes] = await Promise.all([
    tablesOf(db),
    columnsOf(db),
    constraintsOf(db),
    indexesOf(db),
  ]);
  const of = <Row extends { table: string }>(rows: readonly Row[], table: string): Row[] =>
    rows.filter((row) => row.table === table);
  const statements = tables.map(({ table, partitionedBy }) => {
    const lines = [
      ...of(columns, table).map(columnText),
      ...of(constraints, table).map(({ definition }) => definition),
    ];
    const ending = partitionedBy === null ? '' : ` partition by ${partitionedBy}`;
    const indexLines = of(indexes, table).map(({ definition }) => `${definition};\n`);
    return `create table ${table} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${ending};\n${indexLines.join('')}`;
  });
  return statements.join('\n');
}

function columnText(column: ColumnRow): string {
  return [
    column.name,
    column.type,
    column.collation && `collate ${column.collation}`,
    column.identity && `generated ${column.identity === 'a' ? 'always' : 'by default'} as identity`,
    column.generated
      ? `generated always as (${column.expression}) stored`
      : column.expression && `default ${column.expression}`,
    column.isRequired && 'not null',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Tables of ours: everything in the schema public that is a table and no partition of another. */
const ours = sql`from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`;

async function tablesOf(db: Db): Promise<TableRow[]> {
  const query = sql<TableRow>`
    select quote_ident(c.relname) as table, lower(pg_get_partkeydef(c.oid)) as "partitionedBy" ${ours}
    order by c.relname collate "C"`;
  return (await query.execute(db)).rows;
}

async function columnsOf(db: Db): Promise<ColumnRow[]> {
  const query = sql<ColumnRow>`
    select quote_ident(c.relname) as table, quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "isRequired", a.attidentity as identity, a.attgenerated as generated,
      pg_get_expr(d.adbin, d.adrelid) as expression,
      case when a.attcollation <> t.typcollation then quote_ident(l.collname) end as collation
    ${ours}
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_collation l on l.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    order by a.attnum`;
  return (await query.execute(db)).rows;
}

async function constraintsOf(db: Db): Promise<PartRow[]> {
  // Only PostgreSQL 18 has constraints of type n, for the columns that are not null.
  const query = sql<PartRow>`
    select quote_ident(c.relname) as table, format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) as definition
    ${ours}
    join pg_constraint k on k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x')
    order by k.conname collate "C"`;
  return (await query.execute(db)).rows;
}

async function indexesOf(db: Db): Promise<PartRow[]> {
  const query = sql<PartRow>`
    select quote_ident(c.relname) as table, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
    ${ours}
    join pg_index i on i.indrelid = c.oid
    join pg_class x on x.oid = i.indexrelid
    where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)
    order by x.relname collate "C"`;
  return (await query.execute(db)).rows;
}
