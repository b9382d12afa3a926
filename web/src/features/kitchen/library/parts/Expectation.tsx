import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { modelRow } from '@brina/domain/appliance/families/families';
import { loadLimitsOf } from '@brina/domain/cycles/cycle-plan';
import { minute_ms } from '@brina/domain/language/durations';
import { compatibility } from '@brina/domain/recipes/compatibility';
import type { RecipeDefinition } from '@brina/domain/recipes/recipe';
import { widestModel } from '@brina/domain/recipes/recipe-check';
import { defaultLoad, type FoodLoad, foodLimits } from '@brina/domain/thermal/loads';
import { NativeSelect } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { now } from '../../../../lib/clock.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { ForecastView } from '../ForecastView.tsx';
import type { ForecastQuestion } from '../forecast.ts';
import { functionOf } from '../library.data.ts';
import styles from '../Recipe.module.css';
import { recipeMessages } from '../recipe.messages.ts';
import { useForecast } from '../use-forecast.ts';

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
  const usual = useMemo(() => usualLoad(cycle, definition, model, chosen), [cycle, definition, model, chosen]);
  const [typed, setTyped] = useState<Partial<Record<keyof FoodLoad, number | null>>>({});
  const kg = typed.kg === undefined ? usual?.kg : typed.kg;
  const depth_mm = typed.depth_mm === undefined ? usual?.depth_mm : typed.depth_mm;
  const from_C = typed.from_C === undefined ? usual?.from_C : typed.from_C;

  const question = useMemo((): ForecastQuestion | null => {
    const fit = compatibility(definition, model, unit?.package);
    const asked = fit.kind === 'refused' ? definition : fit.definition;
    const about = {
      definition: asked,
      model: model.storedName,
      now_ms: moment,
      timeZone: unit?.lab?.timeZone ?? reader.timeZone,
    };
    if (!usual) return { ...about, load: null };
    if (!isLoad({ kg, depth_mm, from_C }, model)) return null;
    return { ...about, load: { kg, depth_mm, from_C } as FoodLoad, ran: ranOn(cycle, chosen) };
  }, [cycle, definition, model, unit, usual, kg, depth_mm, from_C, chosen, moment, reader.timeZone]);
  const { answer, isStale } = useForecast(question);

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
        <ForecastView cycle={cycle} answer={answer} isStale={isStale} hasFood={usual !== null} />
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

const median = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];

/** The load that a forecast begins with: what the cycle is written for, what it usually had, or a usual one; null: no food. */
function usualLoad(
  cycle: Recipe,
  definition: RecipeDefinition,
  model: NonNullable<ReturnType<typeof modelRow>>,
  serialNumber: string,
): FoodLoad | null {
  const key = functionOf(cycle);
  if (key === null || definition.family === 'PL') return null;
  const loads = cycle.runs.flatMap((run) =>
    run.serialNumber === serialNumber && run.load_kg !== null ? [run.load_kg] : [],
  );
  const usual_kg = median(loads);
  const usual = defaultLoad(key, model, { plan: definition.phases, ...(usual_kg !== undefined && { usual_kg }) });
  return usual ? { ...usual, ...definition.assumed } : null;
}

/** Runs of the cycle on an appliance that told their load and came to their end. */
const ranOn = ({ runs }: Recipe, serialNumber: string): NonNullable<ForecastQuestion['ran']> =>
  runs.flatMap((run) =>
    run.serialNumber === serialNumber &&
    run.state === 'ended' &&
    run.endedAt !== null &&
    run.load_kg !== null &&
    !run.differs
      ? [{ kg: run.load_kg, real_min: (run.endedAt - run.startedAt) / minute_ms }]
      : [],
  );

function isLoad(
  load: Readonly<Record<keyof FoodLoad, number | null | undefined>>,
  model: NonNullable<ReturnType<typeof modelRow>>,
): boolean {
  const within = (value: number | null | undefined, limits: { min: number; max: number } | null): boolean =>
    value != null && limits !== null && value >= limits.min && value <= limits.max;
  return (
    within(load.kg, loadLimitsOf(model)) &&
    within(load.depth_mm, foodLimits.depth_mm) &&
    within(load.from_C, foodLimits.from_C)
  );
}
