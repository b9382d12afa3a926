import { ActionIcon, NumberInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import styles from './NumberField.module.css';

/**
 * A number with its unit and its limits, set by typing or by two large buttons (wet hands, gloves). Comma and point are
 * both taken as the decimal mark; the field shows the locale's.
 * @param value in the unit the user sees; null while empty
 */
export function NumberField(props: {
  label: string;
  /** The limits in words, under the label. */
  hint: string;
  /** The unit as it stands after the number, its space included. */
  suffix: string;
  value: number | null;
  onChange: (value: number | null) => void;
  min: number;
  max: number;
  step: number;
  decimals: number;
  decimalMark: string;
  error?: string | null;
  lessLabel: string;
  moreLabel: string;
}) {
  const { label, hint, suffix, value, onChange, min, max, step, decimals, decimalMark, error } = props;
  const clamp = (next: number) => Number(Math.min(max, Math.max(min, next)).toFixed(decimals));
  const nudge = (by: number) => onChange(clamp((value ?? min) + by));
  return (
    <NumberInput
      label={label}
      description={hint}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
      suffix={suffix}
      decimalScale={decimals}
      decimalSeparator={decimalMark}
      allowedDecimalSeparators={['.', ',']}
      // Out of range is said, not silently changed into something nobody typed.
      clampBehavior="none"
      hideControls
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
