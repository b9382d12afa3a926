import type { Database } from '#core/db/database.ts';
import type { Heard } from './inputs.ts';
import { Pace } from './pace.ts';
import type { Run } from './run.ts';
import type { KeptState, Standing, StateText } from './states.ts';

/** Units of which the state is at hand; those heard longest ago are forgotten first. */
const units_max = 10_000;
/**
 * Facts at hand, of all units: where the rules are slower than ingestion, they read the rest from the database. Those heard longest ago
 * are forgotten first: they are the late ones, which wait, and what is new stays at hand.
 */
const facts_max = 200_000;

/** What is at hand of a unit. */
export type Known = {
  /** Where the rules stand; null while a run comes there from what is kept. */
  live: KeptState | null;
  /** States of the last minutes, oldest first: late facts mostly are only a little late. */
  recent: readonly StateText[];
  /** A run from the database that has not come to the present yet. */
  catchUp: CatchUp | null;
};

/** A run that goes on in the next turn, and the mark that stands for it. */
export type CatchUp = { run: Run; mark: number | null };

/**
 * What the rules have at hand in this process: states, and the facts of marks (`alarm_due`) that ingestion has just committed. All of
 * it may be forgotten at any moment, for the database holds what it is made of; and it counts only as long as the database says the
 * same, so that several servers may run the rules.
 */
export class RulesMemory {
  readonly #known = new Map<number, Known & { stamp: string | null }>();
  readonly #facts = new Map<number, readonly Heard[]>();
  readonly #doubted = new Set<number>();
  #held = 0;
  readonly pace = new Pace();
  /** Whether a turn is at work with it. */
  isInUse = false;

  /** For one turn. */
  use(): Disposable {
    this.isInUse = true;
    return { [Symbol.dispose]: () => void (this.isInUse = false) };
  }

  /** What is known of a unit; undefined when somebody has written where its rules are since. */
  of({ appliance, stamp }: Pick<Standing, 'appliance' | 'stamp'>): Known | undefined {
    const known = this.#known.get(appliance);
    if (!known) return undefined;
    this.#known.delete(appliance);
    if (known.stamp !== stamp) return undefined;
    this.#known.set(appliance, known);
    return known;
  }

  /** Keeps what is known of a unit as long as that has this stamp. */
  keep({ appliance, stamp }: Pick<Standing, 'appliance' | 'stamp'>, known: Known): void {
    this.#known.delete(appliance);
    this.#known.set(appliance, { ...known, stamp });
    if (this.#known.size <= units_max) return;
    const [longestAgo] = this.#known.keys();
    if (longestAgo !== undefined) this.#known.delete(longestAgo);
  }

  /** Forgets units: their next run begins from the database. */
  forget(appliances: Iterable<number>): void {
    for (const appliance of appliances) this.#known.delete(appliance);
  }

  /** The rules refused a fact of a unit: they go on from what is kept, with care, until it is up to date. */
  doubt(appliance: number): void {
    this.#doubted.add(appliance);
  }

  trust(appliance: number): void {
    this.#doubted.delete(appliance);
  }

  isDoubted(appliance: number): boolean {
    return this.#doubted.has(appliance);
  }

  /** Hears the facts of a mark, which are committed. */
  hear(mark: number, heard: readonly Heard[]): void {
    this.#facts.set(mark, heard);
    this.#held += heard.length;
    while (this.#held > facts_max) {
      const [longestAgo] = this.#facts.keys();
      if (longestAgo === undefined) return;
      this.letGo([{ id: longestAgo }]);
    }
  }

  /** Facts of marks: of all those needed, else undefined, and of others what is at hand. */
  factsOf(needed: readonly { id: number }[], others: readonly { id: number }[]): readonly Heard[] | undefined {
    const facts = [...needed, ...others].map(({ id }) => this.#facts.get(id));
    if (facts.slice(0, needed.length).includes(undefined)) return undefined;
    return facts.flatMap((heard) => heard ?? []);
  }

  /** Lets go of the facts of marks that are no more. */
  letGo(marks: Iterable<{ id: number }>): void {
    for (const { id } of marks) {
      this.#held -= this.#facts.get(id)?.length ?? 0;
      this.#facts.delete(id);
    }
  }
}

const memories = new WeakMap<Database, RulesMemory>();

/** The memory of the portal that has this database: ingestion fills it, the round reads it. */
export function memoryOf(db: Database): RulesMemory {
  const known = memories.get(db);
  if (known) return known;
  const memory = new RulesMemory();
  memories.set(db, memory);
  return memory;
}
