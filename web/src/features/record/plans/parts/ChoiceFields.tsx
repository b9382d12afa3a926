import { planLimits } from '@brina/contract/calls/record/plans';
import { coolingKinds, judgesWithNumbers, type PlannedKind } from '@brina/domain/haccp/plans/food-plan';
import { documentReference_min, ownFields } from '@brina/domain/haccp/plans/own-limit';
import { type OwnStage, type RuleId, ruleOfVersion, rules, versionsOf } from '@brina/domain/haccp/rules';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { useRuleWords } from '../../../../appliance/use-rule-words.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { FilterSelect } from '../../../../ui/FilterSelect.tsx';
import { planMessages } from '../plan.messages.ts';
import { type ChoiceEdit, isLooser, ownOf, withRule } from '../plan-edit.ts';
import { usePlanFaults } from '../use-plan-faults.ts';
import { usePlanWords } from '../use-plan-words.ts';
import type { FormPart } from './form-part.ts';
import styles from './Plan.module.css';
import { Estimate } from './PlanInForce.tsx';
import { RuleFacts } from './RuleFacts.tsx';

/** Rules that judge with numbers. */
const judging = (kind: PlannedKind): readonly RuleId[] =>
  (Object.keys(rules) as RuleId[]).filter((id) => rules[id].kind === kind && judgesWithNumbers(rules[id]));

/** The rule for a kind of cycle: which one, in which version, and numbers of the kitchen's own. */
export function ChoiceFields({ kind, ...part }: FormPart & { kind: PlannedKind }) {
  const { edit, timeZone, onEdit } = part;
  const { t, ruleOf } = usePlanWords(timeZone);
  const { t: word } = useMessages(ruleMessages);
  const { asks, nameOfRow, sourceOf } = useRuleWords();
  const choice = edit.primary[kind];
  const change = (next: ChoiceEdit) => onEdit({ ...edit, primary: { ...edit.primary, [kind]: next } });
  const rule = choice.own
    ? (ruleOfVersion(choice.id, choice.own.version) ?? rules[choice.id])
    : ruleOf({ id: choice.id, version: choice.version });
  return (
    <div className={styles.fields}>
      <FilterSelect
        label={t('rule')}
        nothingFound={t('noSuchRule')}
        data={judging(kind).map((id) => ({
          value: id,
          label: `${nameOfRow(rules[id])} · ${word(`force.${rules[id].force}`)}`,
        }))}
        value={choice.id}
        onChange={(id) => id && onEdit(withRule(edit, kind, id as RuleId))}
      />
      <div>
        {/* On a phone the field is narrower than what the rule asks for. */}
        <p className={styles.numbers}>{asks(rule)}</p>
        <p className={styles.source}>{`${word(`force.${rule.force}`)} · ${sourceOf(rule)}`}</p>
        {!rule.certain && <Estimate />}
        <RuleFacts rule={rule} />
      </div>
      {!choice.own && (
        <VersionField choice={choice} now={ruleOf({ id: choice.id, version: null }).version} onChange={change} />
      )}
      {coolingKinds.some((cooling) => cooling === kind) && (
        <Switch
          size="md"
          label={t('own')}
          description={t('ownHint')}
          classNames={{ description: styles.ownHint ?? '' }}
          checked={choice.own !== null}
          onChange={({ currentTarget: { checked } }) =>
            change({ ...choice, version: null, own: checked ? ownOf(choice.id, rule.version) : null })
          }
        />
      )}
      {choice.own && <OwnFields kind={kind} choice={choice} onChange={change} {...part} />}
    </div>
  );
}

function VersionField(props: { choice: ChoiceEdit; now: string; onChange: (choice: ChoiceEdit) => void }) {
  const { choice, now, onChange } = props;
  const { t } = useMessages(planMessages);
  return (
    <NativeSelect
      size="md"
      label={t('version')}
      data={[
        { value: '', label: t('follow', { version: now }) },
        ...versionsOf(choice.id).map(({ version }) => ({ value: version, label: t('stay', { version }) })),
      ]}
      value={choice.version ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ ...choice, version: value || null })}
    />
  );
}

type OwnProps = FormPart & { kind: PlannedKind; choice: ChoiceEdit; onChange: (choice: ChoiceEdit) => void };

const units = { from: 'Cel', to: 'Cel', max_min: 'min' } as const satisfies Record<keyof OwnStage, string>;
const steps = { from: 1, to: 1, max_min: 5 } as const satisfies Record<keyof OwnStage, number>;

/** The numbers of the kitchen's own, stage by stage, and the document that a looser one rests on. */
function OwnFields({ kind, choice, faults, onChange }: OwnProps) {
  const { t } = useMessages(planMessages);
  const { stageOf } = useRuleWords();
  const faultText = usePlanFaults();
  const { id, own } = choice;
  if (!own) return null;
  const base = ruleOfVersion(id, own.version) ?? rules[id];
  const set = (place: number, field: keyof OwnStage, value: number | null) =>
    onChange({
      ...choice,
      own: { ...own, stages: own.stages.map((one, at) => (at === place ? { ...one, [field]: value } : one)) },
    });
  const needsDocument = isLooser(choice) && (base.force !== 'law' || base.allowsAnalysis === true);
  const documentFault = faultText(faults[`${kind}.document`]);
  return (
    <div className={styles.own}>
      {base.stages.map((asked, place) => (
        <fieldset key={`${asked.to}`} className={styles.stage}>
          <legend>{t('stage', { asks: stageOf(asked) })}</legend>
          {ownFields
            .filter((field) => asked[field] !== null)
            .map((field) => (
              <QuantityField
                key={field}
                label={t(`own.${field}`)}
                unit={units[field]}
                step={steps[field]}
                limits={planLimits.stage[field]}
                value={own.stages[place]?.[field] ?? null}
                error={faultText(faults[`${kind}.${place}.${field}`], units[field])}
                onChange={(value) => set(place, field, value)}
              />
            ))}
        </fieldset>
      ))}
      {(needsDocument || own.document !== '') && (
        <TextInput
          size="md"
          label={t('documentLabel')}
          description={t('documentHint', { n: documentReference_min, typed: own.document.trim().length })}
          required={needsDocument}
          autoComplete="off"
          maxLength={200}
          value={own.document}
          error={documentFault}
          onChange={({ currentTarget: { value } }) => onChange({ ...choice, own: { ...own, document: value } })}
        />
      )}
    </div>
  );
}
