import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { ownRule } from '@brina/domain/haccp/plans/own-limit';
import { type Rule, type RuleStage, ruleOfVersion } from '@brina/domain/haccp/rules';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { useCountryNames } from '../lib/country-names.ts';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { ruleNameMessages } from './rule.messages.ts';

type RuleOfRecord = NonNullable<BatchRecord['rule']>;

const rowOf = ({ id, version, own }: RuleOfRecord): Rule | undefined =>
  own ? ownRule(own) : ruleOfVersion(id, version);

/** What a rule is called: by its own words, or by where it holds and what it asks for; one this version does not know by its id. */
export function useRuleWords() {
  const { t } = useMessages(ruleNameMessages);
  const { t: word } = useMessages(ruleMessages);
  const { nameOf } = useCountryNames();
  const format = useFormat();
  const stageOf = ({ from, to, max_min }: RuleStage): string => {
    const asked = { to: format.temperature(to), limit: format.quantity(max_min, 'min') };
    return from === null ? t('toIn', asked) : t('fromToIn', { from: format.temperature(from), ...asked });
  };
  const asks = ({ stages, alternatives = [] }: Rule): string => {
    const ways = [stages, ...alternatives].filter((way) => way.length > 0);
    const [first, ...others] = ways.map((way) => way.map(stageOf).join(', '));
    if (first === undefined) return word('reason.no_limit');
    return others.reduce((one, other) => t('or', { one, other }), first);
  };
  const nameOfRow = (row: Rule): string => {
    if (row.own) return t('own', { asks: asks(row) });
    const name = row.texts ? word(row.texts.name) : t('ofArea', { area: nameOf(row.area ?? ''), asks: asks(row) });
    // What no certain source says is the kitchen's own to check.
    return row.certain ? name : t('estimate', { name });
  };
  const sourceOf = ({ texts, cite }: Rule): string => (texts ? word(texts.source) : cite);
  return {
    nameOfRow,
    /** What one stage of a rule asks for. */
    stageOf,
    /** What a rule asks for in one sentence. */
    asks,
    sourceOf,
    name: (rule: RuleOfRecord): string => {
      const row = rowOf(rule);
      return row ? nameOfRow(row) : rule.id;
    },
    source: (rule: RuleOfRecord): string => {
      const row = rowOf(rule);
      return row ? sourceOf(row) : rule.id;
    },
  };
}
