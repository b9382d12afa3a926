import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { pointsOfNeedle } from '@brina/domain/appliance/metrics';
import type { Verdict } from '@brina/domain/haccp/verdicts';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { makeRecord } from '#features/record/haccp/parts/record.ts';
import { recordSources } from '#features/record/haccp/sources.queries.ts';
import type { TestPortal } from './portal.ts';

/** What contents of that version do not have. */
const sinceThen = [
  'judge',
  'continues',
  'phases',
  'loaded_C',
  'clockChanges',
  'disbelieved',
  'silenced',
  'doors',
  'evidence',
] as const;

const without = <T extends object, K extends keyof T>(value: T, keys: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.some((one) => one === key))) as Omit<T, K>;

/**
 * Makes the last revision of a batch what the first version of the judge wrote of the same facts, in the shape of that version: the warmest
 * point of the first needle alone, no judge, no points.
 * @param said the verdict that it came to, where its judge of today comes to another
 */
export async function asJudgedFirst(portal: TestPortal, id: string, said: { verdict?: Verdict } = {}): Promise<void> {
  await portal.db.write(async (db) => {
    const sources = await recordSources(db, id);
    assert.ok(sources);
    const samples = sources.samples.map((one) => ({ ...one, core: one.core.slice(0, pointsOfNeedle) }));
    const record = makeRecord({ ...sources, samples, pointNames: sources.pointNames.slice(0, pointsOfNeedle) });
    const verdict = said.verdict ?? record.verdict;
    const reasons = said.verdict ? [] : record.reasons;
    const shown = without(record, sinceThen);
    const { at, core, air, set } = shown.samples;
    const stages = shown.stages.map(({ from, to, startedAt, endedAt, minutes, limit_min }) => ({
      from,
      to,
      startedAt,
      endedAt,
      minutes,
      limit_min,
    }));
    const json = JSON.stringify({ ...shown, verdict, reasons, stages, samples: { at, core, air, set } });
    const { minutes, limit_min } = shown;
    await db
      .updateTable('batch_revision')
      .set({
        content: deflateRawSync(json),
        content_hash: createHash('sha256').update(json).digest(),
        verdict,
        summary: jsonb({ verdict, minutes, limit_min }),
      })
      .where('batch', '=', id)
      .execute();
    await db.updateTable('batch').set({ considered_by: 1 }).where('id', '=', id).execute();
  });
}

/** Forgets what a unit measured before a moment. */
export async function forgetTelemetry(portal: TestPortal, serial: string, before: number): Promise<void> {
  await portal.db.write((db) =>
    sql`delete from telemetry where at < ${timestamp(before)}
      and appliance = (select id from appliance where serial = ${serial})`.execute(db),
  );
}
