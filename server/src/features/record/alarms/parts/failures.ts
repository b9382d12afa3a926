import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';

/**
 * Ways in which the rules of a unit fail. `patience_ms`: for so long nobody is told. `lasts_ms`: for so long it stands after it happened;
 * null: until the rules have run.
 */
export const failures = {
  /** The rules refused a fact, and go on without it. */
  refused: {
    patience_ms: 0,
    lasts_ms: 15 * minute_ms,
    says: 'the alarm rules refuse a fact of an appliance, and leave it out',
  },
  /** A kept state was damaged; they go on from one before, or anew. */
  damaged: {
    patience_ms: 0,
    lasts_ms: 15 * minute_ms,
    says: 'a kept state of the alarm rules of an appliance is damaged',
  },
  /** They stand still, and are tried again: a database that is away for a moment is no news of a unit. */
  failed: {
    patience_ms: 5 * minute_ms,
    lasts_ms: null,
    says: 'the alarm rules of an appliance failed and are tried again later',
  },
} as const satisfies Record<string, { patience_ms: number; lasts_ms: number | null; says: string }>;

/** How far ahead of now a failure may have begun, and ends, at most. */
export const failuresAhead = {
  since_at: 0,
  ends_at: Math.max(...Object.values(failures).map(({ lasts_ms }) => lasts_ms ?? 0)),
};

export type FailureKind = keyof typeof failures;
export type Failure = { kind: FailureKind; error: unknown };

/** Notes that the rules of units fail, or did; since when stays known until it is over. */
export async function noteFailures(
  db: Db,
  noted: readonly { appliance: number; kind: FailureKind }[],
  now: number,
): Promise<void> {
  if (noted.length === 0) return;
  const byUnit = new Map(noted.map((one) => [one.appliance, one.kind]));
  const batch = unnestColumns({
    appliance: ['integer', [...byUnit.keys()]],
    kind: ['text', [...byUnit.values()]],
    ends_at: [
      'timestamptz',
      [...byUnit.values()].map((kind) => {
        const { lasts_ms } = failures[kind];
        return lasts_ms === null ? null : now + lasts_ms;
      }),
    ],
  });
  await sql`
    insert into alarm_failure (since_at, ${batch.names}) select ${timestamp(now)}, ${batch.names} from ${batch.rows}
    on conflict (appliance) do update set kind = excluded.kind, ends_at = excluded.ends_at`.execute(db);
}

/** The rules of units have run: what stood until then is over. */
export async function endFailures(db: Db, appliances: readonly number[], now: number): Promise<void> {
  if (appliances.length === 0) return;
  await db
    .updateTable('alarm_failure')
    .set({ ends_at: timestamp(now) })
    .where('appliance', '=', anyOf(appliances))
    .where('ends_at', 'is', null)
    .execute();
}

/** How many units have rules that fail, or did a moment ago. */
export const countFailing = (db: Database): Promise<number> =>
  db.read(async (tx) => {
    const { failing } = await tx
      .selectFrom('alarm_failure')
      .select(({ fn }) => fn.countAll<number>().as('failing'))
      .executeTakeFirstOrThrow();
    return failing;
  });
