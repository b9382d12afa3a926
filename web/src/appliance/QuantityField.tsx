import type { Limits } from '@brina/domain/appliance/families/family';
import { parseNumber } from '@brina/domain/language/numbers';
import type { QuantityUnit } from '@brina/domain/language/quantity';
import { unitSuffix } from '@brina/domain/language/unit-suffix';
import { decimalsOf, isConverted, toMetric } from '@brina/domain/language/units';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { applianceMessages } from './appliance.messages.ts';

/**
 * A quantity within limits, shown and typed in the reader's unit, stored in the metric one.
 * @param value as stored; null while empty, NaN while the text is no number
 */
export function QuantityField(props: {
  label: string;
  unit: Extract<QuantityUnit, 'Cel' | 'kg' | '%' | 'min' | 'h' | 'mm'>;
  limits: Limits;
  step: number;
  value: number | null;
  onChange: (stored: number | null) => void;
  error?: string | null | undefined;
}) {
  const { label, unit, limits, step, value, onChange, error } = props;
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  const { measurement, locale } = format.reader;
  const decimals = isConverted(unit) ? decimalsOf(unit, measurement) : 0;
  /** In the reader's unit, rounded as it is written: what the field holds is what it shows. */
  const shown = (stored: number) => Number(format.shownValue(stored, unit).toFixed(decimals));
  const stored = (typed: number) => (measurement === 'imperial' && isConverted(unit) ? toMetric(typed, unit) : typed);
  const suffix = unitSuffix(format, unit);
  return (
    <NumberField
      label={label}
      hint={t('limits', { min: format.quantity(limits.min, unit), max: format.quantity(limits.max, unit) })}
      value={value === null ? null : shown(value)}
      onChange={(typed) => onChange(typed === null ? null : stored(typed))}
      show={(number) => format.number(number, decimals) + suffix}
      parse={(text) => parseNumber(text.replace(suffix.trim(), ''), locale)}
      min={shown(limits.min)}
      max={shown(limits.max)}
      step={step}
      decimals={decimals}
      error={error ?? null}
      lessLabel={t('less', { field: label })}
      moreLabel={t('more', { field: label })}
    />
  );
}
