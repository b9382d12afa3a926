import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { type CycleRun, listCycles } from '@brina/contract/calls/kitchen/cycles';
import { pathOf } from '@brina/contract/screens';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { IconListDetails, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { Overview } from '../../../appliance/Overview.tsx';
import { stoppedByMessages } from '../../../appliance/stopped-by.messages.ts';
import { useStateWords } from '../../../appliance/use-state-words.ts';
import { useStoppedBy } from '../../../appliance/use-stopped-by.ts';
import { comesLater } from '../../../lib/comes-later.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useListPages } from '../../../lib/use-list-pages.ts';
import { useNow, useSpanEnd } from '../../../lib/use-now.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { CommandResults } from '../controls/CommandResults.tsx';
import { useCommand } from '../controls/use-command.ts';
import { CycleActions } from './CycleActions.tsx';
import styles from './CyclePages.module.css';
import { cyclePageMessages } from './cycle-pages.messages.ts';
import { cycleTexts } from './cycle-texts.ts';
import { ApplianceGate, BackToAppliance } from './parts/ApplianceGate.tsx';

const Schedules = comesLater(async () => {
  const { Schedules: Part, messages: texts } = await import('../schedules/Schedules.tsx');
  return { Part, messages: texts };
});

/** Texts to have before the page is shown. */
export const messages = [...cycleTexts, cyclePageMessages, listMessages, stoppedByMessages];

const none: readonly CycleRun[] = [];
const periods = { '7d': 7, '30d': 30, '90d': 90 } as const;
const periodKeys = Object.keys(periods) as readonly (keyof typeof periods)[];

/** What is shown of the cycles. */
const shown = ['ran', 'scheduled'] as const;

/** The cycles of an appliance: the one that runs, those that ran, with the verdict on their food, and planned starts (S2.41). */
export function CyclesScreen() {
  return <ApplianceGate>{(appliance) => <Cycles appliance={appliance} />}</ApplianceGate>;
}

function Cycles({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(cyclePageMessages);
  const { t: refusal } = useMessages(refusalMessages);
  const command = useCommand(appliance);
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const show = shown.find((key) => key === search.show) ?? 'ran';
  return (
    <Screen
      title={t('title')}
      lead={<span className={styles.note}>{appliance.name}</span>}
      actions={<BackToAppliance serialNumber={appliance.serialNumber} />}
      state={appliance.may.readCycles ? 'ready' : 'empty'}
      empty={<EmptyState icon={IconLock} title={refusal('no_right')} />}
      notice={<CommandResults appliance={appliance} command={command} />}
    >
      <Overview appliance={appliance} actions={<CycleActions appliance={appliance} command={command} />} />
      <Tabs
        label={t('title')}
        value={show}
        tabs={shown.map((value) => ({ value, label: t(`show.${value}`) }))}
        onChange={(next) => void navigate({ to: '.', search: next === 'ran' ? {} : { show: next }, replace: true })}
      >
        <Suspense fallback={<Skeleton height={320} />}>
          {show === 'ran' ? <Runs appliance={appliance} /> : <Schedules appliance={appliance} />}
        </Suspense>
      </Tabs>
    </Screen>
  );
}

function Runs({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(cyclePageMessages);
  const { t: page } = useMessages(applianceMessages);
  const failure = useFailure();
  const columns = useColumns(appliance);
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const period = periodKeys.find((key) => key === search.period) ?? '30d';
  const to = useSpanEnd();
  const { data, error, refetch } = useQuery(
    callQuery(listCycles, {
      params: { id: appliance.serialNumber },
      query: { from: to - periods[period] * day_ms, to },
    }),
  );
  const pages = useListPages(data ?? none);
  return (
    <div className={styles.form}>
      <div className={styles.runs}>
        <h2 className={styles.title}>{t('runs')}</h2>
        <Segments
          label={page('range')}
          hideLabel
          value={period}
          segments={periodKeys.map((value) => ({ value, label: t(`period.${value}`) }))}
          onChange={(next) => void navigate({ to: '.', search: { ...search, period: next }, replace: true })}
        />
      </div>
      {data ? (
        data.length === 0 ? (
          <EmptyState icon={IconListDetails} title={t('none')} />
        ) : (
          <DataTable label={t('runs')} columns={columns} rowKey={({ id }) => id} {...pages} />
        )
      ) : error ? (
        <ErrorState {...failure(error, refetch)} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  );
}

function useColumns(appliance: Appliance): Column<CycleRun>[] {
  const { t } = useMessages(cyclePageMessages);
  const { t: page } = useMessages(applianceMessages);
  const { t: rule, has } = useMessages(ruleMessages);
  const words = useStateWords();
  const stopped = useStoppedBy();
  const format = useFormat();
  const now_ms = useNow(minute_ms);
  const verdictOf = ({ verdict }: CycleRun) => {
    const key = `verdict.${verdict}` as const;
    return has(key) ? rule(key) : t('record');
  };
  return [
    {
      key: 'function',
      title: page('function'),
      plain: true,
      cell: (run) => <strong>{words.functionName(appliance.model, run.function)}</strong>,
    },
    {
      key: 'product',
      title: page('arg.product'),
      cell: ({ product, lot }) => [product, lot].filter(Boolean).join(' · ') || '–',
    },
    { key: 'started', title: t('started'), cell: (run) => format.dateTime(run.startedAt, appliance.lab?.timeZone) },
    {
      key: 'duration',
      title: t('duration'),
      align: 'end',
      cell: ({ startedAt, endedAt }) => format.duration((endedAt ?? now_ms) - startedAt),
    },
    {
      key: 'state',
      title: t('state'),
      cell: (run) => (run.stoppedBy ? stopped(run.stoppedBy) : t(`state.${run.state}`)),
    },
    {
      key: 'verdict',
      title: t('verdict'),
      // There is nothing to open before the first revision, which brings the verdict.
      cell: (run) =>
        run.batchId && run.verdict !== null ? (
          <Link
            className={styles.link}
            to={pathOf('haccp-reports-historyback', { serialNumber: appliance.serialNumber })}
            search={{ batch: run.batchId }}
          >
            {verdictOf(run)}
          </Link>
        ) : (
          '–'
        ),
    },
  ];
}
