import type { Limits } from '@brina/domain/appliance/families/family';
import { parseNumber } from '@brina/domain/language/numbers';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { NumberField } from '../../../../ui/NumberField.tsx';

const fahrenheit = 1.8;

/** A difference of temperatures, stored in K and shown in the reader's degrees. */
export function DifferenceField(props: {
  label: string;
  limits: Limits;
  value: number;
  onChange: (kelvin: number | null) => void;
  error: string | null;
}) {
  const { label, limits, value, onChange, error } = props;
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  const { measurement, locale } = format.reader;
  const factor = measurement === 'imperial' ? fahrenheit : 1;
  const shown = (kelvin: number): number => Number((kelvin * factor).toFixed(1));
  return (
    <NumberField
      label={label}
      hint={t('limits', { min: format.quantity(limits.min, 'K'), max: format.quantity(limits.max, 'K') })}
      value={shown(value)}
      onChange={(typed) => onChange(typed === null ? null : typed / factor)}
      show={(number) => format.quantity(number / factor, 'K')}
      parse={(text) => parseNumber(text.replace(/[^\d.,−-].*$/, '').trim(), locale)}
      min={shown(limits.min)}
      max={shown(limits.max)}
      step={0.5}
      decimals={1}
      error={error}
      lessLabel={t('less', { field: label })}
      moreLabel={t('more', { field: label })}
    />
  );
}
