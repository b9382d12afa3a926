import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { day_ms } from '@brina/domain/language/durations';
import { now_ms } from './clock.ts';
import { chartMetrics } from './history.ts';
import type { Portal } from './portal.ts';

/** A chart is as many buckets wide as a screen has room for. */
const points = 1000;
const span_ms = 30 * day_ms;

/** Milliseconds in which the 30-day chart of each unit arrives and is read, one after the other. */
export async function chartTimes(
  portal: Portal,
  headers: Record<string, string>,
  serials: readonly string[],
): Promise<number[]> {
  const times: number[] = [];
  for (const serial of serials) {
    const to = Math.round(now_ms());
    const query = new URLSearchParams({
      from: String(to - span_ms),
      to: String(to),
      metrics: chartMetrics.join(),
      points: String(points),
    });
    const path = getTelemetry.path.replace('{id}', serial);
    const started = now_ms();
    const reply = await fetch(`${portal.url}${path}?${query}`, { headers });
    const { at } = (await reply.json()) as { at?: number[] };
    times.push(now_ms() - started);
    if (!at || at.length < points / 2)
      throw new Error(`the chart of ${serial} has ${at?.length ?? 'no'} points (${reply.status})`);
  }
  return times;
}
