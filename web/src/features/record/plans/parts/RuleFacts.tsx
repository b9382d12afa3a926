import type { Rule } from '@brina/domain/haccp/rules';
import { useRuleWords } from '../../../../appliance/use-rule-words.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { planMessages } from '../plan.messages.ts';
import styles from './Plan.module.css';

/** What a rule says beside its stages. */
export function RuleFacts({ rule }: { rule: Rule }) {
  const { t } = useMessages(planMessages);
  const { stageOf } = useRuleWords();
  const format = useFormat();
  const { ifStart, startWithin_min, pieces, nothingAdded } = rule;
  const facts = [
    ...(ifStart
      ? [
          t('fact.ifStart', {
            temperature: format.temperature(ifStart.atMost),
            asks: ifStart.stages.map(stageOf).join(', '),
          }),
        ]
      : []),
    ...(startWithin_min === undefined
      ? []
      : [t('fact.startWithin', { limit: format.quantity(startWithin_min, 'min') })]),
    ...(pieces
      ? [
          t('fact.pieces', {
            weight: format.quantity(pieces.max_kg, 'kg'),
            thickness: format.quantity(pieces.max_mm, 'mm'),
          }),
        ]
      : []),
    ...(nothingAdded ? [t('fact.nothingAdded')] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
