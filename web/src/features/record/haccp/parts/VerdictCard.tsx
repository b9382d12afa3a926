import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { decisiveStage } from '@brina/contract/words/lengths';
import { recordMessages } from '@brina/contract/words/record.messages';
import { modelRow } from '@brina/domain/appliance/families/families';
import { type JudgeVersion, putRightSince } from '@brina/domain/haccp/judge-versions';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../../../lib/messages.ts';
import { BigNumber } from '../../../../ui/BigNumber.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { DefinitionList } from '../../../../ui/DefinitionList.tsx';
import { ProgressLine } from '../../../../ui/ProgressLine.tsx';
import { haccpMessages } from '../haccp.messages.ts';
import { useRecordWords } from '../use-record-words.ts';
import { OtherRecord } from './OtherRecord.tsx';
import { verdictTone } from './VerdictBadge.tsx';
import styles from './VerdictCard.module.css';
import { Verdicts } from './Verdicts.tsx';

/** What later versions of the judge put right, and this record stands without. */
function putRight({ judge, model }: BatchRecord): readonly JudgeVersion[] {
  const row = modelRow(model);
  return row ? putRightSince(judge, row) : [];
}

/** A rule's name, and the way to the plan that names it. */
function RuleName({ name }: { name: string }) {
  const { t } = useMessages(recordMessages);
  return (
    <>
      {name}{' '}
      <Link
        className={styles.plan}
        to="."
        search={(others: Record<string, unknown>) => ({ ...others, plan: 'kitchen' })}
      >
        {t('plan')}
      </Link>
    </>
  );
}

/** The verdict with who or what ended the cycle, the limit it was judged by, where that comes from, and why it is not a plain pass. */
export function VerdictCard({ record }: { record: BatchRecord }) {
  const { t, word, ruleName, ruleSource, reason, sentence, remarks, decisive, against, within, endReason } =
    useRecordWords(record);
  const { t: page } = useMessages(haccpMessages);
  const { rule, minutes, limit_min } = record;
  const stage = decisiveStage(record);
  const range = stage && within(stage);
  const first = sentence(record);
  const sentences = [...record.reasons.map(reason).filter((one) => !first?.endsWith(one)), ...remarks(record)];
  const tone = verdictTone(record);
  return (
    <Card tone={record.verdict === 'FAIL' ? 'alarm' : 'plain'}>
      {first && <p className={styles.first}>{first}</p>}
      <div className={styles.verdict}>
        <div className={styles.judged}>
          <Verdicts batch={record} />
          {minutes !== null && limit_min !== null && (
            <div className={styles.time}>
              <p className={styles.minutes}>
                <BigNumber text={decisive(record)} tone={tone} />
                {range && <span className={styles.limit}>{`${range.from} – ${range.to}`}</span>}
                <span className={styles.limit}>{against(record)}</span>
              </p>
              <ProgressLine share={minutes / limit_min} tone={tone} label={t('timeTaken')} />
            </div>
          )}
        </div>
        <DefinitionList
          items={[
            ...(record.endReason ? [{ term: t('endReason'), detail: endReason(record) }] : []),
            { term: t('limit'), detail: rule ? <RuleName name={ruleName(record)} /> : t('noRule') },
            ...(rule
              ? [
                  { term: t('source'), detail: ruleSource(record) },
                  {
                    term: t('force'),
                    detail: t('forceVersion', {
                      force: word(`force.${rule.force}`),
                      version: t('ruleVersion', { version: rule.version }),
                    }),
                  },
                  {
                    term: t('judge'),
                    detail: [
                      t('ruleVersion', { version: record.judge }),
                      ...putRight(record).map(({ before }) => word(before)),
                    ].join('. '),
                  },
                ]
              : []),
          ]}
        />
      </div>
      {sentences.length > 0 && (
        <ul className={styles.reasons}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {(record.continues || record.continuedBy) && (
        <p className={styles.others}>
          {record.continues && <OtherRecord batchId={record.continues}>{page('openEarlier')}</OtherRecord>}
          {record.continuedBy && <OtherRecord batchId={record.continuedBy}>{page('openLater')}</OtherRecord>}
        </p>
      )}
    </Card>
  );
}
