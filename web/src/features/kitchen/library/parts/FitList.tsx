import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import styles from '../Recipe.module.css';
import { recipeMessages } from '../recipe.messages.ts';
import { useFitWords } from '../use-fit-words.ts';

/** Which of the company's appliances run a cycle, which adapted and how, and why not the others (B3.2). */
export function FitList({ cycle }: { cycle: Recipe }) {
  const { t } = useMessages(recipeMessages);
  const words = useFitWords();
  const order = { ok: 0, adapted: 1, refused: 2 } as const;
  const sorted = cycle.appliances.toSorted((a, b) => order[a.fit.kind] - order[b.fit.kind]);
  return (
    <Card as="section">
      <h2 className={styles.heading}>{t('appliances')}</h2>
      {sorted.length === 0 && <p className={styles.note}>{t('noAppliances')}</p>}
      <ul className={styles.rows}>
        {sorted.map((appliance) => {
          const { fit, name, model, now, serialNumber, laboratory } = appliance;
          const against = words.against(fit, cycle, { name, model });
          return (
            <li key={serialNumber}>
              <span className={styles.name}>{name}</span>
              {fit.kind !== 'refused' && (
                <span className={styles.state} data-fit={fit.kind}>
                  {t(`fit.${fit.kind}`)}
                  {now && ` · ${t(`now.${now}`)}`}
                </span>
              )}
              <p className={styles.why}>
                {[laboratory, against ?? words.changes(fit).join(' · ')].filter(Boolean).join(' · ')}
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
