import { getHoldDay, type HoldRecord } from '@brina/contract/calls/record/holding';
import { heldKinds } from '@brina/contract/words/hold-curve';
import { recordMessages } from '@brina/contract/words/record.messages';
import { notesPart, type RemarkWords, readingsPart } from '@brina/contract/words/remarks-sheet';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useZoned } from '../../../appliance/use-zoned.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DefinitionList } from '../../../ui/DefinitionList.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Actions } from '../actions/Actions.tsx';
import { actionMessages } from '../actions/actions.messages.ts';
import { Remarks } from '../remarks/Remarks.tsx';
import { instrumentsOf } from '../remarks/remarked.ts';
import { remarkMessages } from '../remarks/remarks.messages.ts';
import { Signatures } from '../signatures/Signatures.tsx';
import page from './HaccpRecordScreen.module.css';
import { haccpMessages } from './haccp.messages.ts';
import { DayCurve } from './parts/DayCurve.tsx';
import { DayLook } from './parts/DayLook.tsx';
import { DefrostTable, ExcursionTable, GapTable, SettingTable } from './parts/DayTables.tsx';
import { HoldBadge } from './parts/HoldBadge.tsx';
import styles from './parts/Holding.module.css';
import { PaperDay } from './parts/PaperDay.tsx';
import { RecordButtons } from './parts/RecordButtons.tsx';
import { useHoldWords } from './use-hold-words.ts';

/** One day of what a zone of an appliance held: verdict and why, curve with its limit, what explains it, who has looked. */
export function HoldDayScreen({ serialNumber, day, zone }: { serialNumber: string; day: string; zone: number }) {
  const { t: haccp } = useMessages(haccpMessages);
  const { t, dayOf } = useHoldWords();
  const failure = useFailure();
  const { data, error, refetch } = useQuery(
    callQuery(getHoldDay, { params: { serial: serialNumber, day }, query: { zone } }),
  );
  const [first] = data ?? [];
  const zoned = useZoned({ model: first?.model ?? '' });
  return (
    <Screen
      title={first ? zoned(`${first.applianceName} · ${dayOf(first)}`, zone === 2 ? 2 : 1) : t('record')}
      lead={
        <BackLink
          link={(looks) => (
            <Link {...looks} to="." search={({ day: _, zone: __, ...others }: Record<string, unknown>) => others} />
          )}
        >
          {t('allDays')}
        </BackLink>
      }
      state={data ? 'ready' : error ? 'error' : 'loading'}
      loading={
        <div className={page.page} role="status" aria-label={haccp('loading')}>
          <Skeleton height={150} />
          <Skeleton height={380} />
        </div>
      }
      actions={data && <RecordButtons of={{ days: data.map(({ id }) => id) }} />}
      error={<ErrorState {...failure(error, refetch, haccp('loadFailed'))} />}
    >
      <div className={page.page}>
        {data?.map((record) => (
          <Day key={record.from} record={record} />
        ))}
      </div>
    </Screen>
  );
}

