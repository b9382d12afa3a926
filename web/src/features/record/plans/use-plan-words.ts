import {
  checksHoldOf,
  demandKinds,
  type FoodPlan,
  keepsOf,
  plannedKinds,
  primaryOf,
  type RuleChoice,
  ruleAt,
} from '@brina/domain/haccp/plans/food-plan';
import { formatMoneyOf } from '@brina/domain/language/numbers';
import { useRuleWords } from '../../../appliance/use-rule-words.ts';
import { now } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { planMessages } from './plan.messages.ts';
import { holdFields } from './plan-edit.ts';

/** A part of a plan in words. */
export type PlanLine = { readonly key: string; readonly term: string; readonly detail: string };

/** What a plan says, part by part, in one order: what differs between two of them is told by these lines. */
export function usePlanWords(timeZone: string) {
  const { t } = useMessages(planMessages);
  const { nameOfRow } = useRuleWords();
  const format = useFormat();
  const ruleOf = (choice: RuleChoice) => ruleAt(choice, now(), timeZone);
  const versionOf = (choice: RuleChoice): string => {
    const { version } = ruleOf(choice);
    const isPinned = 'own' in choice || choice.version !== null;
    return isPinned ? t('version.stays', { version }) : t('version.follows', { version });
  };
  const choiceWords = (choice: RuleChoice): string =>
    [
      nameOfRow(ruleOf(choice)),
      ...('own' in choice && choice.own.document ? [`${t('document')}: ${choice.own.document}`] : []),
      ...('own' in choice || choice.version === null ? [] : [versionOf(choice)]),
    ].join('. ');
  const demandsOf = ({ demands }: FoodPlan): string =>
    demandKinds
      .filter((kind) => demands[kind])
      .map((kind) => t(`demand.${kind}`))
      .join(', ') || t('nothing');
  const costOf = ({ cost_per_kg, currency }: FoodPlan): string =>
    cost_per_kg === null
      ? t('notSet')
      : t('costPerKg', {
          amount: currency ? formatMoneyOf(cost_per_kg, currency, format.reader.locale) : format.number(cost_per_kg, 2),
        });
  const linesOf = (plan: FoodPlan): readonly PlanLine[] => [
    ...plannedKinds.map((kind) => ({ key: kind, term: t(`kind.${kind}`), detail: choiceWords(primaryOf(plan, kind)) })),
    { key: 'further', term: t('further'), detail: plan.further.map(choiceWords).join(' · ') || t('nothing') },
    ...holdFields.map((field) => ({
      key: field,
      term: t(`hold.${field}`),
      detail: format.temperature(plan.hold[field]),
    })),
    { key: 'demands', term: t('demands'), detail: demandsOf(plan) },
    { key: 'cost', term: t('cost'), detail: costOf(plan) },
    { key: 'keep', term: t('keep'), detail: t('keepYears', { n: keepsOf(plan) }) },
    { key: 'checks', term: t('checks'), detail: t('checksDays', { n: checksHoldOf(plan) }) },
  ];
  return { t, format, ruleOf, versionOf, costOf, linesOf };
}

/** A part that two plans have otherwise. */
export type PlanDifference = {
  readonly key: string;
  readonly term: string;
  readonly one: string;
  readonly other: string;
};

/** What two plans say otherwise, by their lines. */
export const differencesOf = (one: readonly PlanLine[], other: readonly PlanLine[]): readonly PlanDifference[] =>
  one.flatMap(({ key, term, detail }) => {
    const there = other.find((line) => line.key === key)?.detail ?? detail;
    return there === detail ? [] : [{ key, term, one: detail, other: there }];
  });
