import { ActionIcon, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './NumberField.module.css';

/**
 * A number set by typing or by two large buttons (wet hands, gloves). While it is typed the text is the user's own; when
 * the field is left it is written as the locale does, with its unit.
 * @param value in the unit the user sees; null while empty, NaN while the text is no number
 * @param show writes a value with its unit, `parse` reads what was typed, with or without it
 */
export function NumberField(props: {
  label: string;
  /** The limits in words, under the label. */
  hint: string;
  value: number | null;
  onChange: (value: number | null) => void;
  show: (value: number) => string;
  parse: (text: string) => number | null;
  min: number;
  max: number;
  step: number;
  decimals: number;
  error?: string | null;
  lessLabel: string;
  moreLabel: string;
}) {
  const { label, hint, value, onChange, show, parse, min, max, step, decimals, error } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const written = value === null || Number.isNaN(value) ? '' : show(value);

  const type = (text: string) => {
    setDraft(text);
    onChange(text.trim() === '' ? null : (parse(text) ?? Number.NaN));
  };
  const nudge = (by: number) => {
    const from = value === null || Number.isNaN(value) ? min : value + by;
    setDraft(null);
    onChange(Number(Math.min(max, Math.max(min, from)).toFixed(decimals)));
  };
  return (
    <TextInput
      label={label}
      description={hint}
      // The decimal keyboard of some phones has no minus.
      inputMode={min < 0 ? 'text' : 'decimal'}
      autoComplete="off"
      value={draft ?? written}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => type(event.currentTarget.value)}
      // What is no number stays to be corrected.
      onBlur={() => !Number.isNaN(value) && setDraft(null)}
      error={error}
      classNames={{ input: styles.input ?? '', section: styles.section ?? '' }}
      leftSectionWidth={46}
      rightSectionWidth={46}
      leftSection={
        <ActionIcon aria-label={props.lessLabel} disabled={value !== null && value <= min} onClick={() => nudge(-step)}>
          <IconMinus size={20} aria-hidden />
        </ActionIcon>
      }
      rightSection={
        <ActionIcon aria-label={props.moreLabel} disabled={value !== null && value >= max} onClick={() => nudge(step)}>
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
