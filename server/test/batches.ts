import assert from 'node:assert/strict';
import { type BatchRecord, type BatchSummary, getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { TestDevice } from './device.ts';
import { given } from './given.ts';
import type { TestPortal } from './portal.ts';

/** What the probes of a unit say in a cycle; null where nothing is measured. */
export type Said = Readonly<Record<string, number | null>> | null;

/** A cycle as it is told in bulk. */
export type Told = {
  runId: string;
  startedAt: number;
  minutes: number;
  /** What is measured so many minutes after the start. */
  says: (passed_min: number) => Said;
  /** Samples are so far apart. */
  every_ms?: number;
  /** Its end is never told. */
  endless?: true;
  /** What runs; absent: chilling. A phase after the first runs where its minute after the start is told. */
  runs?: { function: number; plan: readonly { phase: number; after_min?: number }[] };
};

const chilling = { function: 0, plan: [{ phase: 2, air: -10, fan: 100, rh: null, end: { by: 'core', target: 3 } }] };

/** Straight between points `[minutes, °C]`, as the first and the last one before and after them. */
export const straight =
  (...points: readonly (readonly [min: number, C: number])[]) =>
  (passed_min: number): number => {
    const next = points.findIndex(([min]) => min >= passed_min);
    const [after, before] = [points[next] ?? points.at(-1), points[next - 1]];
    if (!after || next < 1 || !before) return (next === 0 ? points[0] : points.at(-1))?.[1] ?? Number.NaN;
    return before[1] + ((passed_min - before[0]) / (after[0] - before[0])) * (after[1] - before[1]);
  };

/** A chilling blast chiller of a company of its own, connected, held since the day before yesterday. */
export async function chiller(portal: TestPortal, model?: string) {
  const { user, claimedUnit } = given(portal);
  const owner = await user();
  const unit = await claimedUnit(owner, model);
  const serial = unit.serialNumber;
  await portal.db.write((db) =>
    sql`update tenure set from_at = from_at - interval '2 days' where company_id = ${owner.companyId}`.execute(db),
  );
  const device = new TestDevice(portal, unit);
  await device.connect();
  const send = async (topic: 'tel' | 'evt', body: Record<string, unknown> & { at: number }): Promise<void> =>
    assert.equal(await device.send(topic, body), 'got');

  /** The samples of a stretch of a cycle, in bulk. */
  async function measure(
    { startedAt, says, every_ms = 30_000 }: Told,
    from_min: number,
    to_min: number,
  ): Promise<void> {
    const moments = Array.from(
      { length: Math.ceil(((to_min - from_min) * minute_ms) / every_ms) },
      (_, i) => startedAt + from_min * minute_ms + i * every_ms,
    );
    const samples = moments.flatMap((at) => {
      const said = says((at - startedAt) / minute_ms);
      return said ? [{ at, values: { TCell: -10, cellSetTemp: -10, cycleState: 1, powerState: 1, ...said } }] : [];
    });
    for (let i = 0; i < samples.length; i += 250) {
      const part = samples.slice(i, i + 250);
      const at = part[0]?.at ?? 0;
      await send('tel', { at, hist: true, s: part.map((one) => [one.at - at, one.values]) });
    }
  }
  async function begin({
    runId,
    startedAt,
    runs = chilling,
  }: Pick<Told, 'runId' | 'startedAt' | 'runs'>): Promise<void> {
    const plan = runs.plan.map(({ after_min: _, ...phase }) => phase);
    await send('evt', { at: startedAt, type: 'cycle', runId, ...runs, plan, event: 'started', load_kg: 40 });
    const phase = runs.plan[0]?.phase ?? 0;
    await send('evt', { at: startedAt, type: 'phase', runId, index: 1, phase, state: 'running' });
  }
  async function end({ runId, startedAt, minutes, says, runs = chilling }: Told): Promise<void> {
    const at = startedAt + minutes * minute_ms;
    for (const [i, { phase, after_min }] of runs.plan.entries()) {
      if (after_min === undefined) continue;
      const event = { at: startedAt + after_min * minute_ms, type: 'phase', runId, phase };
      await send('evt', { ...event, index: i, phase: runs.plan[i - 1]?.phase, state: 'terminated' });
      await send('evt', { ...event, index: i + 1, state: 'running' });
    }
    await send('evt', { at, type: 'cycle', runId, function: runs.function, event: 'stopped', reason: 'person' });
    await send('tel', { at: at + 5000, hist: true, s: [[0, { TCell: -10, cycleState: 0, ...says(minutes) }]] });
  }
  /** Tells a whole cycle, and waits for what is made of it. */
  async function tell(told: Told): Promise<void> {
    await begin(told);
    await measure(told, 0, told.minutes);
    if (!told.endless) await end(told);
    await portal.clock.advance(15_000);
  }

  const batches = (): Promise<BatchSummary[]> => {
    const now = portal.clock.now();
    return owner.call(listBatches, { params: { serial }, query: { from: now - 20 * day_ms, to: now } });
  };
  const record = (batchId: string): Promise<BatchRecord> => owner.call(getBatch, { params: { serial, batchId } });
  return {
    owner,
    unit,
    serial,
    device,
    send,
    begin,
    measure,
    end,
    tell,
    batches,
    record,
    /** The record of the batch that began last. */
    lastRecord: async (): Promise<BatchRecord> => record((await batches())[0]?.batchId ?? ''),
    [Symbol.dispose]: () => device[Symbol.dispose](),
  };
}

/** What stands in a record's list of revisions, the latest first. */
export const revisionsOf = ({ revisions }: BatchRecord) =>
  revisions.map(({ revision, verdict, cause }) => [revision, verdict, cause]);
