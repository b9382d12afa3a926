import type { Db } from '../db/database.ts';
import type { Facts, IngestStep } from './facts.ts';

/** A part of ingestion. `after` names steps that have to be through before it, whatever feature they are of. */
export type Step = { name: string; after?: readonly string[]; run: IngestStep };

/**
 * Lets the steps take what they do with new facts, in an order in which each comes after those it names. Those that wait for nobody
 * run at once, so that their statements travel to the database together.
 * @returns what they do once the batch is committed
 */
export async function runSteps(steps: readonly Step[], db: Db, facts: Facts): Promise<(() => void)[]> {
  const through = new Map<string, ReturnType<IngestStep>>();
  for (const { name, after = [], run } of steps) {
    const earlier = after.flatMap((one) => through.get(one) ?? []);
    through.set(name, earlier.length === 0 ? run(db, facts) : Promise.all(earlier).then(() => run(db, facts)));
  }
  const committed = await Promise.all(through.values());
  return committed.flatMap((tell) => tell ?? []);
}
