import { type Compilable, CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) prints it. Counts are means over the loops. */
type PlanNode = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

/** Runs a query and counts the rows it read from tables and indexes, those a filter threw away included. */
export function rowsRead(db: Db, query: Compilable): Promise<number> {
  const { sql, parameters } = query.compile();
  return explained(db, sql, parameters);
}

/** The same by the plan that a session keeps of it, which is made for any values. In a transaction of its own. */
export async function rowsReadByKeptPlan(db: Db, query: Compilable): Promise<number> {
  const { sql, parameters } = query.compile();
  const run = (text: string): Promise<unknown> => db.executeQuery(CompiledQuery.raw(text, []));
  await run('set local plan_cache_mode = force_generic_plan');
  await run(`prepare explained as ${sql}`);
  const values = parameters.map((value) => `'${String(value).replaceAll("'", "''")}'`).join(', ');
  const rows = await explained(db, `execute explained(${values})`, []);
  await run('deallocate explained');
  return rows;
}

async function explained(db: Db, sql: string, parameters: readonly unknown[]): Promise<number> {
  const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('EXPLAIN answered without a plan.');
  return Math.round(rowsReadBelow(plan));
}

function rowsReadBelow(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsReadBelow(child), 0);
  // The index part of a bitmap scan is read again by its heap part.
  if (!node['Node Type'].endsWith('Scan') || node['Node Type'] === 'Bitmap Index Scan') return below;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const isTable = !['Subquery Scan', 'CTE Scan', 'Function Scan', 'Values Scan', 'WorkTable Scan'].includes(
    node['Node Type'],
  );
  return below + (isTable ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0);
}
