import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { ruleNameMessages } from '@brina/domain/haccp/rule-names.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { adviceHere } from '@brina/domain/recipes/advice';
import { useState } from 'react';
import { useRuleWords } from '../../../../appliance/use-rule-words.ts';
import { now } from '../../../../lib/clock.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { AdviceList, adviceTexts } from '../AdviceList.tsx';
import { totalOf } from '../ForecastView.tsx';
import { isLoad, questionOf, usualLoad } from '../forecast-question.ts';
import { storageOf } from '../kitchen-rule.ts';
import { recipeMessages } from '../recipe.messages.ts';
import { useForecast } from '../use-forecast.ts';
import { useKitchenPlan } from '../use-kitchen-plan.ts';
import { useRan } from '../use-ran.ts';
import { useStart } from '../use-start.ts';
import styles from './RunDialog.module.css';

/** Texts to have before it is shown. */
export const messages = [recipeMessages, ruleNameMessages, ...adviceTexts];

/**
 * What a start will do with the load that is said: how long it takes, whether the limit is kept, and what is advised (B3.1).
 * @param kg null: nobody has said; then the usual load
 */
export function RunExpected(props: { cycle: Recipe; model: ModelRow; unit: Appliance | undefined; kg: number | null }) {
  const { cycle, model, unit, kg } = props;
  const { t } = useMessages(recipeMessages);
  const { nameOfRow } = useRuleWords();
  const format = useFormat();
  const { timeZone } = format.reader;
  const [moment] = useState(now);
  const usual = usualLoad(cycle, model);
  const load = usual && { ...usual, kg: kg ?? usual.kg };
  const start = useStart(unit);
  const ran = useRan(unit, cycle.definition, cycle.may.run);
  const plan = useKitchenPlan(unit, cycle.may.run);
  // Where it fails nothing is said: a start does not need it.
  const { answer } = useForecast(
    plan && (load === null || isLoad(load, model))
      ? questionOf(cycle.definition, model, { load, unit, plan, start, ran, now_ms: moment, timeZone })
      : null,
  );
  const advice = adviceHere(cycle.advice, cycle.definition, {
    ...(plan && storageOf(cycle.definition, { plan, now_ms: moment, timeZone: unit?.lab?.timeZone ?? timeZone })),
    ...(answer && { danger_min: answer.danger_min }),
  });
  const judged = answer && answer.keeping !== 'not_judged' && answer.rule;
  return (
    <>
      {answer && (
        <p className={styles.note}>
          <strong>{totalOf(answer, t, (minutes) => format.duration(Math.round(minutes) * minute_ms))}</strong>
          {judged && ` · ${t(`verdict.${answer.keeping}`, { rule: nameOfRow(judged) })}`}
        </p>
      )}
      <AdviceList advice={advice} />
    </>
  );
}