function Day({ record }: { record: HoldRecord }) {
  const { t, length, sentences, format } = useHoldWords();
  const { t: action } = useMessages(actionMessages);
  const { t: remark } = useMessages(remarkMessages);
  const { t: book } = useMessages(recordMessages);
  // People act and sign on other days, too: their moments carry a date.
  const words = { t: book, format, time: (at: number) => format.dateTime(at, record.timeZone) };
  return (
    <>
      <Card tone={record.verdict === 'EXCEEDED' ? 'alarm' : 'plain'}>
        <div className={styles.facts}>
          <HoldBadge verdict={record.verdict} />
          <ul className={styles.sentences}>
            {sentences(record).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <Limits record={record} />
          <DefinitionList columns items={[{ term: t('look'), detail: <DayLook of={record} /> }]} />
        </div>
      </Card>
      {record.actions.length > 0 && (
        <Section title={action('title')}>
          <DayActions record={record} words={words} />
        </Section>
      )}
      <Section title={t('curve')}>
        <DayCurve record={record} />
      </Section>
      <Section title={remark('title')}>
        <DayRemarks record={record} />
        {record.actions.length === 0 && <DayActions record={record} words={words} />}
      </Section>
      <Section title={book('proof')}>
        <Signatures of={{ ...record, kind: 'day' }} words={words} />
      </Section>
      <Section title={t('excursions')}>
        {record.excursions.length === 0 ? (
          <p className={styles.none}>{t('noExcursions')}</p>
        ) : (
          <ExcursionTable record={record} />
        )}
      </Section>
      <div className={page.pair}>
        <Section title={t('minutes')}>
          <Parts record={record} />
        </Section>
        <Section title={t('gaps')}>
          {record.gaps.length === 0 ? <p className={styles.none}>{t('noGaps')}</p> : <GapTable record={record} />}
        </Section>
      </div>
      <div className={page.pair}>
        <Section
          title={t('defrosts')}
          note={t('doorsTotal', { n: format.number(record.doors.length), time: length(record.doorMinutes) })}
        >
          {record.defrosts.length === 0 ? (
            <p className={styles.none}>{t('noDefrosts')}</p>
          ) : (
            <DefrostTable record={record} />
          )}
        </Section>
        <Section title={t('settings')}>
          <SettingTable record={record} />
        </Section>
      </div>
      <PaperDay record={record} />
    </>
  );
}

/** What was done about the food of a day; where nothing was, the way to say so. */
function DayActions({ record, words }: { record: HoldRecord; words: RemarkWords }) {
  const on = { kind: 'day', id: record.id, record } as const;
  return <Actions {...{ actions: record.actions, words, on, instruments: instrumentsOf(record) }} />;
}

function DayRemarks({ record }: { record: HoldRecord }) {
  const { format, moment } = useHoldWords();
  const { t } = useMessages(recordMessages);
  const words = { t, format, time: (at: number) => moment(record, at) };
  const { id, to, timeZone, readings, notes } = record;
  return (
    <Remarks
      record={{
        subject: { kind: 'day', id },
        timeZone,
        endedAt: to,
        near_C: readings.at(-1)?.value_C ?? null,
        instruments: instrumentsOf(record),
        food: null,
      }}
      added={[readingsPart(words, readings), notesPart(words, notes)]}
    />
  );
}

/** How long the food was within its limit, beyond it, not known. */
function Parts({ record: { minutes, degree_min, coverage } }: { record: HoldRecord }) {
  const { t, word, length, degreeMinutes, format } = useHoldWords();
  const parts = [
    { term: t('inRange'), detail: minutes.inRange },
    { term: t('beyond'), detail: minutes.above },
    { term: t('notProven'), detail: minutes.notProven },
    { term: word('kind.free'), detail: minutes.free },
    { term: word('kind.off'), detail: minutes.off },
  ];
  return (
    <DefinitionList
      items={[
        ...parts.filter(({ detail }) => detail > 0).map(({ term, detail }) => ({ term, detail: length(detail) })),
        { term: t('degreeMinutes'), detail: degreeMinutes(degree_min) },
        { term: t('known'), detail: format.percent(coverage, 1) },
      ]}
    />
  );
}

/** The limits that held on the day: what is cited, and from where on the alarm counts. */
function Limits({ record }: { record: HoldRecord }) {
  const { t, word, length, format } = useHoldWords();
  return (
    <DefinitionList
      items={heldKinds(record).map((kind) => {
        const limit = record.limits[kind];
        return {
          term: t('limit', { kind: word(`kind.${kind}`), limit: format.temperature(limit.limit_C) }),
          detail: t('alarm', { alarm: format.temperature(limit.alarm_C), grace: length(limit.grace_min) }),
        };
      })}
    />
  );
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Card as="section" labelledBy={heading}>
      <h2 id={heading} className={page.title}>
        {title}
      </h2>
      {children}
      {note && <p className={page.note}>{note}</p>}
    </Card>
  );
}
