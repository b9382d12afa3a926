import { type Appliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { familyOf, modelRow } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import type { RecipeDefinition } from '@brina/domain/recipes/recipe';
import { checkDefinition, widestModel } from '@brina/domain/recipes/recipe-check';
import type { FoodLoad } from '@brina/domain/thermal/loads';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '../../../../lib/clock.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { ForecastView } from '../../library/ForecastView.tsx';
import type { ForecastQuestion } from '../../library/forecast.ts';
import { isLoad, questionOf, usualLoad } from '../../library/forecast-question.ts';
import { LoadFields, type TypedLoad } from '../../library/LoadFields.tsx';
import { recipeMessages } from '../../library/recipe.messages.ts';
import { useCountryOf } from '../../library/use-country.ts';
import { useForecast } from '../../library/use-forecast.ts';
import { useKitchenPlan } from '../../library/use-kitchen-plan.ts';
import { useRan } from '../../library/use-ran.ts';
import { useStart } from '../../library/use-start.ts';
import styles from '../Editor.module.css';
import { definitionOf, type RecipeEdit } from '../edit-state.ts';
import { editorMessages } from '../editor.messages.ts';

export type ExpectedProps = {
  edit: RecipeEdit;
  onChange: (edit: RecipeEdit) => void;
  serialNumber: string | undefined;
};

/** The curve of a cycle as it stands, on one of the company's appliances, for the load that the cycle is written for (B3.1). */
export function ExpectedCurve({ edit, onChange, serialNumber }: ExpectedProps) {
  const { t } = useMessages(editorMessages);
  const { t: recipe } = useMessages(recipeMessages);
  const units = (useQuery(callQuery(listAppliances, {})).data ?? []).filter(
    (one) => familyOf(one.model)?.code === edit.family,
  );
  const [chosen, setChosen] = useState(serialNumber);
  const unit = units.find((one) => one.serialNumber === chosen) ?? units[0];
  const model = modelRow(unit?.model ?? '') ?? widestModel(edit.family);
  const definition = definitionOf(edit);
  const load = usualLoad({ definition }, model);
  const start = useStart(unit);
  const ran = useRan(unit, definition, true);
  const plan = useKitchenPlan(unit, true);
  const question = useQuestion(definition, { model, unit, plan, load, start, ran });
  const { answer, isStale, retry } = useForecast(question);
  const country = useCountryOf(unit, true);
  return (
    <div className={styles.curve}>
      <ForecastView
        cycle={edit}
        answer={answer}
        isStale={isStale || question === null}
        retry={retry}
        start={start}
        hasFood={load !== null}
        country={country}
      />
      {question === null && plan && <p className={styles.hint}>{t('notYet')}</p>}
      {units.length > 1 && (
        <NativeSelect
          label={recipe('appliance')}
          value={unit?.serialNumber}
          data={units.map((one) => ({ value: one.serialNumber, label: one.name }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {load && (
        <details className={styles.more}>
          <summary>{t('load')}</summary>
          <LoadOfCycle load={load} model={model} onChange={(assumed) => onChange({ ...edit, assumed })} />
        </details>
      )}
    </div>
  );
}

/** What is asked of the forecast; null while the cycle, or its load, is none yet. */
function useQuestion(
  definition: RecipeDefinition,
  about: { model: ModelRow; unit: Appliance | undefined; plan: FoodPlan | undefined } & Pick<
    ForecastQuestion,
    'load' | 'start' | 'ran'
  >,
): ForecastQuestion | null {
  const { model, load, plan, ...rest } = about;
  const { reader } = useFormat();
  const [now_ms] = useState(now);
  const isFit = checkDefinition(definition).length === 0 && (load === null || isLoad(load, model));
  return isFit && plan
    ? questionOf(definition, model, { load, plan, ...rest, now_ms, timeZone: reader.timeZone })
    : null;
}

/** The load of the forecast; what is half typed stays in its field. */
function LoadOfCycle(props: { load: FoodLoad; model: ModelRow; onChange: (load: FoodLoad) => void }) {
  const { load, model, onChange } = props;
  const [typed, setTyped] = useState<Partial<TypedLoad>>({});
  const put = (change: Partial<TypedLoad>) => {
    const next = { ...load, ...typed, ...change };
    const isFit = isLoad(next, model);
    setTyped(isFit ? {} : { ...typed, ...change });
    if (isFit) onChange(next);
  };
  return (
    <div className={styles.pair}>
      <LoadFields model={model} values={{ ...load, ...typed }} onChange={put} />
    </div>
  );
}
