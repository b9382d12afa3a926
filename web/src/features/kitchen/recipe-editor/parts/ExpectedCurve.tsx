import { type Appliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { familyOf, modelRow } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { phaseEnds } from '@brina/domain/appliance/phase-plan';
import { loadLimitsOf } from '@brina/domain/cycles/cycle-plan';
import { compatibility } from '@brina/domain/recipes/compatibility';
import { checkDefinition, widestModel } from '@brina/domain/recipes/recipe-check';
import { defaultLoad, type FoodLoad, foodLimits } from '@brina/domain/thermal/loads';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { now } from '../../../../lib/clock.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { ForecastView } from '../../library/ForecastView.tsx';
import type { ForecastQuestion, MeasuredStart } from '../../library/forecast.ts';
import { recipeMessages } from '../../library/recipe.messages.ts';
import { useCountryOf } from '../../library/use-country.ts';
import { useForecast } from '../../library/use-forecast.ts';
import { useStart } from '../../library/use-start.ts';
import styles from '../Editor.module.css';
import { definitionOf, type RecipeEdit, rowsOf } from '../edit-state.ts';
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
  const load = loadOf(edit, model);
  const start = useStart(unit);
  const question = useQuestion(edit, { model, unit, load, start });
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
      {question === null && <p className={styles.hint}>{t('notYet')}</p>}
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
          <LoadFields load={load} model={model} onChange={(assumed) => onChange({ ...edit, assumed })} />
        </details>
      )}
    </div>
  );
}

/** What is asked of the forecast; null while the cycle, or its load, is none yet. It stays the same while it asks the same. */
function useQuestion(
  edit: RecipeEdit,
  about: { model: ModelRow; unit: Appliance | undefined; load: FoodLoad | null; start: MeasuredStart },
) {
  const { model, unit, load, start } = about;
  const { reader } = useFormat();
  const [moment] = useState(now);
  const definition = definitionOf(edit);
  const isFit = checkDefinition(definition).length === 0 && (load === null || isLoad(load, model));
  const asked = isFit ? JSON.stringify({ definition, load }) : null;
  const unitPackage = unit?.package;
  const timeZone = unit?.lab?.timeZone ?? reader.timeZone;
  return useMemo((): ForecastQuestion | null => {
    if (asked === null) return null;
    const cycle = JSON.parse(asked) as Pick<ForecastQuestion, 'definition' | 'load'>;
    // Whether the unit knows these ends, the portal says; the curve is of the phases that are written.
    const fit = compatibility(cycle.definition, model, { package: unitPackage, ends: phaseEnds });
    return {
      definition: fit.kind === 'refused' ? cycle.definition : fit.definition,
      model: model.storedName,
      load: cycle.load,
      start,
      now_ms: moment,
      timeZone,
    };
  }, [asked, model, unitPackage, start, moment, timeZone]);
}

/** The load that the cycle is written for, else a usual one; null: its food is not in the model. */
function loadOf(edit: RecipeEdit, model: ModelRow): FoodLoad | null {
  const definition = definitionOf(edit);
  const key = rowsOf(edit).row?.key;
  const usual = key && definition.family !== 'PL' ? defaultLoad(key, model, { plan: definition.phases }) : null;
  return usual && { ...usual, ...edit.assumed };
}

function isLoad({ kg, depth_mm, from_C }: FoodLoad, model: ModelRow): boolean {
  const limits = loadLimitsOf(model);
  const within = (value: number, { min, max }: { min: number; max: number }): boolean => value >= min && value <= max;
  return (
    limits !== null && within(kg, limits) && within(depth_mm, foodLimits.depth_mm) && within(from_C, foodLimits.from_C)
  );
}

/** The load of the forecast; what is half typed stays in its field. */
function LoadFields(props: { load: FoodLoad; model: ModelRow; onChange: (load: FoodLoad) => void }) {
  const { load, model, onChange } = props;
  const { t } = useMessages(recipeMessages);
  const [typed, setTyped] = useState<Partial<Record<keyof FoodLoad, number | null>>>({});
  const put = (name: keyof FoodLoad, value: number | null) => {
    const next = { ...load, [name]: value ?? Number.NaN };
    const isFit = isLoad(next, model);
    setTyped({ ...typed, [name]: isFit ? undefined : value });
    if (isFit) onChange(next);
  };
  const shown = (name: keyof FoodLoad): number | null => (typed[name] === undefined ? load[name] : typed[name]);
  const limits = loadLimitsOf(model);
  return (
    <div className={styles.pair}>
      {limits && (
        <QuantityField
          label={t('kg')}
          unit="kg"
          limits={limits}
          step={1}
          value={shown('kg')}
          onChange={(kg) => put('kg', kg)}
        />
      )}
      <QuantityField
        label={t('depth')}
        unit="mm"
        limits={foodLimits.depth_mm}
        step={foodLimits.depth_mm.step}
        value={shown('depth_mm')}
        onChange={(depth_mm) => put('depth_mm', depth_mm)}
      />
      <QuantityField
        label={t('from')}
        unit="Cel"
        limits={foodLimits.from_C}
        step={foodLimits.from_C.step}
        value={shown('from_C')}
        onChange={(from_C) => put('from_C', from_C)}
      />
    </div>
  );
}
