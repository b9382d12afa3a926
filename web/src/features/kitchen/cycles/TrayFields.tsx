import type { FunctionRow, ModelRow } from '@brina/domain/appliance/families/family';
import { type StartCycleArgs, timersOf } from '@brina/domain/cycles/cycle-plan';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { QuantityField } from '../../../appliance/QuantityField.tsx';
import { trayMessages } from '../../../appliance/tray.messages.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import styles from './CycleForm.module.css';

/** Texts to have before the fields are shown. */
export const messages = [trayMessages];

type Timers = NonNullable<StartCycleArgs['trays']>;

/** The timers that begin with a cycle: minutes for each tray, or trolley, that is in it from the first minute (S4.14). */
export function TrayFields(props: {
  model: ModelRow;
  row: FunctionRow;
  trays: Timers;
  /** What is wrong, by the path of an argument: `trays.0.min`. */
  faults?: Partial<Record<string, string>>;
  onChange: (trays: Timers) => void;
}) {
  const { model, row, trays, faults = {}, onChange } = props;
  const { t } = useMessages(trayMessages);
  const format = useFormat();
  const { timers, time_min: limits } = row;
  if (!timers || !limits) return null;
  const free = Array.from({ length: timersOf(model, row) }, (_, index) => index + 1).find((place) =>
    trays.every(({ tray }) => tray !== place),
  );
  const fallback = limits.default ?? limits.min;
  return (
    <>
      {trays.map(({ tray, min }, index) => (
        <div key={tray} className={styles.timer}>
          <QuantityField
            label={t(`place.${timers.of}`, { n: format.number(tray) })}
            unit="min"
            limits={limits}
            step={limits.step}
            value={min}
            error={faults[`trays.${index}.min`] ?? faults.trays}
            onChange={(value) =>
              onChange(trays.map((one) => (one.tray === tray ? { tray, min: value ?? Number.NaN } : one)))
            }
          />
          <Button variant="subtle" onClick={() => onChange(trays.filter((one) => one.tray !== tray))}>
            {t('remove')}
          </Button>
        </div>
      ))}
      {free !== undefined && (
        <Button
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => onChange([...trays, { tray: free, min: fallback }].toSorted((a, b) => a.tray - b.tray))}
        >
          {t(`add.${timers.of}`)}
        </Button>
      )}
    </>
  );
}
