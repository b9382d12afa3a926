import type { FamilyRow, ModelRow } from '@brina/domain/appliance/families/family';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { readyIn } from '../../../../appliance/ready-in.ts';
import { useStateWords } from '../../../../appliance/use-state-words.ts';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Segments } from '../../../../ui/Segments.tsx';
import styles from '../CycleForm.module.css';
import {
  type CycleChoice,
  choiceOf,
  hasFood,
  loadSetting,
  type NumberArg,
  type NumberRow,
  numberRows,
  numberUnits,
  offersHolding,
} from '../cycle-form.ts';

// Few functions end by the clock, or have timers.
const ReadyAtField = lazy(async () => ({
  default: (await import('../../../../appliance/ReadyAtField.tsx')).ReadyAtField,
}));
const TrayFields = comesLater(async () => {
  const { TrayFields: Part, messages } = await import('../TrayFields.tsx');
  return { Part, messages };
});

/** A plan that is worth making ends tomorrow. */
const longWait_h = 14;

type Faults = Partial<Record<string, string>>;

/** Function, end and values of a cycle, straight from the family's row. */
export function CycleFields(props: {
  model: ModelRow;
  family: FamilyRow;
  codes: readonly number[];
  choice: CycleChoice;
  faults: Faults;
  timeZone: string;
  onChange: (choice: CycleChoice) => void;
}) {
  const { model, family, codes, choice, faults, timeZone, onChange } = props;
  const { t } = useMessages(applianceMessages);
  const words = useStateWords();
  const row = family.functions[choice.function];
  const rows = numberRows(model, choice);
  const load = loadSetting(model);
  const change = (arg: NumberArg, value: number | null) => {
    const { [arg]: _before, ...others } = choice.numbers;
    onChange({ ...choice, numbers: value === null ? others : { ...others, [arg]: value } });
  };
  const field = ({ arg, setting, fallback }: NumberRow) => (
    <QuantityField
      key={arg}
      label={t(`arg.${arg}`)}
      unit={numberUnits[arg]}
      limits={setting}
      step={setting.step}
      value={choice.numbers[arg] ?? fallback}
      error={faults[arg]}
      onChange={(value) => change(arg, value)}
    />
  );

  return (
    <>
      <NativeSelect
        label={t('function')}
        value={String(choice.function)}
        data={codes.map((code) => ({ value: String(code), label: words.functionName(model.storedName, code) }))}
        error={faults.function}
        onChange={(event) =>
          onChange(choiceOf(family, Number(event.currentTarget.value), readyIn(longWait_h, timeZone)))
        }
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
      {choice.by === 'clock' && (
        <Suspense>
          <ReadyAtField
            label={t('readyAt')}
            value={choice.readyAt}
            timeZone={timeZone}
            error={faults.readyAt}
            onChange={(readyAt) => onChange({ ...choice, readyAt })}
          />
        </Suspense>
      )}
      {rows.filter(({ more }) => !more).map(field)}
      {row?.timers && (
        <Suspense>
          <TrayFields
            model={model}
            row={row}
            trays={choice.trays}
            faults={faults}
            onChange={(trays) => onChange({ ...choice, trays })}
          />
        </Suspense>
      )}
      {hasFood(row) && <FoodWords choice={choice} faults={faults} onChange={onChange} />}
      {offersHolding(row) && (
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
            {hasFood(row) && load && field({ arg: 'load_kg', setting: load, fallback: null, more: true })}
          </div>
        </details>
      )}
    </>
  );
}

/** What the food is, for its record. */
function FoodWords(props: { choice: CycleChoice; faults: Faults; onChange: (choice: CycleChoice) => void }) {
  const { choice, faults, onChange } = props;
  const { t } = useMessages(applianceMessages);
  return (
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
  );
}
