/** How long a record's food took, as exactly as its limit needs it to be told. */
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import type { Format } from '@brina/domain/language/reader';
import type { Speech } from '@brina/domain/language/speech';
import type { BatchRecord } from '../calls/record/haccp.ts';
import type { recordMessages } from './record.messages.ts';

/** The stage whose minutes stand for the record, to the millisecond that the record's own are rounded from. */
export const decisiveStage = ({
  stages,
  minutes,
  limit_min,
}: Pick<BatchRecord, 'stages' | 'minutes' | 'limit_min'>): BatchRecord['stages'][number] | undefined =>
  minutes === null
    ? undefined
    : stages.find(
        (stage) =>
          stage.minutes !== null && stage.limit_min === limit_min && Math.abs(stage.minutes - minutes) <= rounding_min,
      );
/** The record's minutes have two decimals. */
const rounding_min = 0.005 + 1e-9;

/** How a length is written: in minutes, or in whole minutes and seconds; `decimals` of the last of them. */
export type Length = { minutes: number; seconds: number | null; decimals: number };

/**
 * Minutes beside their limit: one decimal, two where one would look like the limit, and seconds where two would, for what is one
 * millisecond over its limit has not kept it.
 */
export function lengthBeside(limit_min: number, minutes: number): Length {
  const decimals = [1, 2].find((count) => minutes.toFixed(count) !== limit_min.toFixed(count));
  if (decimals !== undefined || minutes === limit_min) return { minutes, decimals: decimals ?? 1, seconds: null };
  const whole = Math.floor(minutes);
  const seconds = Math.round((minutes - whole) * minute_ms) / second_ms;
  const needed = [0, 1, 2].find((count) => Number(seconds.toFixed(count)) === seconds);
  return { minutes: whole, decimals: needed ?? 3, seconds };
}

type Say = Speech<{ record: typeof recordMessages }>;

/** Minutes beside their limit, and how far they are over it. */
export function lengthWords({ record: t }: Say, format: Format) {
  return {
    /**
     * Minutes beside their limit, with seconds where minutes alone would hide on which side of it they are. `bare`: the unit follows
     * later.
     */
    minutes: (length: number, limit_min: number, written: 'whole' | 'bare' = 'whole'): string => {
      const { minutes, seconds, decimals } = lengthBeside(limit_min, length);
      if (seconds === null)
        return written === 'bare' ? format.number(minutes, decimals) : format.quantity(minutes, 'min', decimals);
      return t('minutesAndSeconds', {
        minutes: format.quantity(minutes, 'min'),
        seconds: format.number(seconds, decimals),
      });
    },
    /** By how much a length is over its limit, as exactly as the length itself is written; null where it is not. */
    over: (length: number, limit_min: number): string | null => {
      if (length <= limit_min) return null;
      const { minutes, seconds, decimals } = lengthBeside(limit_min, length);
      return seconds === null
        ? format.quantity(minutes - limit_min, 'min', decimals)
        : t('seconds', { seconds: format.number(seconds, decimals) });
    },
  };
}
