import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './TimeField.module.css';

const day_min = 1440;
const choiceStep_min = 30;

/**
 * A time of day, typed or picked from the half hours; how it is written is the caller's to say.
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
  const choices = Array.from({ length: day_min / choiceStep_min }, (_, index) => index * choiceStep_min);
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
        <Menu position="bottom-end" width={170}>
          <Menu.Target>
            <ActionIcon aria-label={pickLabel}>
              <IconClock size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={styles.choices}>
            {choices.map((minutes) => (
              <Menu.Item
                key={minutes}
                onClick={() => {
                  setDraft(null);
                  onChange(minutes);
                }}
              >
                {show(minutes)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      }
    />
  );
}
