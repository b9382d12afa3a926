import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { adviceOn } from '@brina/domain/recipes/advice';
import { adviceMessages } from '@brina/domain/recipes/advice.messages';
import { adviceWords } from '@brina/domain/recipes/advice-words';
import { checkDefinition } from '@brina/domain/recipes/recipe-check';
import { IconBulb } from '@tabler/icons-react';
import { useDeferredValue, useId, useMemo } from 'react';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import styles from '../Editor.module.css';
import { definitionOf, type RecipeEdit } from '../edit-state.ts';
import { editorMessages } from '../editor.messages.ts';

/** Advice on the cycle as it stands: it blocks nothing, and is quiet while the cycle is not one yet. */
export function AdviceNotes({ edit }: { edit: RecipeEdit }) {
  const { t } = useMessages(editorMessages);
  const { t: advice } = useMessages(adviceMessages);
  const { t: rule } = useMessages(ruleMessages);
  const format = useFormat();
  const heading = useId();
  const shown = useDeferredValue(edit);
  const found = useMemo(() => {
    const definition = definitionOf(shown);
    if (checkDefinition(definition).length > 0) return [];
    return adviceOn(definition, { words: `${shown.title} ${shown.description}` });
  }, [shown]);
  if (found.length === 0) return null;
  return (
    <section className={styles.advice} aria-labelledby={heading}>
      <h3 id={heading}>
        <IconBulb size={20} aria-hidden />
        {t('advice')}
      </h3>
      <ul>
        {found.map((one) => {
          const { key, values } = adviceWords(one, {
            temperature: (value) => format.quantity(value, 'Cel', 0),
            duration: (minutes) => format.duration(minutes * minute_ms),
            notProven: rule('verdict.NOT_PROVEN'),
          });
          // Key and values fit by `adviceWords`, which the types of `advice` cannot follow.
          return (
            <li key={`${one.code} ${'phase' in one ? one.phase : ''}`}>
              {(advice as (key: string, values: object) => string)(key, values)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
