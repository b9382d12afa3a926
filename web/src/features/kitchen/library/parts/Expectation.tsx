import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { modelRow } from '@brina/domain/appliance/families/families';
import { loadLimitsOf } from '@brina/domain/cycles/cycle-plan';
import { adviceHere } from '@brina/domain/recipes/advice';
import { widestModel } from '@brina/domain/recipes/recipe-check';
import { type FoodLoad, foodLimits } from '@brina/domain/thermal/loads';
import { NativeSelect } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { now } from '../../../../lib/clock.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { AdviceList, adviceTexts } from '../AdviceList.tsx';
import { ForecastView } from '../ForecastView.tsx';
import type { ForecastQuestion } from '../forecast.ts';
import { isLoad, questionOf, usualLoad } from '../forecast-question.ts';
import { storageOf } from '../kitchen-rule.ts';
import styles from '../Recipe.module.css';
import { recipeMessages } from '../recipe.messages.ts';
import { useCountryOf } from '../use-country.ts';
import { useForecast } from '../use-forecast.ts';
import { useStart } from '../use-start.ts';

/** Texts to have before it is shown. */
export const messages = adviceTexts;

/** What a cycle will do to a load on an appliance: the curve, how long it takes, and whether the kitchen's limit is kept (B3.1). */
export function Expectation(props: {
  cycle: Recipe;
  serialNumber: string | undefined;
  appliances: readonly Appliance[];
}) {
  const { cycle, serialNumber, appliances } = props;
  const { t } = useMessages(recipeMessages);
  const { reader } = useFormat();
  const heading = useId();
  const [moment] = useState(now);
  const definition = cycle.definition;
  const able = cycle.appliances.filter(({ fit }) => fit.kind !== 'refused');
  const [chosen, setChosen] = useState(serialNumber ?? able[0]?.serialNumber ?? '');
  const unit = appliances.find((one) => one.serialNumber === chosen);
  const model = modelRow(unit?.model ?? '') ?? widestModel(cycle.family);
  const usual = useMemo(() => usualLoad(cycle, model, chosen), [cycle, model, chosen]);
  const [typed, setTyped] = useState<Partial<Record<keyof FoodLoad, number | null>>>({});
  const kg = typed.kg === undefined ? usual?.kg : typed.kg;
  const depth_mm = typed.depth_mm === undefined ? usual?.depth_mm : typed.depth_mm;
  const from_C = typed.from_C === undefined ? usual?.from_C : typed.from_C;

  const start = useStart(unit);
  const question = useMemo((): ForecastQuestion | null => {
    const load = usual && { kg, depth_mm, from_C };
    if (load && !isLoad(load, model)) return null;
    return questionOf(cycle, model, { load, unit, start, now_ms: moment, timeZone: reader.timeZone });
  }, [cycle, model, unit, start, usual, kg, depth_mm, from_C, moment, reader.timeZone]);
  const { answer, isStale, retry } = useForecast(question);
  const country = useCountryOf(unit, cycle.may.run);
  const advice = adviceHere(cycle.advice, definition, {
    ...storageOf(definition),
    ...(answer && { danger_min: answer.danger_min }),
  });

  return (
    <Card as="section" labelledBy={heading}>
      <div className={styles.expected}>
        <h2 className={styles.heading} id={heading}>
          {t('expected')}
        </h2>
        <div className={styles.fields}>
          {able.length > 1 && (
            <NativeSelect
              label={t('appliance')}
              value={chosen}
              data={able.map((one) => ({ value: one.serialNumber, label: one.name }))}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
          {usual && (
            <LoadFields
              model={model}
              values={{ kg: kg ?? null, depth_mm: depth_mm ?? null, from_C: from_C ?? null }}
              onChange={(change) => setTyped({ ...typed, ...change })}
            />
          )}
        </div>
        <ForecastView {...{ cycle, answer, isStale, retry, start, country }} hasFood={usual !== null} />
        <AdviceList advice={advice} />
      </div>
    </Card>
  );
}

function LoadFields(props: {
  model: NonNullable<ReturnType<typeof modelRow>>;
  values: Readonly<Record<keyof FoodLoad, number | null>>;
  onChange: (change: Partial<Record<keyof FoodLoad, number | null>>) => void;
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
