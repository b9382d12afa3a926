import type { EffectOfPlan } from '@brina/contract/calls/record/plans';
import { pathOf } from '@brina/contract/screens';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { planMessages } from '../plan.messages.ts';
import styles from './Plan.module.css';

type Changed = EffectOfPlan['changed'][number];

/** The batches that a plan would judge otherwise, each with its name, what stands and what would, and the way to its record. */
export function ChangedBatches({ changed }: { changed: readonly Changed[] }) {
  const { t } = useMessages(planMessages);
  return (
    <ul className={styles.changed} aria-label={t('effectList')}>
      {changed.map((batch) => (
        <ChangedBatch key={batch.batchId} batch={batch} />
      ))}
    </ul>
  );
}

/** Whether one decimal would hide which of the two is more. */
const isClose = (minutes: number, limit_min: number): boolean => Math.abs(minutes - limit_min) < 0.1;

function ChangedBatch({ batch }: { batch: Changed }) {
  const { t } = useMessages(planMessages);
  const { t: word } = useMessages(ruleMessages);
  const format = useFormat();
  const { batchId, serialNumber, applianceName, product, startedAt, timeZone, before, after, minutes, limit_min } =
    batch;
  const name = [product ?? applianceName, format.dateTime(startedAt, timeZone)].join(' · ');
  const turned = t('fromTo', { before: word(`verdict.${before}`), after: word(`verdict.${after}`) });
  const took =
    minutes === null || limit_min === null
      ? []
      : [
          t('took', {
            minutes: format.quantity(minutes, 'min', isClose(minutes, limit_min) ? 2 : 1),
            limit: format.quantity(limit_min, 'min'),
          }),
        ];
  return (
    <li data-tone={after === 'PASS' || after === 'PASS_WITH_GAP' ? 'passes' : 'fails'}>
      {/* Beside the form: what is typed there stays. */}
      <Link
        className={styles.link}
        to={pathOf('haccp-reports', { serialNumber })}
        search={{ batch: batchId }}
        target="_blank"
      >
        {name}
      </Link>
      <span className={styles.turned}>{[turned, ...took].join(' · ')}</span>
    </li>
  );
}
