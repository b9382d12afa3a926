import { sql } from 'kysely';
import type pg from 'pg';

/** Plans that a session keeps: each costs the embedded database memory that it never gives back. */
export const plansOfSession_max = 200;

/**
 * Ends a statement whose plan a session keeps in a transaction that writes, too: one that goes from what it is given to rows by their keys,
 * and returns nothing. What returns no rows has no columns that a migration could change under its plan.
 */
export const planKept = sql`/* plan kept */`;

export const isPlanKept = (statement: string): boolean => statement.endsWith('/* plan kept */');

/** The result of a prepared statement has other columns than when it was prepared: a migration came between. */
const featureNotSupported = '0A000';

/** Whether a statement failed only because its plan was made before a migration. */
export const isOutdatedPlan = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === featureNotSupported;

/**
 * The plans that the sessions of one database keep. In the embedded database planning takes longer than a point read itself, so
 * its statements are prepared by name. When one of them turns out to be outdated, all sessions prepare anew.
 */
export class KeptPlans {
  #generation = 0;

  /** Takes over the statements of a session that has just begun. */
  of(client: pg.ClientBase): SessionPlans {
    return new SessionPlans(client, {
      generation: () => this.#generation,
      outdated: () => {
        this.#generation += 1;
      },
    });
  }
}

/** The plans of one session. */
export class SessionPlans {
  readonly #client: pg.ClientBase;
  readonly #all: { generation(): number; outdated(): void };
  readonly #names = new Map<string, string>();
  #generation: number;
  /** Names are never used twice: what is still under way may speak of an earlier one. */
  #named = 0;
  #isFull = false;

  constructor(client: pg.ClientBase, all: { generation(): number; outdated(): void }) {
    this.#client = client;
    this.#all = all;
    this.#generation = all.generation();
  }

  /**
   * Called when the session is lent, between two transactions: drops all plans when they are outdated, or when there were more statements
   * than may be kept. Those in use come back with their next run.
   */
  renew(): void {
    if (!this.#isFull && this.#generation === this.#all.generation()) return;
    this.#generation = this.#all.generation();
    this.#isFull = false;
    this.#names.clear();
    // pg remembers by name what it has prepared, and nothing of its own makes it forget.
    (this.#client as unknown as { connection: { parsedStatements: object } }).connection.parsedStatements = {};
    // A session that broke has lost its plans with it.
    this.#client.query('deallocate all').catch(() => undefined);
  }

  /** Runs a statement by the plan that is kept of it, or else is made now. */
  async query(text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
    const name = this.#nameOf(text);
    try {
      return await this.#client.query({ text, ...(name && { name }), ...(values && { values }) });
    } catch (error) {
      if (isOutdatedPlan(error)) this.#all.outdated();
      throw error;
    }
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    this.#isFull = this.#names.size >= plansOfSession_max;
    if (this.#isFull) return undefined;
    this.#named += 1;
    const name = `kept_${this.#named}`;
    this.#names.set(text, name);
    return name;
  }
}
