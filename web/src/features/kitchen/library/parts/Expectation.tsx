import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { modelRow } from '@brina/domain/appliance/families/families';
import { adviceHere } from '@brina/domain/recipes/advice';
import { widestModel } from '@brina/domain/recipes/recipe-check';
import { NativeSelect } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { now } from '../../../../lib/clock.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { AdviceList, adviceTexts } from '../AdviceList.tsx';
import { ForecastView } from '../ForecastView.tsx';
import { isLoad, questionOf, usualLoad } from '../forecast-question.ts';
import { storageOf } from '../kitchen-rule.ts';
import { LoadFields, type TypedLoad } from '../LoadFields.tsx';
import styles from '../Recipe.module.css';
import { recipeMessages } from '../recipe.messages.ts';
import { useCountryOf } from '../use-country.ts';
import { useForecast } from '../use-forecast.ts';
import { useKitchenPlan } from '../use-kitchen-plan.ts';
import { useRan } from '../use-ran.ts';
import { useStart } from '../use-start.ts';
import type { PhaseForecast } from './RecipePhases.tsx';

/** Texts to have before it is shown. */
export const messages = adviceTexts;

/**
 * What a cycle will do to a load on an appliance: the curve, how long it takes, and whether the kitchen's limit is kept (B3.1).
 * @param phases what stands below, told what is forecast of the phases
 */
export function Expectation(props: {
  cycle: Recipe;
  serialNumber: string | undefined;
  appliances: readonly Appliance[];
  phases: (told: PhaseForecast) => ReactNode;
}) {
  const { cycle, serialNumber, appliances, phases } = props;
  const { t } = useMessages(recipeMessages);
  const { reader } = useFormat();
  const heading = useId();
  const [moment] = useState(now);
  const definition = cycle.definition;
  const able = cycle.appliances.filter(({ fit }) => fit.kind !== 'refused');
  const [chosen, setChosen] = useState(serialNumber ?? able[0]?.serialNumber ?? '');
  const unit = appliances.find((one) => one.serialNumber === chosen);
  const model = modelRow(unit?.model ?? '') ?? widestModel(cycle.family);
  const usual = usualLoad(cycle, model);
  const [typed, setTyped] = useState<Partial<TypedLoad>>({});
  const load = usual && { ...usual, ...typed };
  const start = useStart(unit);
  const ran = useRan(unit, definition, cycle.may.run);
  const plan = useKitchenPlan(unit, cycle.may.run);
  const { answer, isStale, retry } = useForecast(
    plan && (load === null || isLoad(load, model))
      ? questionOf(definition, model, { load, unit, plan, start, ran, now_ms: moment, timeZone: reader.timeZone })
      : null,
  );
  const country = useCountryOf(unit, cycle.may.run);
  const advice = adviceHere(cycle.advice, definition, {
    ...(plan && storageOf(definition, { plan, now_ms: moment, timeZone: unit?.lab?.timeZone ?? reader.timeZone })),
    ...(answer && { danger_min: answer.danger_min }),
  });

  return (
    <>
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
            {load && (
              <LoadFields model={model} values={load} onChange={(change) => setTyped({ ...typed, ...change })} />
            )}
          </div>
          <ForecastView
            {...{ cycle, answer, retry, start, country }}
            isStale={isStale || !plan}
            hasFood={usual !== null}
          />
          <AdviceList advice={advice} />
        </div>
      </Card>
      {phases({ forecast: answer?.nominal ?? null, isStale })}
    </>
  );
}
