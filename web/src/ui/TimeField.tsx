import { TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './TimeField.module.css';

const day_min = 1440;
const choiceStep_min = 30;
const choices = Array.from({ length: day_min / choiceStep_min }, (_, index) => index * choiceStep_min);

/**
 * A time of day, typed or picked from the half hours; how it is written is the caller's to say. The list is the browser's own: on a
 * phone it is the wheel everybody knows.
 * @param value minutes after midnight; null while what was typed is no time
 * @param show writes a time, `parse` reads one
 */
export function TimeField(props: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  show: (minutes: number) => string;
  parse: (text: string) => number | null;
  pickLabel: string;
  error?: string | null;
}) {
  const { label, value, onChange, show, parse, pickLabel, error } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const picked = value !== null && choices.includes(value) ? String(value) : '';
  return (
    <TextInput
      label={label}
      autoComplete="off"
      value={draft ?? (value === null ? '' : show(value))}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        onChange(parse(event.currentTarget.value));
      }}
      // What is no time stays to be corrected.
      onBlur={() => value !== null && setDraft(null)}
      error={error}
      classNames={{ input: styles.input ?? '' }}
      rightSectionWidth={46}
      rightSection={
        <span className={styles.pick}>
          <IconClock size={20} aria-hidden />
          <select
            className={styles.list}
            aria-label={pickLabel}
            value={picked}
            onChange={(event) => {
              setDraft(null);
              onChange(Number(event.currentTarget.value));
            }}
          >
            {picked === '' && (
              <option value="" disabled>
                {value === null ? pickLabel : show(value)}
              </option>
            )}
            {choices.map((minutes) => (
              <option key={minutes} value={minutes}>
                {show(minutes)}
              </option>
            ))}
          </select>
        </span>
      }
    />
  );
}
