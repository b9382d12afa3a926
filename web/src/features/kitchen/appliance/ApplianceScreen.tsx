import { type Appliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { pathOf } from '@brina/contract/screens';
import { familyOf, modelRow } from '@brina/domain/appliance/families/families';
import { second_ms } from '@brina/domain/language/durations';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { AbsentAppliance, useOpenedAppliance } from '../../../appliance/AbsentAppliance.tsx';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { activeAlarms } from '../../../appliance/appliance-state.ts';
import { Overview } from '../../../appliance/Overview.tsx';
import { timedIn } from '../../../appliance/trays.ts';
import { useRunLive } from '../../../appliance/use-run-live.ts';
import { comesLater } from '../../../lib/comes-later.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLiveState } from '../../../lib/live-state.ts';
import { useMessages } from '../../../lib/messages.ts';
import { refresh } from '../../../lib/query.ts';
import { useNow } from '../../../lib/use-now.ts';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { CurveCard } from '../charts/CurveCard.tsx';
import { CommandResults } from '../controls/CommandResults.tsx';
import { Controls } from '../controls/Controls.tsx';
import { type CommandHandle, useCommand } from '../controls/use-command.ts';
import { CycleActions } from '../cycles/CycleActions.tsx';
import styles from './ApplianceScreen.module.css';
import { applianceTexts } from './appliance-texts.ts';
import { AlarmList } from './parts/AlarmList.tsx';
import { AnomalyNotice } from './parts/AnomalyNotice.tsx';
import { LinkButtons } from './parts/LinkButtons.tsx';
import { MachineFacts } from './parts/MachineFacts.tsx';

// Menus and dialogs come after the page.
const OptionsMenu = lazy(async () => ({ default: (await import('./parts/OptionsMenu.tsx')).OptionsMenu }));
const ReleasedDialog = lazy(async () => ({ default: (await import('./parts/ReleasedDialog.tsx')).ReleasedDialog }));

// Seldom is there something to tell.
const NoticeNotes = comesLater(async () => {
  const { NoticeNotes: Part, messages: texts } = await import('./parts/NoticeNotes.tsx');
  return { Part, messages: texts };
});

// A view comes with its words when it is chosen.
const ProofingCard = comesLater(async () => {
  const { ProofingCard: Part, messages: texts } = await import('../proofing/ProofingCard.tsx');
  return { Part, messages: texts };
});
const TrayCard = comesLater(async () => {
  const { TrayCard: Part, messages: texts } = await import('../cycles/TrayCard.tsx');
  return { Part, messages: texts };
});
const AdvancedTab = comesLater(async () => {
  const { AdvancedTab: Part, messages: texts } = await import('./parts/AdvancedTab.tsx');
  return { Part, messages: texts };
});
const InfoTab = comesLater(async () => {
  const { InfoTab: Part, messages: texts } = await import('./parts/InfoTab.tsx');
  return { Part, messages: texts };
});
const AlarmsTab = comesLater(async () => {
  const { AlarmsTab: Part, messages: texts } = await import('./parts/AlarmsTab.tsx');
  return { Part, messages: texts };
});
const NotificationsTab = comesLater(async () => {
  const { NotificationsTab: Part, messages: texts } = await import('./parts/NotificationsTab.tsx');
  return { Part, messages: texts };
});

const PanelQuestion = comesLater(async () => {
  const { PanelQuestion: Part, messages: texts } = await import('../schedules/PanelQuestion.tsx');
  return { Part, messages: texts };
});

/** Texts to have before the page is shown. */
export const messages = applianceTexts;

/**
 * One appliance (S2.23): what it does and measures now stands above the tabs, with what starts and stops it; the tab stands in the
 * URL. What its model is fitted for decides what is shown (S1.5, S1.6).
 */
export function ApplianceScreen() {
  const { serialNumber = '' } = useParams({ strict: false });
  const client = useQueryClient();
  const navigate = useNavigate();
  const [releasedCode, setReleasedCode] = useState<string | null>(null);
  const leave = async () => {
    await navigate({ to: pathOf('dashboard') });
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
  const { appliance, absence } = useOpenedAppliance(serialNumber);
  if (appliance) return <LoadedAppliance key={serialNumber} appliance={appliance} onReleased={onReleased} />;
  return (
    <AbsentAppliance
      absence={absence}
      loading={
        <div className={styles.page} role="status" aria-label={t('loading')}>
          <Skeleton height={190} />
          <Skeleton height={420} />
        </div>
      }
    />
  );
}

const tabKeys = ['state', 'advanced', 'info', 'alarms', 'notifications'] as const;
type TabKey = (typeof tabKeys)[number];

function LoadedAppliance({ appliance, onReleased }: { appliance: Appliance } & Release) {
  const { t } = useMessages(applianceMessages);
  const live = useLiveState();
  const command = useCommand(appliance);
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab = tabKeys.find((key) => key === search.tab) ?? 'state';
  useRunLive(appliance);
  const choose = (next: TabKey) =>
    void navigate({ to: '.', search: next === 'state' ? {} : { tab: next }, replace: true });
  return (
    <Screen
      title={appliance.name}
      actions={
        <>
          <LinkButtons appliance={appliance} />
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
          <Asked appliance={appliance} command={command} />
          {appliance.notices.length > 0 && (
            <Suspense>
              <NoticeNotes appliance={appliance} />
            </Suspense>
          )}
          <CommandResults appliance={appliance} command={command} />
          {appliance.anomaly && (
            <AnomalyNotice appliance={appliance} isAboveAdvice={tab === 'state' || tab === 'alarms'} />
          )}
          {!modelRow(appliance.model) && <Notice kind="info">{t('unknownModel')}</Notice>}
        </>
      }
    >
      <Overview appliance={appliance} actions={<CycleActions appliance={appliance} command={command} />} />
      <Tabs
        label={t('tabs')}
        value={tab}
        tabs={tabKeys.map((value) => ({ value, label: t(`tab.${value}`), ...hintOf(value, appliance) }))}
        onChange={choose}
      >
        <Suspense fallback={<Skeleton height={420} />}>
          <TabContent tab={tab} appliance={appliance} command={command} />
        </Suspense>
      </Tabs>
    </Screen>
  );
}

/** How many alarms are on, beside the word: alarms alone, as tiles and menu count them. */
function hintOf(tab: TabKey, appliance: Appliance): { hint?: string } {
  const active = tab === 'alarms' ? activeAlarms(appliance).filter(({ loud }) => loud).length : 0;
  return active > 0 ? { hint: String(active) } : {};
}

function TabContent({ tab, appliance, command }: { tab: TabKey; appliance: Appliance; command: CommandHandle }) {
  switch (tab) {
    case 'state':
      return <StateTab appliance={appliance} command={command} />;
    case 'advanced':
      return <AdvancedTab appliance={appliance} />;
    case 'info':
      return <InfoTab appliance={appliance} />;
    case 'alarms':
      return <AlarmsTab appliance={appliance} />;
    case 'notifications':
      return <NotificationsTab appliance={appliance} />;
  }
}

function StateTab({ appliance, command }: { appliance: Appliance; command: CommandHandle }) {
  return (
    <div className={styles.page}>
      <AlarmList appliance={appliance} />
      {familyOf(appliance.model)?.proofing && (
        <Suspense fallback={<Skeleton height={180} />}>
          <ProofingCard appliance={appliance} command={command} />
        </Suspense>
      )}
      {timedIn(appliance) && (
        <Suspense fallback={<Skeleton height={220} />}>
          <TrayCard appliance={appliance} command={command} />
        </Suspense>
      )}
      <Controls appliance={appliance} command={command} />
      <div className={styles.columns}>
        <CurveCard appliance={appliance} />
        <MachineFacts appliance={appliance} />
      </div>
    </div>
  );
}

/** What the panel asks for, as long as it does: planned starts. */
function Asked({ appliance, command }: { appliance: Appliance; command: CommandHandle }) {
  const proposals = command.latest.filter(({ name, state }) => name === 'proposeStart' && state === 'accepted');
  if (proposals.length === 0) return null;
  return (
    <Suspense>
      <PanelQuestion appliance={appliance} proposals={proposals} />
    </Suspense>
  );
}

/** Says since when nothing was heard of the appliance. */
function OfflineNotice({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  const moment = useNow(10 * second_ms);
  const { online, lastSeenAt } = appliance;
  if (online) return null;
  return (
    <Notice kind="offline">
      {lastSeenAt === null ? t('neverSeen') : t('valuesFrom', { ago: format.ago(moment - lastSeenAt) })}
    </Notice>
  );
}
