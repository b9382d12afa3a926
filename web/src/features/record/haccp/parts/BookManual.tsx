import { endManual, listManual, type ManualRecord } from '@brina/contract/calls/record/manual';
import { recordMessages } from '@brina/contract/words/record.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { Button } from '@mantine/core';
import { IconHandFinger, IconPlayerPlay, IconThermometer } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { actionMessages } from '../../actions/actions.messages.ts';
import { manualMessages } from '../manual.messages.ts';
import { useManual } from '../use-manual.ts';
import { verdictLooks } from '../verdict-looks.ts';
import { HandCurve } from './HandCurve.tsx';
import styles from './Manual.module.css';

// What was done comes where something was.
const Actions = comesLater(async () => {
  const { Actions: Part } = await import('../../actions/Actions.tsx');
  return { Part, messages: [actionMessages, recordMessages] };
});
const ReadingSteps = lazy(async () => ({ default: (await import('./ReadingSteps.tsx')).ReadingSteps }));

/** Food that cools without an appliance by now, with the way to its next reading: what somebody waits for stands on top. */
export function ManualOpen() {
  const { t } = useMessages(manualMessages);
  const open = useManual().records.filter(({ endedAt }) => endedAt === null);
  if (open.length === 0) return null;
  return (
    <section className={styles.section} aria-label={`${t('title')}: ${t('goesOn')}`}>
      <ul className={styles.list}>
        {open.map((record) => (
          <li key={record.id} className={styles.record}>
            <Told record={record} />
            <Ways record={record} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Coolings without an appliance that are over, with their verdicts. */
export function ManualEnded() {
  const { t } = useMessages(manualMessages);
  const [pages, setPages] = useState(1);
  const { records, isMore } = useManual(pages);
  const ended = records.filter(({ endedAt }) => endedAt !== null);
  if (ended.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="manual-records">
      <h2 id="manual-records">{t('title')}</h2>
      <ul className={styles.list}>
        {ended.map((record) => (
          <li key={record.id} className={styles.record}>
            <Told record={record} />
            <Suspense>{record.actions.length > 0 && <Done record={record} />}</Suspense>
          </li>
        ))}
      </ul>
      {isMore && (
        <Button variant="default" onClick={() => setPages(pages + 1)}>
          {t('showMore')}
        </Button>
      )}
    </section>
  );
}

/** What was done about the food, or the way to say so (B2.5). No needle was in it. */
function Done({ record: { actions, timeZone } }: { record: ManualRecord }) {
  const { t } = useMessages(recordMessages);
  const format = useFormat();
  const words = { t, format, time: (at: number) => format.dateTime(at, timeZone) };
  return <Actions actions={actions} words={words} />;
}

/** What a record says: verdict and why, food, course and readings, always with the sign and the words that a hand measured. */
function Told({ record }: { record: ManualRecord }) {
  const { t } = useMessages(manualMessages);
  const { t: rule } = useMessages(ruleMessages);
  const format = useFormat();
  const { verdict, reasons, readings, laboratory, product, lot, startedAt, timeZone } = record;
  const look = verdict === null ? { tone: 'cold' as const, icon: IconPlayerPlay } : verdictLooks[verdict];
  return (
    <div className={styles.told}>
      <div className={styles.head}>
        <StateBadge {...look} label={verdict === null ? t('goesOn') : rule(`verdict.${verdict}`)} />
        <span className={styles.hand}>
          <IconHandFinger size={20} aria-hidden />
          {t('byHand')}
        </span>
      </div>
      <strong>{[product, lot].filter(Boolean).join(', ')}</strong>
      <span>{courseOf(record)}</span>
      {verdict === null && <Due record={record} />}
      {reasons.map((one) => (
        <span key={one}>{rule(`reason.${one}`)}</span>
      ))}
      <small>{[laboratory, format.dateTime(startedAt, timeZone)].filter(Boolean).join(' · ')}</small>
      <HandCurve record={record} />
      <details className={styles.readings}>
        <summary>{t('readings')}</summary>
        <ol>
          {readings.map(({ at, value_C, by, instrument, enteredAt }) => (
            <li key={`${at} ${enteredAt}`}>
              {format.clock(at, timeZone)} <b>{format.temperature(value_C)}</b> {t('by', { name: by, instrument })}
              {enteredAt - at > enteredLate_ms && ` (${t('later', { time: format.dateTime(enteredAt, timeZone) })})`}
            </li>
          ))}
        </ol>
      </details>
    </div>
  );

  function courseOf({ readings }: ManualRecord): string {
    const [first, last] = [readings[0], readings.at(-1)];
    if (!first || !last) return '';
    if (first === last)
      return t('only', { first: format.temperature(first.value_C), time: format.clock(first.at, timeZone) });
    return t('course', {
      first: format.temperature(first.value_C),
      last: format.temperature(last.value_C),
      time: format.duration(last.at - first.at),
    });
  }
}

/** What a cooling that goes on has to reach, and how long it has for that. */
function Due({ record: { due, timeZone } }: { record: ManualRecord }) {
  const { t } = useMessages(manualMessages);
  const format = useFormat();
  const now = useNow(minute_ms);
  if (!due) return <b>{t('dueNone')}</b>;
  const to = format.temperature(due.to);
  if (due.by === null) {
    const from = format.temperature(due.from ?? due.to);
    return <b>{t('dueFrom', { from, to, limit: format.duration(due.limit_min * minute_ms) })}</b>;
  }
  const time = format.clock(due.by, timeZone);
  if (due.by <= now) return <b className={styles.late}>{t('duePast', { to, time })}</b>;
  return <b>{t('dueBy', { to, time, left: format.duration(due.by - now) })}</b>;
}

/** What is entered so much later than it was measured says so. */
const enteredLate_ms = 15 * minute_ms;

function Ways({ record }: { record: ManualRecord }) {
  const { t } = useMessages(manualMessages);
  const errorText = useErrorText();
  const [isReading, setReading] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const end = useCall(endManual, { refresh: [listManual] });
  const { id, product } = record;
  const endIt = () => {
    if (isEnding) end.send({ params: { manualId: id } }).catch(() => undefined);
    else setEnding(true);
  };
  return (
    <div className={styles.ways}>
      <Button
        className={styles.big}
        leftSection={<IconThermometer size={22} aria-hidden />}
        aria-label={`${t('add')}: ${product}`}
        onClick={() => setReading(true)}
      >
        {t('add')}
      </Button>
      <Button
        className={styles.big}
        variant="default"
        aria-label={`${t(isEnding ? 'endYes' : 'end')}: ${product}`}
        loading={end.isPending}
        onClick={endIt}
      >
        {t(isEnding ? 'endYes' : 'end')}
      </Button>
      {isEnding && <Notice kind="info">{t('endHint')}</Notice>}
      {end.error && <Notice kind="warning">{errorText(end.error)}</Notice>}
      <Suspense>{isReading && <ReadingSteps record={record} onClose={() => setReading(false)} />}</Suspense>
    </div>
  );
}
