import { type BatchSummary, listBatches } from '@brina/contract/calls/record/haccp';
import { pathOf } from '@brina/contract/screens';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { holdMessages } from '@brina/contract/words/hold.messages';
import { recordMessages } from '@brina/contract/words/record.messages';
import { sheetCatalogues } from '@brina/contract/words/record-sheet';
import { leavesRecords } from '@brina/domain/appliance/families/families';
import { stateMessages } from '@brina/domain/appliance/states.messages';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { isLocalMinute } from '@brina/domain/language/local-minute';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconClipboardCheck, IconFileOff, IconFileSearch, IconSnowflake } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { useAppliance } from '../../../lib/appliances.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useSearchTexts } from '../../../lib/search-texts.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useUser } from '../../../lib/use-user.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { actionMessages } from '../actions/actions.messages.ts';
import { remarkMessages } from '../remarks/remarks.messages.ts';
import { signMessages } from '../signatures/sign.messages.ts';
import styles from './HaccpListScreen.module.css';
import { HaccpRecordScreen } from './HaccpRecordScreen.tsx';
import { HoldDayScreen } from './HoldDayScreen.tsx';
import { readPeriod, stretchOf, verdictStateOf } from './haccp.data.ts';
import { haccpMessages } from './haccp.messages.ts';
import { HoldDays, useHoldDays } from './parts/HoldDays.tsx';
import { OtherRecord } from './parts/OtherRecord.tsx';
import { PaperList } from './parts/PaperList.tsx';
import { PeriodChoice } from './parts/PeriodChoice.tsx';
import { UnitChecks } from './parts/UnitChecks.tsx';
import { UnitPlan } from './parts/UnitPlan.tsx';
import { Verdicts } from './parts/Verdicts.tsx';
import { useBatchName } from './use-batch-name.ts';
import { useMinutesBeside } from './use-minutes-beside.ts';

/** Texts to have before the screen is shown. */
export const messages = [
  ...Object.values(sheetCatalogues),
  haccpMessages,
  actionMessages,
  remarkMessages,
  signMessages,
  applianceMessages,
  errorMessages,
  holdMessages,
  holdingMessages,
  controlMessages,
  stateMessages,
];

/**
 * The HACCP reports of an appliance: its batches and the days of what it held; with `?batch=` or `?day=` in the URL, one of them (S2.24), with
 * `?plan=` the food-safety plan of its kitchen (B2.3), with `?checks=` the checks of its core probes (B2.7).
 */
export function HaccpListScreen() {
  const { serialNumber = '' } = useParams({ strict: false });
  const { batch, day, zone, plan, checks } = useSearchTexts();
  if (checks) return <UnitChecks serialNumber={serialNumber} />;
  if (plan) return <UnitPlan serialNumber={serialNumber} />;
  if (batch) return <HaccpRecordScreen serialNumber={serialNumber} batchId={batch} />;
  if (day && isLocalMinute(`${day}T00:00`))
    return <HoldDayScreen serialNumber={serialNumber} day={day} zone={zone === 'lower' ? 2 : 1} />;
  return <BatchList serialNumber={serialNumber} />;
}

/** The batches of the period that the URL names; `fault` where it is none, and then nothing is asked for. */
function useBatches(serialNumber: string) {
  const minute = useNow(minute_ms);
  const format = useFormat();
  const { data: appliance, isPending } = useAppliance(serialNumber);
  const timeZone = appliance?.lab?.timeZone ?? format.reader.timeZone;
  const period = readPeriod(useSearchTexts(), minute, timeZone);
  const { from, to, fault } = stretchOf(period, minute + minute_ms, timeZone);
  const batches = useQuery({
    ...callQuery(listBatches, { params: { serial: serialNumber }, query: { from, to } }),
    placeholderData: keepPreviousData,
    // Days of one's own are the kitchen's, which the appliance tells.
    enabled: !fault && !(period.key === 'custom' && isPending),
  });
  return { appliance, timeZone, period, fault, from, to: Math.min(to, minute), ...batches };
}

