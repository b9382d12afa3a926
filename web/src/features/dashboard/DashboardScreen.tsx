import { listAppliances } from '@brina/contract/appliances';
import { errorMessages } from '@brina/contract/errors.messages';
import { fieldMessages } from '@brina/contract/fields.messages';
import { listLaboratories } from '@brina/contract/laboratories';
import { alarmMessages } from '@brina/domain/alarms.messages';
import { messageLife_ms } from '@brina/domain/constants';
import { familyMessages } from '@brina/domain/families/families.messages';
import { functionMessages } from '@brina/domain/functions.messages';
import { phaseMessages } from '@brina/domain/phases.messages';
import { Button } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAppliances, useApplianceSerials } from '../../lib/appliances.ts';
import { useErrorText } from '../../lib/errors.ts';
import { useLiveState } from '../../lib/live.ts';
import { useMessages } from '../../lib/messages.ts';
import { callQuery, refresh } from '../../lib/query.ts';
import { useUser } from '../../lib/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SkeletonGrid } from '../../ui/Skeleton.tsx';
import { applianceMessages } from '../appliance/appliance.messages.ts';
import { requestIdOf } from '../appliance/request-id.ts';
import { type DashboardFilter, entryOf, type Kitchen, kitchensOf, readFilter } from './dashboard.data.ts';
import { dashboardMessages } from './dashboard.messages.ts';
import { type AddDialog, AddDialogs } from './parts/AddDialogs.tsx';
import { AlarmSummary } from './parts/AlarmSummary.tsx';
import { Filters } from './parts/Filters.tsx';
import { FirstSteps } from './parts/FirstSteps.tsx';
import { KitchenSection } from './parts/KitchenSection.tsx';
import { StateTiles } from './parts/StateTiles.tsx';

/** Texts to have before the screen is shown. */
export const messages = [
  dashboardMessages,
  applianceMessages,
  alarmMessages,
  familyMessages,
  functionMessages,
  phaseMessages,
  errorMessages,
  fieldMessages,
];

/** The home of a kitchen: every appliance with its live temperature and state, by kitchen (S2.21). */
export function DashboardScreen() {
  const { t } = useMessages(dashboardMessages);
  const errorText = useErrorText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const live = useLiveState();
  // Adding is for customers (S6.1). Of those they invite, administrators add kitchens; appliances are added by the owner only (S6.2).
  const user = useUser();
  const mayAdd = user?.role === 'USER' && user.membership === null;
  const mayAddKitchen = mayAdd || user?.membership?.role === 'ADMIN';

  const filter = readFilter(useSearch({ strict: false }));
  const setFilter = (next: DashboardFilter) => void navigate({ to: '.', search: next, replace: true });
  const [dialog, setDialog] = useState<AddDialog | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const forget = useTimeout(() => setDone(null), messageLife_ms * 2);
  const announce = (sentence: string) => {
    setDone(sentence);
    forget.start();
  };

  const serials = useApplianceSerials();
  const laboratories = useQuery(callQuery(listLaboratories, {}));
  const entries = useAppliances((appliances) => appliances.map(entryOf));
  const labs = laboratories.data ?? [];
  const failed = serials.error ?? laboratories.error;
  const loaded = serials.data && laboratories.data;
  const empty = serials.data?.length === 0 && labs.length === 0;
  const state = loaded ? (empty ? 'empty' : 'ready') : failed ? 'error' : 'loading';

  const addKitchen = () => setDialog({ kind: 'kitchen' });
  const addFirstKitchen = () => setDialog({ kind: 'kitchen', next: 'appliance' });
  const addAppliance = () =>
    labs.length === 0
      ? addFirstKitchen()
      : setDialog({ kind: 'appliance', ...(filter.kitchen ? { labId: filter.kitchen } : {}) });

  return (
    <>
      <Screen
        title={t('title')}
        state={state}
        actions={
          mayAddKitchen &&
          state === 'ready' && (
            <>
              <Button variant="default" onClick={addKitchen}>
                {t('addKitchen')}
              </Button>
              {mayAdd && (
                <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={addAppliance}>
                  {t('addAppliance')}
                </Button>
              )}
            </>
          )
        }
        notice={
          <>
            {live === 'lost' && state === 'ready' && <Notice kind="offline">{t('connectionLost')}</Notice>}
            {done && <Notice kind="success">{done}</Notice>}
          </>
        }
        loading={<SkeletonGrid label={t('loading')} cards={8} height={246} />}
        error={
          <ErrorState
            title={failed ? `${t('loadFailed')} ${errorText(failed)}` : ''}
            trace={requestIdOf(failed) && t('trace', { id: requestIdOf(failed) ?? '' })}
            retryLabel={t('retry')}
            onRetry={() => void refresh(client, listAppliances, listLaboratories)}
          />
        }
        empty={<FirstSteps onStart={mayAdd ? addFirstKitchen : undefined} />}
      >
        <StateTiles entries={entries} filter={filter} onChange={setFilter} />
        <AlarmSummary />
        <Filters filter={filter} labs={labs} entries={entries} onChange={setFilter} />
        <Kitchens
          kitchens={kitchensOf(entries, labs, filter)}
          onAdd={mayAdd ? addAppliance : undefined}
          onClear={() => setFilter({})}
        />
      </Screen>
      <AddDialogs dialog={dialog} labs={labs} onChange={setDialog} onDone={announce} />
    </>
  );
}

/** The kitchens that the filters leave, or a way back when they leave none. */
function Kitchens(props: { kitchens: readonly Kitchen[]; onAdd: (() => void) | undefined; onClear: () => void }) {
  const { kitchens, onAdd, onClear } = props;
  const { t } = useMessages(dashboardMessages);
  if (kitchens.length > 0) {
    return kitchens.map((kitchen) => <KitchenSection key={kitchen.id ?? ''} kitchen={kitchen} onAdd={onAdd} />);
  }
  return (
    <EmptyState
      icon={IconSearchOff}
      title={t('nothingFound')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      }
    >
      <p>{t('nothingFoundHint')}</p>
    </EmptyState>
  );
}
