import { hour_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { now } from '../lib/clock.ts';

/** In this many hours, on the next half hour: a time that is worth proposing. */
export function readyIn(hours: number, timeZone: string): string {
  const half_ms = hour_ms / 2;
  return localMinute(Math.ceil((now() + hours * hour_ms) / half_ms) * half_ms, timeZone);
}
