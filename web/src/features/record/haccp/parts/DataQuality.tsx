import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { recordMessages } from '@brina/contract/words/record.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { DefinitionList } from '../../../../ui/DefinitionList.tsx';
import styles from './DataQuality.module.css';

/** How good the evidence is: samples, gaps with their reason, and the appliance's clock. */
export function DataQuality({ record }: { record: BatchRecord }) {
  const { t } = useMessages(recordMessages);
  const { t: word } = useMessages(ruleMessages);
  const format = useFormat();
  const clock = (at: number) => format.clock(at, record.timeZone, { seconds: true });
  return (
    <DefinitionList
      items={[
        { term: t('samples'), detail: format.number(record.sampleCount) },
        { term: t('continuity'), detail: format.percent(record.continuity, 1) },
        {
          term: t('gaps'),
          detail:
            record.gaps.length === 0 ? (
              t('noGaps')
            ) : (
              <ul className={styles.gaps}>
                {record.gaps.map(({ from, to, reason }) => (
                  <li key={from}>
                    {t('fromTo', { from: clock(from), to: clock(to) })} ({format.duration(to - from)})
                    <span>{word(`gap.${reason}`)}</span>
                  </li>
                ))}
              </ul>
            ),
        },
        { term: t('clockOffset'), detail: clockWord() },
        { term: t('doorOpenings'), detail: format.number(record.doorOpenings) },
      ]}
    />
  );

  function clockWord(): string {
    const { clockOffset_ms, clockSuspect } = record;
    if (clockOffset_ms === null) return t('clockUnknown');
    if (clockSuspect) return t('clockSuspect', { seconds: format.number(Math.abs(clockOffset_ms) / 1000) });
    return t('clockRight', { seconds: format.number(Math.ceil(Math.abs(clockOffset_ms) / 1000)) });
  }
}
