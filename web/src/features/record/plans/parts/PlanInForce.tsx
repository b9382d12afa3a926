import type { PlansOfKitchen } from '@brina/contract/calls/record/plans';
import {
  checksHoldOf,
  demandKinds,
  type FoodPlan,
  keepsOf,
  makersPlan,
  plannedKinds,
  primaryOf,
  type RuleChoice,
} from '@brina/domain/haccp/plans/food-plan';
import { ownRuleId } from '@brina/domain/haccp/plans/own-limit';
import { ruleOfVersion, rules } from '@brina/domain/haccp/rules';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useRuleWords } from '../../../../appliance/use-rule-words.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { DefinitionList } from '../../../../ui/DefinitionList.tsx';
import { planMessages } from '../plan.messages.ts';
import { holdFields } from '../plan-edit.ts';
import { usePlanWords } from '../use-plan-words.ts';
import styles from './Plan.module.css';
import { RuleFacts } from './RuleFacts.tsx';

/** The plan that holds, as a chef reads it: each rule with its number, its source, and how far it binds. */
export function PlanInForce({ dated, timeZone }: { dated: PlansOfKitchen['current']; timeZone: string }) {
  const { t, format, costOf } = usePlanWords(timeZone);
  const plan = dated?.plan ?? makersPlan;
  return (
    <div className={styles.page}>
      {dated && (
        <p className={styles.since}>
          {t('since', { time: format.dateTime(dated.fromAt, timeZone) })}
          {' · '}
          {dated.by === null ? t('began') : t('decidedBy', { name: dated.by })}
          {dated.signatures.map(({ id, by, at }) => (
            <span key={id}>{` · ${t('signedBy', { name: by, time: format.dateTime(at, timeZone) })}`}</span>
          ))}
        </p>
      )}
      <div className={styles.pair}>
        {plannedKinds.map((kind) => (
          <Part key={kind} title={t(`kind.${kind}`)}>
            <RuleInForce choice={primaryOf(plan, kind)} timeZone={timeZone} />
          </Part>
        ))}
      </div>
      <Part title={t('further')} note={t('furtherHint')}>
        <FurtherRules further={plan.further} timeZone={timeZone} />
      </Part>
      <div className={styles.rest}>
        <Part title={t('hold')}>
          <DefinitionList
            items={holdFields.map((field) => ({
              term: t(`hold.${field}`),
              detail: <strong className={styles.number}>{format.temperature(plan.hold[field])}</strong>,
            }))}
          />
        </Part>
        <Part title={t('demands')}>
          <Demands plan={plan} />
        </Part>
        <Part title={t('cost')}>
          <p className={styles.words}>{costOf(plan)}</p>
        </Part>
        <Part title={t('keep')}>
          <p className={styles.words}>{t('keepYears', { n: keepsOf(plan) })}</p>
        </Part>
        <Part title={t('checks')}>
          <p className={styles.words}>{t('checksDays', { n: checksHoldOf(plan) })}</p>
        </Part>
      </div>
    </div>
  );
}

function Demands({ plan }: { plan: FoodPlan }) {
  const { t } = useMessages(planMessages);
  const demanded = demandKinds.filter((kind) => plan.demands[kind]);
  if (demanded.length === 0) return <p className={styles.words}>{t('nothing')}</p>;
  return (
    <ul className={styles.demanded}>
      {demanded.map((kind) => (
        <li key={kind}>{t(`demand.${kind}`)}</li>
      ))}
    </ul>
  );
}

/** A part of the plan under its heading. */
export function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Card as="section" labelledBy={heading}>
      <h2 className={styles.title} id={heading}>
        {title}
      </h2>
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </Card>
  );
}

function RuleInForce({ choice, timeZone }: { choice: RuleChoice; timeZone: string }) {
  const { t, ruleOf, versionOf } = usePlanWords(timeZone);
  const { asks, nameOfRow, sourceOf } = useRuleWords();
  const { t: word } = useMessages(ruleMessages);
  const rule = ruleOf(choice);
  const base = rule.own && ruleOfVersion(rule.own.base, rule.own.version);
  return (
    <div className={styles.rule}>
      <p className={styles.asks}>{asks(rule)}</p>
      {base && <p className={styles.note}>{t('ownOf', { rule: nameOfRow(base) })}</p>}
      {!rule.certain && <Estimate />}
      <RuleFacts rule={rule} />
      <DefinitionList
        items={[
          { term: t('source'), detail: sourceOf(rule) },
          { term: t('force'), detail: word(`force.${rule.force}`) },
          { term: t('version'), detail: versionOf(choice) },
          ...(rule.own?.document ? [{ term: t('document'), detail: rule.own.document }] : []),
        ]}
      />
    </div>
  );
}

/** That a number is none that stands in its source. */
export function Estimate() {
  const { t } = usePlanWords('UTC');
  return (
    <p className={styles.estimate}>
      <IconAlertTriangle size={18} aria-hidden />
      {t('estimate')}
    </p>
  );
}

/** The rules that judge beside the first; the maker's own always does. */
function FurtherRules({ further, timeZone }: { further: readonly RuleChoice[]; timeZone: string }) {
  const { t, ruleOf } = usePlanWords(timeZone);
  const { nameOfRow, sourceOf } = useRuleWords();
  const { t: word } = useMessages(ruleMessages);
  const chosen = further.map(ruleOf);
  const isMakersChosen = chosen.some(({ id }) => id === rules.CHILL_90.id);
  return (
    <ul className={styles.further}>
      {chosen.map((rule) => (
        <li key={rule.id === ownRuleId ? JSON.stringify(rule.stages) : rule.id}>
          <span className={styles.name}>{nameOfRow(rule)}</span>
          <span className={styles.source}>{`${word(`force.${rule.force}`)} · ${sourceOf(rule)}`}</span>
        </li>
      ))}
      {!isMakersChosen && (
        <li>
          <span className={styles.name}>{`${nameOfRow(rules.CHILL_90)} (${t('always')})`}</span>
          <span className={styles.source}>{`${word('force.industry')} · ${sourceOf(rules.CHILL_90)}`}</span>
        </li>
      )}
    </ul>
  );
}
