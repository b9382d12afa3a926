import { type BatchRecord, type JudgedByRule, tryRule } from '@brina/contract/calls/record/haccp';
import { type RuleId, rules } from '@brina/domain/haccp/rules';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { useState } from 'react';
import { useRuleWords } from '../../../../appliance/use-rule-words.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { FilterSelect } from '../../../../ui/FilterSelect.tsx';
import { haccpMessages } from '../haccp.messages.ts';
import { useRecordWords } from '../use-record-words.ts';
import { VerdictBadge } from './VerdictBadge.tsx';

type Part = { record: BatchRecord };

/** What the rules of the kitchen's plan say of a batch side by side, and what another one would say of it. */
export function OtherRules({ record }: Part) {
  const { t } = useMessages(haccpMessages);
  const { t: of } = useRecordWords(record);
  const [tried, setTried] = useState<JudgedByRule | null>(null);
  const { further } = record;
  return (
    <>
      {further.length > 0 && <JudgedTable record={record} label={of('otherRules')} judged={further} />}
      <TryRule record={record} onTried={setTried} />
      {tried && (
        <div role="status">
          <p>{t('tried')}</p>
          <JudgedTable record={record} label={t('tried')} judged={[tried]} />
        </div>
      )}
    </>
  );
}

function JudgedTable({ record, label, judged }: Part & { label: string; judged: readonly JudgedByRule[] }) {
  const { t, format, minutes } = useRecordWords(record);
  const { name, source } = useRuleWords();
  return (
    <DataTable
      label={label}
      rows={judged}
      rowKey={({ rule }) => JSON.stringify(rule)}
      columns={[
        { key: 'rule', title: t('rule'), cell: ({ rule }) => name(rule) },
        { key: 'verdict', title: t('verdict'), cell: ({ verdict }) => <VerdictBadge batch={{ ...record, verdict }} /> },
        {
          key: 'took',
          title: t('took'),
          align: 'end',
          cell: (one) => (one.minutes === null ? '–' : minutes(one.minutes, one.limit_min ?? 0)),
        },
        {
          key: 'limit',
          title: t('limitShort'),
          align: 'end',
          cell: ({ limit_min }) => format.quantity(limit_min, 'min'),
        },
        { key: 'source', title: t('source'), cell: ({ rule }) => source(rule) },
      ]}
    />
  );
}

/** Rules of a record's kind that have not judged it. */
const untried = ({ rule, further }: BatchRecord): readonly RuleId[] => {
  const own = rule?.own?.base ?? rule?.id ?? 'CHILL_90';
  const kind = Object.hasOwn(rules, own) ? rules[own as RuleId].kind : 'chill';
  const judged = [rule?.id, ...further.map((one) => one.rule.id)];
  return (Object.keys(rules) as RuleId[]).filter((id) => rules[id].kind === kind && !judged.includes(id));
};

function TryRule({ record, onTried }: Part & { onTried: (judged: JudgedByRule) => void }) {
  const { t } = useMessages(haccpMessages);
  const { t: word } = useMessages(ruleMessages);
  const { nameOfRow } = useRuleWords();
  const errorText = useErrorText();
  const call = useCall(tryRule);
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const choose = async (ruleId: string | null): Promise<void> => {
    setChosen(ruleId);
    setError(null);
    if (ruleId === null) return;
    const { serialNumber: serial, batchId } = record;
    await call
      .send({ params: { serial, batchId }, query: { ruleId } })
      .then(onTried)
      .catch((fault: unknown) => setError(errorText(fault)));
  };
  return (
    <FilterSelect
      label={t('tryRule')}
      description={t('tryRuleHint')}
      nothingFound={t('noSuchRule')}
      data={untried(record).map((id) => ({
        value: id,
        label: `${nameOfRow(rules[id])} (${word(`force.${rules[id].force}`)})`,
      }))}
      value={chosen}
      onChange={(ruleId) => void choose(ruleId)}
      error={error}
    />
  );
}
