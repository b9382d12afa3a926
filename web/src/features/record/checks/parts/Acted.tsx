import type { ProbeCheck } from '@brina/contract/calls/record/checks';
import { recordMessages } from '@brina/contract/words/record.messages';
import { useId } from 'react';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Actions } from '../../actions/Actions.tsx';
import { checkMessages } from '../checks.messages.ts';
import styles from './Checks.module.css';

/** What was done about probes that failed a check, or the way to say so (B2.5). */
export function Acted({ checks, timeZone }: { checks: readonly ProbeCheck[]; timeZone: string | undefined }) {
  const { t } = useMessages(checkMessages);
  const { t: record } = useMessages(recordMessages);
  const format = useFormat();
  const heading = useId();
  const time = (at: number) => format.dateTime(at, timeZone);
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t('actions')}</h2>
      <ul className={styles.probes}>
        {checks.map(({ id, needle, at, actions }) => (
          <li key={id} className={styles.acted}>
            <strong>{t('about', { n: needle, time: time(at) })}</strong>
            <Actions actions={actions} openHint={t('actionOpen')} words={{ t: record, format, time }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
