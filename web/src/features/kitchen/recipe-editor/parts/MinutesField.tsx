import type { Limits } from '@brina/domain/appliance/families/family';
import { minute_ms } from '@brina/domain/language/durations';
import { parseNumber } from '@brina/domain/language/numbers';
import { unitSuffix } from '@brina/domain/language/unit-suffix';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { NumberField } from '../../../../ui/NumberField.tsx';

/**
 * A length of time in minutes; the buttons go in steps that fit it.
 * @param value null: none; NaN: no number yet
 */
export function MinutesField(props: {
  label: string;
  limits: Limits;
  value: number | null;
  onChange: (minutes: number | null) => void;
  error?: string | null | undefined;
}) {
  const { label, limits, value, onChange, error } = props;
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  const suffix = unitSuffix(format, 'min');
  const show = (minutes: number): string => format.number(minutes, Number.isInteger(minutes) ? 0 : 1) + suffix;
  return (
    <NumberField
      label={label}
      hint={
        // From an hour and a half on people count in hours.
        value !== null && value >= 90 && value <= limits.max
          ? format.duration(value * minute_ms)
          : t('limits', { min: show(limits.min), max: format.duration(limits.max * minute_ms) })
      }
      value={value}
      onChange={onChange}
      show={show}
      parse={(text) => parseNumber(text.replace(suffix.trim(), ''), format.reader.locale)}
      min={limits.min}
      max={limits.max}
      step={stepOf(value)}
      decimals={1}
      error={error ?? null}
      lessLabel={t('less', { field: label })}
      moreLabel={t('more', { field: label })}
    />
  );
}

function stepOf(value: number | null): number {
  if (value === null || Number.isNaN(value) || value < 15) return 1;
  return value < 120 ? 5 : value < 720 ? 30 : 60;
}
