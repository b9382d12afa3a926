import { comingRules, planOfComing } from '@brina/domain/haccp/plans/coming-rules';
import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import { spanOfDay } from '@brina/domain/language/local-day';
import { useRuleWords } from '../../../../appliance/use-rule-words.ts';
import { now } from '../../../../lib/clock.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { usePlanEffect } from '../use-plan-effect.ts';
import { usePlanWords } from '../use-plan-words.ts';
import styles from './Plan.module.css';

/** Rules that the plan follows and that change soon: what holds now, what will, and what that would have changed (B2.3). */
export function Coming(props: { labId: string | undefined; plan: FoodPlan; timeZone: string; mayTry: boolean }) {
  const { labId, plan, timeZone, mayTry } = props;
  const { t, format } = usePlanWords(timeZone);
  const { asks, nameOfRow } = useRuleWords();
  const coming = comingRules(plan, now(), timeZone);
  const { summary } = usePlanEffect(labId, mayTry && coming.length > 0 ? planOfComing(plan, coming) : null);
  return coming.map(({ present, next }) => (
    <Notice key={next.id} kind="info">
      <strong>
        {t('coming', {
          date: format.date(spanOfDay(next.from ?? '', timeZone).from, timeZone, 'document'),
          rule: nameOfRow(next),
        })}
      </strong>
      <p className={styles.words}>
        {t('comingBody', { present: asks(present), next: asks(next) })} {mayTry && summary}
      </p>
    </Notice>
  ));
}
