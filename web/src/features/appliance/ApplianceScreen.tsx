import { type Appliance, listAppliances } from '@brina/contract/appliances';
import { fieldMessages } from '@brina/contract/fields.messages';
import { errorMessages } from '@brina/contract/errors.messages';
import { listLaboratories } from '@brina/contract/laboratories';
import { alarmMessages } from '@brina/domain/alarms.messages';
import { cycleCan } from '@brina/domain/cycle';
import { familyMessages } from '@brina/domain/families/families.messages';
import { functionMessages } from '@brina/domain/functions.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { metricMessages } from '@brina/domain/metrics.messages';
import { phaseMessages } from '@brina/domain/phases.messages';
import { refusalMessages } from '@brina/domain/refusals.messages';
import { stateMessages } from '@brina/domain/states.messages';
import { Button } from '@mantine/core';
import { IconFileCheck, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useAppliance } from '../../lib/appliances.ts';
import { useNow } from '../../lib/clock.ts';
import { useErrorText } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { useLiveState } from '../../lib/live.ts';
import { useMessages } from '../../lib/messages.ts';
import { refresh } from '../../lib/query.ts';
import { DialogSlot } from '../../ui/DialogSlot.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { applianceMessages } from './appliance.messages.ts';
import styles from './ApplianceScreen.module.css';
import { knownModel } from './cycle-form.ts';
import { AlarmList } from './parts/AlarmList.tsx';
import { CommandNotice } from './parts/CommandNotice.tsx';
import { CurveCard } from './parts/CurveCard.tsx';
import { ApplianceInfo, MachineFacts } from './parts/Facts.tsx';
import { Overview } from './parts/Overview.tsx';
import { requestIdOf } from './request-id.ts';
import { useCommand } from './use-command.ts';

// Menus and dialogs come after the page.
const OptionsMenu = lazy(async () => ({ default: (await import('./parts/OptionsMenu.tsx')).OptionsMenu }));
const ReleasedDialog = lazy(async () => ({ default: (await import('./parts/ReleasedDialog.tsx')).ReleasedDialog }));
const StartCycleDialog = lazy(async () => ({
  default: (await import('./parts/StartCycleDialog.tsx')).StartCycleDialog,
}));

/** Texts to have before the page is shown. */
export const messages = [
  applianceMessages,
  ruleMessages,
  fieldMessages,
  errorMessages,
  alarmMessages,
  familyMessages,
  functionMessages,
  metricMessages,
  phaseMessages,
  refusalMessages,
  stateMessages,
];

/** One appliance: its live state and curve, its cycle started and stopped from here, its alarms and what to do (S1.5, S1.6). */
export function ApplianceScreen() {
  const { serialNumber = '' } = useParams({ strict: false });
  const client = useQueryClient();
  const navigate = useNavigate();
  const [releasedCode, setReleasedCode] = useState<string | null>(null);
  const leave = async () => {
    await navigate({ to: '/' });
    await refresh(client, listAppliances, listLaboratories);
  };
  // The appliance leaves the page as soon as the portal has let go of it; the code of its next owner must not.
  if (releasedCode === null) return <ApplianceBySerial serialNumber={serialNumber} onReleased={setReleasedCode} />;
  return (
    <DialogSlot>
      <ReleasedDialog activationCode={releasedCode} onClose={() => void leave()} />
    </DialogSlot>
  );
}

type Release = { onReleased: (activationCode: string) => void };

function ApplianceBySerial({ serialNumber, onReleased }: { serialNumber: string } & Release) {
  const { t } = useMessages(applianceMessages);
  const errorText = useErrorText();
  const { data: appliance, error, refetch } = useAppliance(serialNumber);
  const state = appliance ? 'ready' : error ? 'error' : 'loading';
  if (appliance) return <LoadedAppliance key={serialNumber} appliance={appliance} onReleased={onReleased} />;
  return (
    <Screen
      title={serialNumber}
      state={state}
      loading={
        <div className={styles.page} role="status" aria-label={t('loading')}>
          <Skeleton height={190} />
          <Skeleton height={420} />
        </div>
      }
      error={
        <ErrorState
          title={error ? `${t('loadFailed')} ${errorText(error)}` : ''}
          trace={requestIdOf(error) && t('trace', { id: requestIdOf(error) ?? '' })}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
        />
      }
    >
      {null}
    </Screen>
  );
}

