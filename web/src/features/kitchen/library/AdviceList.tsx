import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { minute_ms } from '@brina/domain/language/durations';
import type { Advice } from '@brina/domain/recipes/advice';
import { adviceMessages } from '@brina/domain/recipes/advice.messages';
import { adviceWords } from '@brina/domain/recipes/advice-words';
import { IconBulb } from '@tabler/icons-react';
import { useId } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import styles from './AdviceList.module.css';
import { recipeMessages } from './recipe.messages.ts';

/** Texts to have before advice is shown. */
export const adviceTexts = [adviceMessages, ruleMessages] as const;

/** Advice on a cycle; it blocks nothing. Nothing where there is none. */
export function AdviceList({ advice }: { advice: readonly Advice[] }) {
  const { t } = useMessages(recipeMessages);
  const { t: say } = useMessages(adviceMessages);
  const { t: rule } = useMessages(ruleMessages);
  const format = useFormat();
  const heading = useId();
  if (advice.length === 0) return null;
  return (
    <section className={styles.advice} aria-labelledby={heading}>
      <h3 className={styles.heading} id={heading}>
        <IconBulb size={20} aria-hidden />
        {t('advice')}
      </h3>
      <ul className={styles.list}>
        {advice.map((one) => {
          const { key, values } = adviceWords(one, {
            temperature: (value) => format.quantity(value, 'Cel', 0),
            duration: (minutes) => format.duration(Math.round(minutes) * minute_ms),
            notProven: rule('verdict.NOT_PROVEN'),
          });
          // Key and values fit by `adviceWords`, which the types of `say` cannot follow.
          return (
            <li key={`${one.code} ${'phase' in one ? one.phase : ''}`}>
              {(say as (key: string, values: object) => string)(key, values)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
