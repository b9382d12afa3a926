import { type FoodPlan, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { Button } from '@mantine/core';
import { useRuleWords } from '../../../../appliance/use-rule-words.ts';
import { useCountryNames } from '../../../../lib/country-names.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { usePlanEffect } from '../use-plan-effect.ts';
import { usePlanWords } from '../use-plan-words.ts';
import styles from './Plan.module.css';

/** For a kitchen that goes by the maker's limits: what its country usually judges by, and what that would change. */
export function Proposal(props: {
  labId: string | undefined;
  current: FoodPlan;
  proposal: FoodPlan;
  timeZone: string;
  onTakeOver: () => void;
}) {
  const { labId, current, proposal, timeZone, onTakeOver } = props;
  const { t, ruleOf } = usePlanWords(timeZone);
  const { asks } = useRuleWords();
  const { nameOf } = useCountryNames();
  const isOpen = isMakers(current) && !isMakers(proposal);
  const { summary } = usePlanEffect(labId, isOpen ? proposal : null);
  if (!isOpen) return null;
  const rule = ruleOf(proposal.primary.chill);
  const country = nameOf(rule.area ?? '');
  return (
    <Notice kind="info" action={<Button onClick={onTakeOver}>{t('takeOver')}</Button>}>
      <strong>{t('proposal', { country })}</strong>
      <p className={styles.words}>
        {t('proposalBody', { country, asks: asks(rule) })} {summary}
      </p>
      {!rule.certain && <p className={styles.words}>{t('estimate')}</p>}
    </Notice>
  );
}

const isMakers = ({ primary }: FoodPlan): boolean => JSON.stringify(primary) === JSON.stringify(makersPlan.primary);