/** The days beside the batches, and how both stand together. */
function useWhole(
  serialNumber: string,
  batches: Pick<ReturnType<typeof useBatches>, 'appliance' | 'fault' | 'from' | 'to' | 'data' | 'error' | 'refetch'>,
) {
  const { appliance, fault, from, to, ...asked } = batches;
  const holding = useHoldDays(serialNumber, { from, to: to + minute_ms }, !fault && appliance !== undefined);
  const days = holding.data ?? [];
  // A cabinet or a prover has days alone.
  const isCabinet = appliance !== undefined && !leavesRecords(appliance.model);
  const all = isCabinet ? holding : asked;
  const isEmpty = all.data?.length === 0 && days.length === 0;
  // What was shown before is not of days that are no period.
  const state: 'empty' | 'ready' | 'error' | 'loading' =
    fault || isEmpty ? 'empty' : all.data ? 'ready' : all.error ? 'error' : 'loading';
  return { days, isCabinet, all, state };
}

function BatchList({ serialNumber }: { serialNumber: string }) {
  const { t } = useMessages(haccpMessages);
  const { t: rule } = useMessages(ruleMessages);
  const nameOf = useBatchName();
  const user = useUser();
  const failure = useFailure();
  const navigate = useNavigate();
  const { appliance, timeZone, period, fault, from, to, data, error, refetch } = useBatches(serialNumber);
  const { days, isCabinet, all, state } = useWhole(serialNumber, { appliance, fault, from, to, data, error, refetch });
  const minutes = useMinutesAgainstLimit();
  const columns = useColumns(appliance);

  return (
    <Screen
      title={t('title')}
      lead={<BackLink serialNumber={serialNumber} name={appliance?.name ?? serialNumber} />}
      actions={all.data && <Links isCabinet={isCabinet} />}
      state={state}
      notice={
        <PeriodChoice
          period={period}
          fault={fault}
          onChange={(next) => void navigate({ to: '.', search: next, replace: true })}
        />
      }
      loading={
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={320} />
        </div>
      }
      error={<ErrorState {...failure(all.error, all.refetch, t('loadFailed'))} />}
      empty={
        isCabinet && !fault ? (
          <NoDays serialNumber={serialNumber} />
        ) : (
          // What is wrong with the days stands at their field.
          !fault && (
            <EmptyState icon={IconFileSearch} title={t('empty')}>
              <p>{t('emptyHint')}</p>
            </EmptyState>
          )
        )
      }
    >
      {!isCabinet && (
        <DataTable label={t('title')} columns={columns} rows={data ?? []} rowKey={(batch) => batch.batchId} />
      )}
      {(isCabinet || days.length > 0) && <HoldDays serialNumber={serialNumber} days={days} isAlone={isCabinet} />}
      {appliance && data && user && !isCabinet && (
        <PaperList
          head={{
            company: user.company?.name ?? '',
            kitchen: appliance.lab?.name ?? '–',
            appliance: appliance.name,
            model: appliance.model,
            serialNumber,
            timeZone,
            from,
            to,
          }}
          batches={data}
          functionName={(batch) => nameOf(appliance.model, batch)}
          verdictWord={(batch) => verdictWords(batch, t, rule)}
          minutes={minutes}
        />
      )}
    </Screen>
  );
}

/** The ways to what records rest on: the plan, and the checks of core probes, which a cabinet has none of. */
const Links = ({ isCabinet }: { isCabinet: boolean }) => (
  <>
    {!isCabinet && <ChecksLink />}
    <PlanLink />
  </>
);

/** The way to the plan by which the records are judged. */
function PlanLink() {
  const { t: of } = useMessages(recordMessages);
  return (
    <Button
      variant="default"
      leftSection={<IconClipboardCheck size={20} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="." search={{ plan: 'kitchen' }} />}
    >
      {of('plan')}
    </Button>
  );
}

