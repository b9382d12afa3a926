import { minute_ms } from '@brina/domain/language/durations';
/** What an outbox gives up when its room is short. */
import { keepSamples, later, type OutboxEntry, type Sample, type Stamp } from './entry.ts';

/** Of a full outbox one idle sample per quarter of an hour stays. */
const thinned_ms = 15 * minute_ms;

/** How many samples went, and when the first and the last of them happened by the unit's clock. */
export type Dropped = { count: number; from: number; to: number };

/** Gives up idle samples that were never sent, oldest first, until so many are gone; a message without any goes too. */
export function thin(waiting: Map<number, OutboxEntry>, wanted: number): Dropped {
  const dropped: Dropped = { count: 0, from: 0, to: 0 };
  let kept: Stamp | null = null;
  for (const entry of waiting.values()) {
    if (dropped.count >= wanted) break;
    if (entry.kind !== 'idle' || entry.sent) continue;
    kept = thinEntry(entry, kept, dropped);
    if (entry.samples.length === 0) waiting.delete(entry.seq);
  }
  return dropped;
}

/** Keeps of a message's samples one per quarter of an hour, counted on from the last one kept. Returns the last one kept now. */
function thinEntry(entry: OutboxEntry, keptBefore: Stamp | null, dropped: Dropped): Stamp | null {
  let kept = keptBefore;
  const stays: Sample[] = [];
  for (const sample of entry.samples) {
    const stamp = later(entry.stamp, sample.offset_ms);
    if (kept && kept.boot === stamp.boot && stamp.up - kept.up < thinned_ms) {
      note(dropped, stamp.at);
    } else {
      kept = stamp;
      stays.push(sample);
    }
  }
  keepSamples(entry, stays);
  return kept;
}

/** A clock that was set in between may put the last before the first, and one that is not set tells nothing. */
function note(dropped: Dropped, at: number): void {
  dropped.count++;
  if (at === 0) return;
  dropped.from = dropped.from === 0 ? at : Math.min(dropped.from, at);
  dropped.to = Math.max(dropped.to, at);
}
