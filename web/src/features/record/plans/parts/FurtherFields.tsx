import { furtherRules_max, plannedKinds, type RuleChoice } from '@brina/domain/haccp/plans/food-plan';
import { type RuleId, rules } from '@brina/domain/haccp/rules';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRuleWords } from '../../../../appliance/use-rule-words.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { FilterSelect } from '../../../../ui/FilterSelect.tsx';
import type { PlanEdit } from '../plan-edit.ts';
import { usePlanWords } from '../use-plan-words.ts';
import type { FormPart } from './form-part.ts';
import styles from './Plan.module.css';

const makers: RuleId = 'CHILL_90';

/** Rules of the plan's kinds that judge nothing in it yet. */
function addable({ primary, further }: PlanEdit): readonly RuleId[] {
  const chosen = Object.values(primary).flatMap(({ id, own }) => (own ? [] : [id]));
  const beside = further.flatMap((choice) => ('own' in choice ? [] : [choice.id]));
  const taken: readonly RuleId[] = [...chosen, ...beside, makers];
  return (Object.keys(rules) as RuleId[]).filter(
    (id) => plannedKinds.some((kind) => kind === rules[id].kind) && !taken.includes(id),
  );
}

/** The rules that judge beside the first: taken out and added; the maker's own stays. */
export function FurtherFields({ edit, timeZone, onEdit }: FormPart) {
  const { t, ruleOf } = usePlanWords(timeZone);
  const { t: word } = useMessages(ruleMessages);
  const { nameOfRow } = useRuleWords();
  const { further } = edit;
  const left = furtherRules_max - further.length;
  const put = (next: readonly RuleChoice[]) => onEdit({ ...edit, further: next });
  return (
    <div className={styles.fields}>
      <ul className={styles.further}>
        {further.map((choice, place) => {
          const name = nameOfRow(ruleOf(choice));
          return (
            <li key={JSON.stringify(choice)} className={styles.removable}>
              <span className={styles.name}>{name}</span>
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={t('remove', { rule: name })}
                onClick={() => put(further.filter((_, at) => at !== place))}
              >
                <IconTrash size={20} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
        <li>
          <span className={styles.name}>{`${nameOfRow(rules[makers])} (${t('always')})`}</span>
        </li>
      </ul>
      {left > 0 ? (
        <FilterSelect
          // A new field for each rule that was added: it begins empty.
          key={further.length}
          label={t('addFurther')}
          description={t('addFurtherHint', { n: left })}
          nothingFound={t('noSuchRule')}
          data={addable(edit).map((id) => ({
            value: id,
            label: `${nameOfRow(rules[id])} · ${word(`force.${rules[id].force}`)}`,
          }))}
          value={null}
          onChange={(id) => id && put([...further, { id: id as RuleId, version: null }])}
        />
      ) : (
        <p className={styles.note}>{t('furtherFull', { n: furtherRules_max })}</p>
      )}
    </div>
  );
}
