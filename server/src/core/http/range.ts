import { range_max_days } from '@brina/contract/wire/range';
import { day_ms } from '@brina/domain/language/durations';
import { Refusal } from './refusal.ts';

/**
 * Requires a time that runs forwards and is not endless.
 * @throws {Refusal} `range_reversed`, `range_too_long`
 */
export function requireRange({ from, to }: { from: number; to: number }): void {
  if (from >= to) throw new Refusal('range_reversed', 400, { fields: [{ path: 'query.from', code: 'invalid' }] });
  if (to - from > range_max_days * day_ms)
    throw new Refusal('range_too_long', 400, {
      data: { days: range_max_days },
      fields: [{ path: 'query.to', code: 'invalid' }],
    });
}
