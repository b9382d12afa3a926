/** What is said of a food-safety rule, on a screen, on paper and in files. */
import { asksWhenCooked } from '@brina/domain/haccp/cooked';
import { ownRule } from '@brina/domain/haccp/plans/own-limit';
import { ruleNameMessages } from '@brina/domain/haccp/rule-names.messages';
import { type Rule, type RuleStage, ruleOfVersion } from '@brina/domain/haccp/rules';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { intlTag } from '@brina/domain/language/locales';
import type { Format } from '@brina/domain/language/reader';
import type { Speech } from '@brina/domain/language/speech';
import type { BatchRecord } from '../calls/record/haccp.ts';

/** The texts that {@link ruleWords} are made of. */
export const ruleCatalogues = { rule: ruleMessages, ruleName: ruleNameMessages } as const;

/** A rule that names no time allows more than any cycle takes. */
const anyTime_min = 24 * 60;

type RuleOfRecord = NonNullable<BatchRecord['rule']>;

const rowOf = ({ id, version, own }: RuleOfRecord): Rule | undefined =>
  own ? ownRule(own) : ruleOfVersion(id, version);

/** What the minutes of a record are: those a stage took, those for which food was held cold, or was warmer than it may be. */
export type Measure = 'taken' | 'held' | 'beyond';

/** Whether a record is of food that was heated. */
export const isOfHeating = ({ rule }: Pick<BatchRecord, 'rule'>): boolean =>
  rule !== null && rowOf(rule)?.kind === 'reheat';

/** Whether a rule that judged a record, or judged beside, asks when its food was cooked. */
export const isAskedWhenCooked = ({ rule, further }: Pick<BatchRecord, 'rule' | 'further'>): boolean =>
  [rule, ...further.map((one) => one.rule)].some((one) => {
    const row = one === null ? undefined : rowOf(one);
    return row !== undefined && asksWhenCooked(row);
  });

/** What is measured by a record's rule. */
export function measureOf({ rule }: Pick<BatchRecord, 'rule'>): Measure {
  const row = rule === null ? undefined : rowOf(rule);
  if (row?.holds) return 'held';
  return row?.grace_min === undefined ? 'taken' : 'beyond';
}

/** What a rule is called: by its own words, or by where it holds and what it asks for; one this version does not know by its id. */
export function ruleWords({ rule: word, ruleName: t }: Speech<typeof ruleCatalogues>, format: Format) {
  const countries = new Intl.DisplayNames([intlTag(format.reader.locale)], { type: 'region' });
  const stageOf = ({ from, to, max_min }: RuleStage): string => {
    const asked = { to: format.temperature(to), limit: format.quantity(max_min, 'min') };
    if (max_min >= anyTime_min) return t('toAtAll', asked);
    return from === null ? t('toIn', asked) : t('fromToIn', { from: format.temperature(from), ...asked });
  };
  const asks = ({ stages, alternatives = [], holds = [], hold, grace_min }: Rule): string => {
    const ways = [stages, ...alternatives].filter((way) => way.length > 0);
    const [first, ...others] = [
      ...ways.map((way) => way.map(stageOf).join(', ')),
      ...holds.map((one) =>
        t('heldFor', { to: format.temperature(one.to), time: format.quantity(one.for_min / 60, 'h') }),
      ),
      ...(hold && grace_min !== undefined
        ? [t('keptAt', { to: format.temperature(hold.max), time: format.quantity(grace_min, 'min') })]
        : []),
    ];
    if (first === undefined) return word('reason.no_limit');
    return others.reduce((one, other) => t('or', { one, other }), first);
  };
  const nameOfRow = (row: Rule): string => {
    if (row.own) return t('own', { asks: asks(row) });
    const area = row.area ? (countries.of(row.area) ?? row.area) : '';
    const name = row.texts ? word(row.texts.name) : t('ofArea', { area, asks: asks(row) });
    // What no certain source says is the kitchen's own to check.
    return row.certain ? name : t('estimate', { name });
  };
  const sourceOf = ({ texts, cite }: Rule): string => (texts?.source ? word(texts.source) : cite);
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
