import { NativeSelect } from '@mantine/core';
import { now } from '../lib/clock.ts';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { TimeField } from '../ui/TimeField.tsx';
import { clockOf, dayOf, daysFrom, minuteOf, momentOf, parseClock } from './clock-input.ts';
import styles from './ReadyAtField.module.css';
import { readyMessages } from './ready.messages.ts';
import { useDays } from './use-days.ts';

/** What ends by the clock waits for no longer than three days: today and the three after it. */
export const days = 4;

/**
 * A minute of the kitchen's clock at which something is to be ready, or to begin: its day chosen, its time typed or picked, in 12 or 24 h by
 * preference (S1.3).
 * @param value `2026-03-29T06:30`; empty while the time is none
 */
export function ReadyAtField(props: {
  label: string;
  value: string;
  timeZone: string;
  /** So many days are offered, from today on. */
  dayCount?: number;
  error?: string | null | undefined;
  onChange: (minute: string) => void;
}) {
  const { label, value, timeZone, dayCount = days, error, onChange } = props;
  const { t } = useMessages(readyMessages);
  const format = useFormat();
  const { day: nameOfDay } = useDays(timeZone);
  const known = daysFrom(now(), dayCount, timeZone);
  const day = known.find((one) => value.startsWith(one)) ?? known[0] ?? '';
  const minutes = value.length > 10 ? clockOf(value) : null;
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <NativeSelect
        label={t('day')}
        value={day}
        data={known.map((one) => ({ value: one, label: nameOfDay(one) }))}
        onChange={({ currentTarget }) =>
          onChange(minutes === null ? currentTarget.value : minuteOf(currentTarget.value, minutes))
        }
      />
      <TimeField
        label={t('time')}
        value={minutes}
        show={(shown) => format.clock(momentOf(shown), 'UTC')}
        parse={parseClock}
        pickLabel={t('pickTime')}
        error={error ?? null}
        onChange={(next) => onChange(next === null ? dayOf(day) : minuteOf(day, next))}
      />
    </fieldset>
  );
}