function LoadedAppliance({ appliance, onReleased }: { appliance: Appliance } & Release) {
  const { t } = useMessages(applianceMessages);
  const live = useLiveState();
  const command = useCommand(appliance.serialNumber);
  return (
    <Screen
      title={appliance.name}
      state="ready"
      loading={null}
      error={null}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconFileCheck size={20} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to="/appliance/$serialNumber/haccp" params={{ serialNumber: appliance.serialNumber }} />
            )}
          >
            {t('haccp')}
          </Button>
          <CycleActions appliance={appliance} command={command} />
          <Suspense>
            <OptionsMenu appliance={appliance} onReleased={onReleased} />
          </Suspense>
        </>
      }
      notice={
        <>
          {live === 'lost' ? (
            <Notice kind="offline">{t('connectionLost')}</Notice>
          ) : (
            <OfflineNotice appliance={appliance} />
          )}
          {command.progress && (
            <CommandNotice appliance={appliance} progress={command.progress} onDismiss={command.dismiss} />
          )}
        </>
      }
    >
      <Overview appliance={appliance} />
      <div className={styles.columns}>
        <div className={styles.page}>
          <AlarmList appliance={appliance} />
          <CurveCard appliance={appliance} />
        </div>
        <div className={styles.page}>
          <MachineFacts appliance={appliance} />
          <ApplianceInfo appliance={appliance} />
        </div>
      </div>
    </Screen>
  );
}

/** Says since when nothing was heard of the appliance. */
function OfflineNotice({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  const moment = useNow(10_000);
  const { online, lastSeenAt } = appliance;
  if (online) return null;
  return (
    <Notice kind="offline">
      {lastSeenAt === null ? t('neverSeen') : t('valuesFrom', { ago: format.ago(moment - lastSeenAt) })}
    </Notice>
  );
}

/** Start and stop, as the state of the cycle allows (S4.14). Who may command at all comes with the data. */
function CycleActions({ appliance, command }: { appliance: Appliance; command: ReturnType<typeof useCommand> }) {
  const { t } = useMessages(applianceMessages);
  const { ask, dialog } = useConfirm(useErrorText());
  const [starting, setStarting] = useState(false);
  const known = knownModel(appliance.model);
  const { status } = appliance;
  if (!appliance.may.command || status === 'off' || status === 'unknown') return null;

  const disabled = !appliance.online;
  const why = disabled ? t('whyOffline') : undefined;
  const askStop = () =>
    ask({
      title: t('stopTitle'),
      body: t('stopBody'),
      confirm: t('stop'),
      cancel: t('keepRunning'),
      tone: 'danger',
      run: () => command.send('stopCycle', {}),
    });
  return (
    <>
      {cycleCan.stop(status) && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={20} aria-hidden />}
          disabled={disabled}
          title={why}
          onClick={askStop}
        >
          {t('stop')}
        </Button>
      )}
      {cycleCan.start(status) && known && (
        <Button
          leftSection={<IconPlayerPlay size={20} aria-hidden />}
          disabled={disabled}
          title={why}
          onClick={() => setStarting(true)}
        >
          {t('start')}
        </Button>
      )}
      {starting && known && (
        <DialogSlot>
          <StartCycleDialog
            appliance={appliance}
            {...known}
            pending={command.isPending}
            onSend={(args) => command.send('startCycle', args)}
            onClose={() => setStarting(false)}
          />
        </DialogSlot>
      )}
      {dialog}
    </>
  );
}
