import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { type CycleRun, listCycles } from '@brina/contract/calls/kitchen/cycles';
import { pathOf } from '@brina/contract/screens';
import { stoppedByMessages } from '@brina/domain/cycles/stopped-by.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { day_ms } from '@brina/domain/language/durations';
import { IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { useStateWords } from '../../../appliance/use-state-words.ts';
import { useStoppedBy } from '../../../appliance/use-stopped-by.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useListPages } from '../../../lib/use-list-pages.ts';
import { useSpanEnd } from '../../../lib/use-now.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { MenuOnDemand } from '../../../ui/MenuOnDemand.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { CommandHandle } from '../controls/use-command.ts';
import styles from '../cycles/CyclePages.module.css';
import { placed } from '../library/placed.ts';
import { Took } from '../library/Took.tsx';
import { tookMessages } from '../library/took.messages.ts';
import { useExpected } from '../library/use-expected.ts';
import { ranMessages } from './ran.messages.ts';

const RunMenu = lazy(async () => ({ default: (await import('./parts/RunMenu.tsx')).RunMenu }));

/** Texts to have before the view is shown. */
export const messages = [ranMessages, tookMessages, ruleMessages, listMessages, stoppedByMessages];

const none: readonly CycleRun[] = [];
const periods = { '7d': 7, '30d': 30, '90d': 90 } as const;
const periodKeys = Object.keys(periods) as readonly (keyof typeof periods)[];

type Given = { appliance: Appliance; command: CommandHandle };

/** The cycles that ran on an appliance, with the verdict on their food; each can be run again or kept in the library (S2.41, S1.6). */
export function RanCycles({ appliance, command }: Given) {
  const { t } = useMessages(ranMessages);
  const { t: page } = useMessages(applianceMessages);
  const failure = useFailure();
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
  const columns = useColumns({ appliance, command }, pages.rows);
  return (
    <div className={styles.form}>
      <div className={styles.runs}>
        <h2 className={styles.title}>{t('runs')}</h2>
        <Segments
          label={page('range')}
          hideLabel
          value={period}
          segments={periodKeys.map((value) => ({ value, label: t(`period.${value}`) }))}
          onChange={(next) => void navigate({ to: '.', search: { period: next }, replace: true })}
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

function useColumns({ appliance, command }: Given, shown: readonly CycleRun[]): Column<CycleRun>[] {
  const { t } = useMessages(ranMessages);
  const { t: page } = useMessages(applianceMessages);
  const { t: rule, has } = useMessages(ruleMessages);
  const stopped = useStoppedBy();
  const format = useFormat();
  const { serialNumber, lab, model } = appliance;
  const expected = useExpected(shown.map((run) => ({ ...run, model })));
  const started = ({ startedAt }: CycleRun) => format.dateTime(startedAt, lab?.timeZone);
  const verdictOf = ({ verdict }: CycleRun) => {
    const key = `verdict.${verdict}` as const;
    return has(key) ? rule(key) : t('record');
  };
  return [
    { key: 'cycle', title: t('cycle'), plain: true, cell: (run) => <WhatRan appliance={appliance} run={run} /> },
    {
      key: 'product',
      title: page('arg.product'),
      cell: ({ product, lot }) => [product, lot].filter(Boolean).join(' · ') || '–',
    },
    { key: 'started', title: t('started'), cell: started },
    {
      key: 'duration',
      title: t('duration'),
      align: 'end',
      cell: (run) => <Took run={run} expected_min={expected.get(run.id)} />,
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
            to={pathOf('haccp-reports-historyback', { serialNumber })}
            search={{ batch: run.batchId }}
          >
            {verdictOf(run)}
          </Link>
        ) : (
          '–'
        ),
    },
    {
      key: 'more',
      title: '',
      align: 'end',
      plain: true,
      cell: (run) => (
        <MenuOnDemand label={t('more', { when: started(run) })}>
          <RunMenu appliance={appliance} command={command} run={run} />
        </MenuOnDemand>
      ),
    },
  ];
}

/** The cycle of the library that ran and its version, which lead to it; else the function. */
function WhatRan({ appliance, run }: { appliance: Appliance; run: CycleRun }) {
  const { t } = useMessages(ranMessages);
  const words = useStateWords();
  const { recipe } = run;
  const functionName = words.functionName(appliance.model, run.function);
  if (!recipe) return <strong>{functionName}</strong>;
  const { id, title, version, newest, differs } = recipe;
  const place = placed(pathOf('recipe-overview', { recipeId: id }), appliance.serialNumber);
  return (
    <>
      {newest === null ? (
        <strong>{title}</strong>
      ) : (
        <Link className={styles.link} to={place} search={version === newest ? {} : { version }}>
          {title}
        </Link>
      )}
      <div className={styles.note}>
        {[functionName, t('version', { n: version }), differs && t('differs', { n: version })]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </>
  );
}
