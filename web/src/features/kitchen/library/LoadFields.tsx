import type { ModelRow } from '@brina/domain/appliance/families/family';
import { loadLimitsOf } from '@brina/domain/cycles/cycle-plan';
import { type FoodLoad, foodLimits } from '@brina/domain/thermal/loads';
import { QuantityField } from '../../../appliance/QuantityField.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { recipeMessages } from './recipe.messages.ts';

/** What is typed of a load; null: its field is empty. */
export type TypedLoad = Readonly<Record<keyof FoodLoad, number | null>>;

/** The load that a forecast on a model is asked about. */
export function LoadFields(props: {
  model: ModelRow;
  values: TypedLoad;
  onChange: (change: Partial<TypedLoad>) => void;
}) {
  const { model, values, onChange } = props;
  const { t } = useMessages(recipeMessages);
  const limits = loadLimitsOf(model);
  return (
    <>
      {limits && (
        <QuantityField
          label={t('kg')}
          unit="kg"
          limits={limits}
          step={1}
          value={values.kg}
          onChange={(kg) => onChange({ kg })}
        />
      )}
      <QuantityField
        label={t('depth')}
        unit="mm"
        limits={foodLimits.depth_mm}
        step={foodLimits.depth_mm.step}
        value={values.depth_mm}
        onChange={(depth_mm) => onChange({ depth_mm })}
      />
      <QuantityField
        label={t('from')}
        unit="Cel"
        limits={foodLimits.from_C}
        step={foodLimits.from_C.step}
        value={values.from_C}
        onChange={(from_C) => onChange({ from_C })}
      />
    </>
  );
}
