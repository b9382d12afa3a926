import assert from 'node:assert/strict';
import { day_ms } from '@brina/domain/language/durations';
import { pino } from 'pino';
import type { Clock } from '../clock.ts';
import { clockBelievedFrom } from '../db/believed-clock.ts';
import type { Database } from '../db/database.ts';
import type { Feature } from '../feature.ts';
import { retention } from '../retention.ts';

/** Removes at once what a feature need not keep any more, as the portal does every hour. */
export async function forgetOld({ keeps = {} }: Feature, { db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const counted = (table: string, outcome: object | 'failed'): void => assert.notEqual(outcome, 'failed', table);
  const round = retention([keeps], {
    db,
    clock,
    log: pino({ level: 'silent' }),
    persons: [],
    counted,
    doubted: () => {},
  });
  // Looked at through some quiet days, the clock is believed, whatever it did before.
  for (const days of [9, 5, 1]) await db.write((tx) => clockBelievedFrom(tx, clock.now() - days * day_ms));
  while ((await round.run()) === true);
}
