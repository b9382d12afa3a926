import type { RecipeHead } from '@brina/contract/calls/kitchen/recipes';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { CycleBadge } from '../../../../appliance/CycleBadge.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { functionOf } from '../library.data.ts';
import { libraryMessages } from '../library.messages.ts';
import { type Spoken, useFitWords } from '../use-fit-words.ts';
import styles from './RecipeCard.module.css';

/**
 * A cycle in the library: what it is, what it does and how often it was of use. One that the appliance does not run is pale and says why.
 * @param to its page
 * @param action in place of the link, such as the way back of a deleted one
 */
export const RecipeCard = memo(function RecipeCard(props: {
  cycle: RecipeHead;
  to: string;
  appliance?: Spoken | undefined;
  action?: ReactNode;
}) {
  const { cycle, to, appliance, action } = props;
  const { t } = useMessages(libraryMessages);
  const { t: functionWord } = useMessages(functionMessages);
  const format = useFormat();
  const words = useFitWords();
  const key = functionOf(cycle);
  const { fit, uses, lastUsedAt } = cycle;
  const used =
    uses === 0
      ? t('unused')
      : [t('uses', { n: uses }), lastUsedAt !== null && t('lastUsed', { when: format.date(lastUsedAt) })]
          .filter(Boolean)
          .join(', ');
  const facts = [
    cycle.family === 'PL' ? t('planOfProver') : key && functionWord(key),
    cycle.family === 'MF' ? cycle.package : cycle.family,
    fit?.kind === 'adapted' && t('adapted'),
  ].filter(Boolean);
  return (
    <article className={styles.card} data-refused={fit?.kind === 'refused' || undefined}>
      <CycleBadge icon={cycle.icon} colour={cycle.colour} size={56} />
      <div className={styles.words}>
        <h3 className={styles.title}>
          {action ? (
            cycle.title
          ) : (
            <Link className={styles.link} to={to}>
              {cycle.title}
            </Link>
          )}
        </h3>
        <p className={styles.facts}>
          {facts.join(' · ')}
          {cycle.type === 'Custom' && <span className={styles.own}>{t('type.Custom')}</span>}
        </p>
        <p className={styles.used}>{(appliance && words.against(fit, cycle, appliance)) ?? used}</p>
        {action}
      </div>
    </article>
  );
});
