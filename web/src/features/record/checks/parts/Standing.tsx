import type { CheckedProbe } from '@brina/contract/calls/record/checks';
import { useId } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { dueLooks, useDueWords } from '../check-words.ts';
import { checkMessages } from '../checks.messages.ts';
import styles from './Checks.module.css';

/** When each probe of an appliance has to be checked again. */
export function Standing({ probes }: { probes: readonly CheckedProbe[] }) {
  const { t } = useMessages(checkMessages);
  const words = useDueWords();
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t('standing')}</h2>
      <ul className={styles.probes}>
        {probes
          .toSorted((one, other) => one.needle - other.needle)
          .map((probe) => {
            const { due, last } = words(probe);
            return (
              <li key={probe.needle} className={styles.probe}>
                <span className={styles.head}>
                  <strong>{t('probe', { n: probe.needle })}</strong>
                  <StateBadge {...dueLooks[probe.state]} label={t(`due.${probe.state}`)} />
                </span>
                <span>{due}</span>
                <small>{last}</small>
              </li>
            );
          })}
      </ul>
      <p className={styles.note}>{t('dueNote')}</p>
    </section>
  );
}
