import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import { pathOf } from '@brina/contract/screens';
import { knownModel } from '@brina/domain/appliance/families/families';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { planFor } from '@brina/domain/cycles/cycle-plan';
import { day_ms, second_ms } from '@brina/domain/language/durations';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useId } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import {
  chamberOf,
  coreOf,
  progressOf,
  thermalToneOf,
  toneOf,
  valueToneOf,
} from '../../../appliance/appliance-state.ts';
import { CoreForecast } from '../../../appliance/CoreForecast.tsx';
import { useRunLive } from '../../../appliance/use-run-live.ts';
import { useStateWords } from '../../../appliance/use-state-words.ts';
import { useTimeWords } from '../../../appliance/use-time-words.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useNow, useSpanEnd } from '../../../lib/use-now.ts';
import { BigNumber } from '../../../ui/BigNumber.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ProgressLine } from '../../../ui/ProgressLine.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CommandResults } from '../controls/CommandResults.tsx';
import { useCommand } from '../controls/use-command.ts';
import { ApplianceGate, BackToAppliance } from './ApplianceGate.tsx';
import { CycleActions } from './CycleActions.tsx';
import styles from './CyclePages.module.css';
import { cyclePageMessages } from './cycle-pages.messages.ts';
import { cycleTexts } from './cycle-texts.ts';
import { RunTimeline } from './parts/RunTimeline.tsx';

// The curve comes after the numbers.
const CurveCard = lazy(async () => ({ default: (await import('../charts/CurveCard.tsx')).CurveCard }));

/** Texts to have before the page is shown. */
export const messages = [...cycleTexts, cyclePageMessages];

/** The running cycle of a multi-function blast chiller, large enough to read across the kitchen (S2.38, S4.14). */
export function CycleScreen() {
  return <ApplianceGate family="MF">{(appliance) => <RunningCycle appliance={appliance} />}</ApplianceGate>;
}

function RunningCycle({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(cyclePageMessages);
  const { t: page } = useMessages(applianceMessages);
  const words = useStateWords();
  const command = useCommand(appliance);
  useRunLive(appliance);
  const { cycle, status, serialNumber } = appliance;
  const runs = cycle !== null && (status === 'running' || status === 'ended');
  return (
    <Screen
      title={runs ? words.functionName(appliance.model, cycle.function) : appliance.name}
      lead={runs ? <span className={styles.lead}>{appliance.name}</span> : undefined}
      actions={<BackToAppliance serialNumber={serialNumber} />}
      state={runs ? 'ready' : 'empty'}
      notice={
        <>
          {!appliance.online && <Notice kind="offline">{page('whyOffline')}</Notice>}
          <CommandResults appliance={appliance} command={command} />
        </>
      }
      empty={
        <EmptyState
          icon={IconPlayerPlay}
          title={t('noneRunning')}
          action={
            appliance.may.command && (
              <Button renderRoot={(root) => <Link {...root} to={pathOf('appliance-mf-cycle-def', { serialNumber })} />}>
                {page('start')}
              </Button>
            )
          }
        />
      }
    >
      {cycle && (
        <>
          <CycleNumbers appliance={appliance} />
          <CycleActions appliance={appliance} command={command} />
          <PhaseCard appliance={appliance} cycle={cycle} />
          <Suspense fallback={<Skeleton height={420} />}>
            <CurveCard appliance={appliance} />
          </Suspense>
        </>
      )}
    </Screen>
  );
}

/** Core, chamber and the time that is left. */
function CycleNumbers({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const { elapsed } = useTimeWords();
  const format = useFormat();
  const progress = progressOf(appliance, useNow(10 * second_ms));
  const tone = toneOf(appliance);
  const target = appliance.cycle?.coreTarget ?? null;
  return (
    <Card tone={tone === 'alarm' || tone === 'offline' ? tone : 'plain'}>
      <dl className={styles.numbers}>
        <div>
          <dt>{t('core')}</dt>
          <dd>
            <BigNumber text={format.temperature(coreOf(appliance))} tone={thermalToneOf(appliance)} />
            {target !== null && <small>{t('coreTarget', { value: format.temperature(target) })}</small>}
          </dd>
        </div>
        <div>
          <dt>{t('chamber')}</dt>
          <dd>
            <BigNumber text={format.temperature(chamberOf(appliance))} tone={thermalToneOf(appliance)} />
          </dd>
        </div>
        {progress && (
          <div>
            <dt>{elapsed(progress.gone_ms)}</dt>
            <dd>
              <span className={styles.left}>
                {progress.left_ms === null ? '–' : t('remaining', { time: format.duration(progress.left_ms) })}
              </span>
            </dd>
          </div>
        )}
      </dl>
      {progress && <ProgressLine share={progress.share} tone={valueToneOf(appliance)} label={t('progress')} />}
      <CoreForecast appliance={appliance} />
    </Card>
  );
}

/** The phases of the run as the unit told them, else those its function runs by default. */
function PhaseCard({ appliance, cycle }: { appliance: Appliance; cycle: NonNullable<Appliance['cycle']> }) {
  const { t } = useMessages(cyclePageMessages);
  const heading = useId();
  const to = useSpanEnd();
  const { data } = useQuery({
    ...callQuery(listCycles, { params: { id: appliance.serialNumber }, query: { from: to - 4 * day_ms, to } }),
    enabled: appliance.may.readCycles,
  });
  const known = knownModel(appliance.model);
  const told = data?.find(({ id }) => id === cycle.batchId || id === cycle.runId)?.plan as readonly PhasePlan[] | null;
  const plan = told ?? (known ? planFor(known.family, { function: cycle.function }, known.model) : []);
  if (plan.length === 0) return null;
  return (
    <Card as="section" labelledBy={heading}>
      <h2 id={heading} className={styles.title}>
        {t('phases')}
      </h2>
      <RunTimeline appliance={appliance} plan={plan} running={cycle.phaseIndex} startedAt={cycle.startedAt} />
    </Card>
  );
}
