import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { modelRow } from '@brina/domain/appliance/families/families';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { hasSlots } from '@brina/domain/cycles/slots';
import { IconLock } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { Overview } from '../../../appliance/Overview.tsx';
import { comesLater } from '../../../lib/comes-later.ts';
import { useMessages } from '../../../lib/messages.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { CommandResults } from '../controls/CommandResults.tsx';
import { type CommandHandle, useCommand } from '../controls/use-command.ts';
import { ApplianceGate, BackToAppliance } from '../cycles/ApplianceGate.tsx';
import { CycleActions } from '../cycles/CycleActions.tsx';
import styles from '../cycles/CyclePages.module.css';
import { cyclePageMessages } from '../cycles/cycle-pages.messages.ts';
import { cycleTexts } from '../cycles/cycle-texts.ts';
import { applianceCycleMessages } from './appliance-cycles.messages.ts';

/** Texts to have before the page is shown. */
export const messages = [...cycleTexts, cyclePageMessages, applianceCycleMessages];

const viewKeys = ['ran', 'scheduled', 'favourites'] as const;
type View = (typeof viewKeys)[number];

/** What is told of an appliance's cycles, each view when it is chosen. */
const views: Readonly<Record<View, ComponentType<{ appliance: Appliance; command: CommandHandle }>>> = {
  ran: comesLater(async () => {
    const { RanCycles, messages: texts } = await import('./RanCycles.tsx');
    return { Part: RanCycles, messages: texts };
  }),
  scheduled: comesLater(async () => {
    const { Schedules, messages: texts } = await import('../schedules/Schedules.tsx');
    return { Part: Schedules, messages: texts };
  }),
  favourites: comesLater(async () => {
    const { Favourites, messages: texts } = await import('../favourites/Favourites.tsx');
    return { Part: Favourites, messages: texts };
  }),
};

/** Favourites are those of a blast chiller, for who runs it. */
function viewsOf({ model, may }: Appliance): readonly View[] {
  const row = modelRow(model);
  return viewKeys.filter((key) => key !== 'favourites' || (may.command && row !== undefined && hasSlots(row)));
}

/** The cycles of an appliance: the one that runs, and those that ran, are planned, or are favourites (S2.41). */
export function CyclesScreen() {
  return <ApplianceGate>{(appliance) => <Cycles appliance={appliance} />}</ApplianceGate>;
}

function Cycles({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceCycleMessages);
  const { t: refusal } = useMessages(refusalMessages);
  const command = useCommand(appliance);
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const offered = viewsOf(appliance);
  const shown = offered.find((key) => key === search.show) ?? 'ran';
  const View = views[shown];
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
        label={t('views')}
        value={shown}
        tabs={offered.map((value) => ({ value, label: t(value) }))}
        onChange={(show) => void navigate({ to: '.', search: show === 'ran' ? {} : { show }, replace: true })}
      >
        <Suspense fallback={<Skeleton height={420} />}>
          <View appliance={appliance} command={command} />
        </Suspense>
      </Tabs>
    </Screen>
  );
}
