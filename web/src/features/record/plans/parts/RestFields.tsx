import { planLimits } from '@brina/contract/calls/record/plans';
import { demandKinds } from '@brina/domain/haccp/plans/food-plan';
import { intlTag } from '@brina/domain/language/locales';
import { parseNumber } from '@brina/domain/language/numbers';
import { NativeSelect, Switch } from '@mantine/core';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { NumberField } from '../../../../ui/NumberField.tsx';
import { planMessages } from '../plan.messages.ts';
import { holdFields } from '../plan-edit.ts';
import { usePlanFaults } from '../use-plan-faults.ts';
import type { FormPart } from './form-part.ts';
import styles from './Plan.module.css';

/** How food may be held. */
export function HoldFields({ edit, faults, onEdit }: FormPart) {
  const { t } = useMessages(planMessages);
  const faultText = usePlanFaults();
  const { hold } = edit;
  return (
    <div className={styles.row}>
      {holdFields.map((field) => (
        <QuantityField
          key={field}
          label={t(`hold.${field}`)}
          unit="Cel"
          step={1}
          limits={planLimits.hold[field]}
          value={hold[field]}
          error={faultText(faults[`hold.${field}`], 'Cel')}
          onChange={(value) => onEdit({ ...edit, hold: { ...hold, [field]: value } })}
        />
      ))}
    </div>
  );
}

/** What a record, or a day, has to have besides. */
export function DemandFields({ edit, onEdit }: FormPart) {
  const { t } = useMessages(planMessages);
  const { demands } = edit;
  return (
    <div className={styles.switches}>
      {demandKinds.map((kind) => (
        <Switch
          key={kind}
          size="md"
          label={t(`demand.${kind}`)}
          checked={demands[kind]}
          onChange={({ currentTarget: { checked } }) => onEdit({ ...edit, demands: { ...demands, [kind]: checked } })}
        />
      ))}
    </div>
  );
}

/** Where there are plans by country, and where else there are kitchens: the others keep the one that they have. */
const currencies = ['EUR', 'GBP', 'CHF', 'USD', 'CAD', 'AUD', 'JPY', 'RUB', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'AED'];

/** What a kilogram that is thrown away costs; empty: nobody says. */
export function CostFields({ edit, faults, onEdit }: FormPart) {
  const { t } = useMessages(planMessages);
  const { t: words } = useMessages(applianceMessages);
  const format = useFormat();
  const faultText = usePlanFaults();
  const { locale } = format.reader;
  const names = new Intl.DisplayNames([intlTag(locale)], { type: 'currency' });
  const { min, max } = planLimits.cost_per_kg;
  const { cost_per_kg, currency } = edit;
  const known = currency === null || currencies.includes(currency) ? currencies : [currency, ...currencies];
  const label = t('costLabel');
  return (
    <div className={`${styles.row} ${styles.money}`}>
      <NumberField
        label={label}
        hint={words('limits', { min: format.number(min), max: format.number(max) })}
        value={cost_per_kg}
        onChange={(value) => onEdit({ ...edit, cost_per_kg: value })}
        show={(value) => format.number(value, 2)}
        parse={(text) => parseNumber(text, locale)}
        min={min}
        max={max}
        step={1}
        decimals={2}
        error={faultText(faults.cost)}
        lessLabel={words('less', { field: label })}
        moreLabel={words('more', { field: label })}
      />
      <NativeSelect
        size="md"
        label={t('currency')}
        data={[
          { value: '', label: '–' },
          ...known.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` })),
        ]}
        value={currency ?? ''}
        error={faultText(faults.currency)}
        onChange={({ currentTarget: { value } }) => onEdit({ ...edit, currency: value || null })}
      />
    </div>
  );
}

/** Whole numbers of the plan, each a choice that holds for all food: for how long records are kept, and a check of a probe holds. */
const wholeFields = {
  keep_years: { label: 'keepLabel', hint: 'keepHint' },
  calibration_days: { label: 'checksLabel', hint: 'checksHint' },
} as const;

export function WholeField({ field, edit, faults, onEdit }: FormPart & { field: keyof typeof wholeFields }) {
  const { t } = useMessages(planMessages);
  const { t: words } = useMessages(applianceMessages);
  const format = useFormat();
  const faultText = usePlanFaults();
  const { min, max } = planLimits[field];
  const label = t(wholeFields[field].label);
  return (
    <NumberField
      label={label}
      hint={t(wholeFields[field].hint, { min: format.number(min), max: format.number(max) })}
      value={edit[field]}
      onChange={(value) => onEdit({ ...edit, [field]: value })}
      show={(value) => format.number(value)}
      parse={(text) => parseNumber(text, format.reader.locale)}
      min={min}
      max={max}
      step={1}
      decimals={0}
      error={faultText(faults[field])}
      lessLabel={words('less', { field: label })}
      moreLabel={words('more', { field: label })}
    />
  );
}
