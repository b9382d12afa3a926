import { minute_ms } from '@brina/domain/language/durations';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useNow } from '../../../lib/use-now.ts';
import styles from './Took.module.css';
import { tookMessages } from './took.messages.ts';

/**
 * How long a run took, or has taken by now, and what share that is of the time it was expected to take (S2.41, B3.3).
 * @param expected_min undefined: nobody can say, or not yet
 */
export function Took(props: {
  run: { readonly startedAt: number; readonly endedAt: number | null };
  expected_min: number | undefined;
}) {
  const { run, expected_min } = props;
  const { t } = useMessages(tookMessages);
  const format = useFormat();
  const now_ms = useNow(minute_ms);
  const took_ms = (run.endedAt ?? now_ms) - run.startedAt;
  return (
    <>
      {format.duration(took_ms)}
      {expected_min !== undefined && (
        <div className={styles.expected}>
          {t('expected', {
            share: format.percent((100 * took_ms) / (expected_min * minute_ms), 0),
            about: format.duration(Math.round(expected_min) * minute_ms),
          })}
        </div>
      )}
    </>
  );
}
