import { modelRow } from '@brina/domain/appliance/families/families';
import { loadLimitsOf } from '@brina/domain/cycles/cycle-plan';
import { TextInput } from '@mantine/core';
import { useMessages } from '../lib/messages.ts';
import { applianceMessages } from './appliance.messages.ts';
import styles from './FoodFields.module.css';
import { QuantityField } from './QuantityField.tsx';
import type { Said } from './said.ts';

/** Load, product and lot of the food on an appliance of a model. */
export function FoodFields({ model, said, onSay }: { model: string; said: Said; onSay: (said: Said) => void }) {
  const { t } = useMessages(applianceMessages);
  const row = modelRow(model);
  const load = row ? loadLimitsOf(row) : null;
  return (
    <>
      {load && (
        <QuantityField
          label={t('arg.load_kg')}
          unit="kg"
          limits={load}
          step={1}
          value={said.kg}
          onChange={(kg) => onSay({ ...said, kg })}
        />
      )}
      <div className={styles.words}>
        <TextInput
          label={t('arg.product')}
          maxLength={60}
          value={said.product}
          onChange={(event) => onSay({ ...said, product: event.currentTarget.value })}
        />
        <TextInput
          label={t('arg.lot')}
          maxLength={40}
          value={said.lot}
          onChange={(event) => onSay({ ...said, lot: event.currentTarget.value })}
        />
      </div>
    </>
  );
}
