import type { FamilyRow, ModelRow } from '@brina/domain/families/family';
import { parseNumber } from '@brina/domain/numbers';
import { decimalsOf, isConverted, toMetric } from '@brina/domain/units';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { applianceMessages } from '../appliance.messages.ts';
import {
  choiceOf,
  type CycleChoice,
  hasFood,
  loadSetting,
  type NumberRow,
  numberRows,
  numberUnits,
} from '../cycle-form.ts';
import { useApplianceWords } from '../use-appliance-words.ts';
import { unitSuffix } from '../unit-suffix.ts';
import styles from './CycleForm.module.css';

type Faults = Partial<Record<string, string>>;

/** Function, end and values of a cycle, straight from the family's row. */
export function CycleFields(props: {
  model: ModelRow;
  family: FamilyRow;
  codes: readonly number[];
  choice: CycleChoice;
  faults: Faults;
  onChange: (choice: CycleChoice) => void;
}) {
  const { model, family, codes, choice, faults, onChange } = props;
  const { t } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const row = family.functions[choice.function];
  const rows = numberRows(model, choice);
  const field = (number: NumberRow) => (
    <CycleNumber key={number.arg} row={number} choice={choice} fault={faults[number.arg]} onChange={onChange} />
  );

  return (
    <>
      <NativeSelect
        label={t('function')}
        value={String(choice.function)}
        data={codes.map((code) => ({ value: String(code), label: words.functionName(model.storedName, code) }))}
        error={faults.function}
        onChange={(event) => onChange(choiceOf(family, Number(event.currentTarget.value)))}
        data-autofocus
      />
      {row?.definition?.soft && (
        <Segments
          label={t('program')}
          value={choice.program}
          segments={[
            { value: 'hard', label: words.phaseName(model.storedName, row.definition.hard[0]?.phase ?? 0) },
            { value: 'soft', label: words.phaseName(model.storedName, row.definition.soft[0]?.phase ?? 0) },
          ]}
          onChange={(program) => onChange({ ...choice, program })}
        />
      )}
      {row && row.ends.length > 1 && (
        <Segments
          label={t('by')}
          value={choice.by}
          segments={row.ends.map((end) => ({ value: end, label: t(`by.${end}`) }))}
          onChange={(by) => onChange({ ...choice, by })}
        />
      )}
      {rows.filter(({ more }) => !more).map(field)}
      {hasFood(row) && (
        <div className={styles.pair}>
          <TextInput
            label={t('arg.product')}
            description={t('optional')}
            maxLength={60}
            value={choice.product}
            error={faults.product}
            onChange={(event) => onChange({ ...choice, product: event.currentTarget.value })}
          />
          <TextInput
            label={t('arg.lot')}
            description={t('optional')}
            maxLength={40}
            value={choice.lot}
            error={faults.lot}
            onChange={(event) => onChange({ ...choice, lot: event.currentTarget.value })}
          />
        </div>
      )}
      {row?.definition?.hard.some((phase) => phase.hold) && (
        <Checkbox
          label={t('arg.hold')}
          checked={choice.hold}
          onChange={(event) => onChange({ ...choice, hold: event.currentTarget.checked })}
        />
      )}
      {rows.some(({ more }) => more) && (
        // A fault behind the fold must not stay hidden.
        <details className={styles.more} open={rows.some(({ more, arg }) => more && faults[arg]) || undefined}>
          <summary>{t('moreSettings')}</summary>
          <div className={styles.pair}>
            {rows.filter(({ more }) => more).map(field)}
            {hasFood(row) && field({ arg: 'load_kg', setting: loadSetting(model), fallback: null, more: true })}
          </div>
        </details>
      )}
    </>
  );
}

/** One number in the reader's unit; it is stored in the metric one. */
function CycleNumber(props: {
  row: NumberRow;
  choice: CycleChoice;
  fault: string | undefined;
  onChange: (choice: CycleChoice) => void;
}) {
  const { row, choice, fault, onChange } = props;
  const { arg, setting, fallback } = row;
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  const { measurement, locale } = format.reader;
  const unit = numberUnits[arg];
  const label = t(`arg.${arg}`);
  const decimals = isConverted(unit) ? decimalsOf(unit, measurement) : 0;

  /** In the reader's unit, rounded as it is written: what the field holds is what it shows. */
  const shown = (stored: number) => Number(format.shownValue(stored, unit).toFixed(decimals));
  const stored = (typed: number) => (measurement === 'imperial' && isConverted(unit) ? toMetric(typed, unit) : typed);
  const suffix = unitSuffix(format, unit);
  const value = choice.numbers[arg] ?? fallback;
  const change = (typed: number | null) => {
    const { [arg]: _before, ...others } = choice.numbers;
    onChange({ ...choice, numbers: typed === null ? others : { ...others, [arg]: stored(typed) } });
  };
  return (
    <NumberField
      label={label}
      hint={t('limits', { min: format.quantity(setting.min, unit), max: format.quantity(setting.max, unit) })}
      value={value === null ? null : shown(value)}
      onChange={change}
      show={(number) => format.number(number, decimals) + suffix}
      parse={(text) => parseNumber(text.replace(suffix.trim(), ''), locale)}
      min={shown(setting.min)}
      max={shown(setting.max)}
      step={setting.step}
      decimals={decimals}
      error={fault ?? null}
      lessLabel={t('less', { field: label })}
      moreLabel={t('more', { field: label })}
    />
  );
}
