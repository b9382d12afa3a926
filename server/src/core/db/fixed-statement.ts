import type { Compilable } from 'kysely';
import type { Db } from './database.ts';

/** Stands in a statement for the value that a run of it is given. PostgreSQL holds no NUL, so nothing else looks like it. */
const slotOf = (name: string): string => `\0${name}`;

/**
 * A statement that is built once and run with other values each time. Building and compiling one takes longer than everything else that a
 * point read costs the portal's own thread, so what each call asks is asked like this.
 * @param names of its values
 * @param build makes the statement; each value must go into it as a parameter
 */
export function fixedStatement<const Name extends string, Row>(
  names: readonly Name[],
  build: (db: Db, values: Record<Name, string>) => Compilable<Row>,
): (db: Db, values: Record<Name, string>) => Promise<Row[]> {
  const slots = Object.fromEntries(names.map((name) => [name, slotOf(name)])) as Record<Name, string>;
  const nameOf = new Map<unknown, Name>(names.map((name) => [slotOf(name), name]));
  const compiledBy = (db: Db) => build(db, slots).compile();
  let compiled: ReturnType<typeof compiledBy> | undefined;
  return async (db, values) => {
    compiled ??= compiledBy(db);
    const parameters = compiled.parameters.map((parameter) => {
      const name = nameOf.get(parameter);
      return name === undefined ? parameter : values[name];
    });
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