/** The way to the checks of its core probes, on which its records rest. */
function ChecksLink() {
  const { t } = useMessages(haccpMessages);
  return (
    <Button
      variant="default"
      leftSection={<IconSnowflake size={20} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="." search={{ checks: 'probes' }} />}
    >
      {t('checks')}
    </Button>
  );
}

/** A cabinet or prover without a day in the period: when there will be one, and where its temperature stands. */
function NoDays({ serialNumber }: { serialNumber: string }) {
  const { t } = useMessages(haccpMessages);
  const { t: hold } = useMessages(holdMessages);
  return (
    <EmptyState
      icon={IconFileOff}
      title={hold('empty')}
      action={
        <Button
          renderRoot={(props) => (
            <Link {...props} to={pathOf('appliance-details', { serialNumber })} search={{ range: '24h' }} />
          )}
        >
          {t('lastDay')}
        </Button>
      }
    >
      <p>{hold('emptyHint')}</p>
    </EmptyState>
  );
}

/** The verdicts in words. */
function verdictWords(batch: BatchSummary, t: Words, rule: RuleWords): string {
  const state = verdictStateOf(batch);
  const word = state === 'running' || state === 'waiting' || state === 'removed' ? t(state) : rule(`verdict.${state}`);
  const { review } = batch;
  return review && !review.reviewed ? `${word} (${t('before')} ${rule(`verdict.${review.formerVerdict}`)})` : word;
}

type Words = ReturnType<typeof useMessages<(typeof haccpMessages)['texts']>>['t'];
type RuleWords = ReturnType<typeof useMessages<(typeof ruleMessages)['texts']>>['t'];

/** "80.6 min of 90 min", or a dash where nothing was judged. */
function useMinutesAgainstLimit(): (batch: BatchSummary) => string {
  const { t } = useMessages(recordMessages);
  const format = useFormat();
  const minutesBeside = useMinutesBeside();
  return ({ minutes, limit_min }) =>
    minutes === null || limit_min === null
      ? '–'
      : t('minutesOf', { minutes: minutesBeside(minutes, limit_min), limit: format.quantity(limit_min, 'min') });
}

function useColumns(appliance: ReturnType<typeof useAppliance>['data']): Column<BatchSummary>[] {
  const { t } = useMessages(recordMessages);
  const nameOf = useBatchName();
  const format = useFormat();
  const minutes = useMinutesAgainstLimit();
  const start = (at: number) => format.dateTime(at, appliance?.lab?.timeZone);
  return [
    {
      key: 'startedAt',
      title: t('startedAt'),
      // There is nothing to open before the first revision.
      cell: ({ batchId, startedAt, revision }) =>
        revision === 0 ? start(startedAt) : <OtherRecord batchId={batchId}>{start(startedAt)}</OtherRecord>,
    },
    {
      key: 'function',
      title: t('function'),
      cell: (batch) => (appliance ? nameOf(appliance.model, batch) : ''),
    },
    {
      key: 'product',
      title: t('product'),
      cell: ({ product, lot }) => [product, lot].filter((text) => text !== null).join(', ') || '–',
    },
    { key: 'timeTaken', title: t('timeTaken'), align: 'end', cell: minutes },
    { key: 'verdict', title: t('verdict'), cell: (batch) => <Verdicts batch={batch} /> },
  ];
}

/** The way back: to the page one came from where the path says so (S2.40), else to the appliance. */
function BackLink({ serialNumber, name }: { serialNumber: string; name: string }) {
  const { t } = useMessages(haccpMessages);
  const router = useRouter();
  const cameFromAppliance = router.state.location.pathname === pathOf('haccp-reports-historyback', { serialNumber });
  return (
    <p className={styles.lead}>
      <Link
        className={styles.back}
        to={pathOf('appliance-details', { serialNumber })}
        onClick={(event) => {
          if (!cameFromAppliance || !router.history.canGoBack()) return;
          event.preventDefault();
          router.history.back();
        }}
      >
        <IconArrowLeft size={18} aria-hidden />
        {cameFromAppliance ? t('back') : name}
      </Link>
      {cameFromAppliance && <span>{name}</span>}
    </p>
  );
}
