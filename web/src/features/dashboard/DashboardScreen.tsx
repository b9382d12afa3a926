import { listAppliances } from '@brina/contract/appliances';
import { errorMessages } from '@brina/contract/errors.messages';
import { fieldMessages } from '@brina/contract/fields.messages';
import { type Laboratory, listLaboratories } from '@brina/contract/laboratories';
import { alarmMessages } from '@brina/domain/alarms.messages';
import { messageLife_ms } from '@brina/domain/constants';
import { familyMessages } from '@brina/domain/families/families.messages';
import { functionMessages } from '@brina/domain/functions.messages';
import { phaseMessages } from '@brina/domain/phases.messages';
import { Button } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconFridge, IconPlus, IconSearchOff, IconToolsKitchen2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useAppliances, useApplianceSerials } from '../../lib/appliances.ts';
import { useErrorText } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { useLiveState } from '../../lib/live.ts';
import { useMessages } from '../../lib/messages.ts';
import { callQuery, refresh } from '../../lib/query.ts';
import { useUser } from '../../lib/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { GlanceTiles } from '../../ui/GlanceTiles.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SkeletonGrid } from '../../ui/Skeleton.tsx';
import { type Tone, tones } from '../../ui/tones.ts';
import { applianceMessages } from '../appliance/appliance.messages.ts';
import { requestIdOf } from '../appliance/request-id.ts';
import { countsOf, type DashboardFilter, entryOf, kitchensOf, readFilter } from './dashboard.data.ts';
import { dashboardMessages } from './dashboard.messages.ts';
import { AlarmSummary } from './parts/AlarmSummary.tsx';
import { Filters } from './parts/Filters.tsx';
import { KitchenSection } from './parts/KitchenSection.tsx';

// Dialogs come when they are opened, not with the page.
const AddApplianceDialog = lazy(async () => ({
  default: (await import('./parts/AddApplianceDialog.tsx')).AddApplianceDialog,
}));
const KitchenDialog = lazy(async () => ({ default: (await import('./parts/KitchenDialog.tsx')).KitchenDialog }));

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

/** Tiles for what an appliance can always be; hot and proving get theirs when there is an appliance in it. */
const steadyTiles: readonly Tone[] = ['alarm', 'freeze', 'cold', 'idle', 'offline'];

type Dialog = { kind: 'appliance'; labId?: string } | { kind: 'kitchen'; next?: 'appliance' };

/** The home of a kitchen: every appliance with its live temperature and state, by kitchen (S2.21). */
export function DashboardScreen() {
  const { t } = useMessages(dashboardMessages);
  const { t: word } = useMessages(applianceMessages);
  const format = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const live = useLiveState();
  // Adding is for customers; the calls behind it are open to no other role (S6.1).
  const mayAdd = useUser()?.role === 'USER';

  const filter = readFilter(useSearch({ strict: false }));
  const setFilter = (next: DashboardFilter) => void navigate({ to: '.', search: next, replace: true });
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const forget = useTimeout(() => setDone(null), messageLife_ms * 2);
  const announce = (sentence: string) => {
    setDone(sentence);
    forget.start();
  };

  const serials = useApplianceSerials();
  const laboratories = useQuery(callQuery(listLaboratories, {}));
  const entries = useAppliances((appliances) => appliances.map(entryOf));

  const labs: readonly Laboratory[] = laboratories.data ?? [];
  const kitchens = kitchensOf(entries, labs, filter);
  const counts = countsOf(entries, filter);
  const failed = serials.error ?? laboratories.error;
  const loaded = serials.data && laboratories.data;
  const state = loaded
    ? serials.data.length === 0 && labs.length === 0
      ? 'empty'
      : 'ready'
    : failed
      ? 'error'
      : 'loading';

  const addAppliance = () =>
    setDialog(labs.length === 0 ? { kind: 'kitchen', next: 'appliance' } : { kind: 'appliance', ...labOf(filter) });
  const tiles = tones
    .filter((tone) => steadyTiles.includes(tone) || counts.byTone[tone] > 0 || filter.status === tone)
    .map((tone) => ({
      tone,
      label: tone === 'alarm' || tone === 'offline' ? word(`state.${tone}`) : t(`tile.${tone}`),
      count: format.number(counts.byTone[tone]),
      none: counts.byTone[tone] === 0,
    }));

  return (
    <>
      <Screen
        title={t('title')}
        state={state}
        actions={
          mayAdd &&
          state === 'ready' && (
            <>
              <Button variant="default" onClick={() => setDialog({ kind: 'kitchen' })}>
                {t('addKitchen')}
              </Button>
              <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={addAppliance}>
                {t('addAppliance')}
              </Button>
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
        empty={
          <EmptyState
            icon={IconFridge}
            title={t('emptyTitle')}
            action={
              mayAdd && (
                <Button
                  leftSection={<IconToolsKitchen2 size={20} aria-hidden />}
                  onClick={() => setDialog({ kind: 'kitchen', next: 'appliance' })}
                >
                  {t('addKitchen')}
                </Button>
              )
            }
          >
            {mayAdd ? (
              <ol>
                <li>{t('emptyKitchen')}</li>
                <li>{t('emptyAppliance')}</li>
                <li>{t('emptyWatch')}</li>
              </ol>
            ) : (
              <p>{t('emptyForeign')}</p>
            )}
          </EmptyState>
        }
      >
        <GlanceTiles
          label={t('glance')}
          all={{ label: t('all'), count: format.number(counts.all) }}
          tiles={tiles}
          chosen={filter.status}
          onChoose={(status) => setFilter(withStatus(filter, status))}
        />
        <AlarmSummary />
        <Filters filter={filter} labs={labs} entries={entries} onChange={setFilter} />
        {kitchens.length === 0 ? (
          <EmptyState
            icon={IconSearchOff}
            title={t('nothingFound')}
            action={
              <Button variant="default" onClick={() => setFilter({})}>
                {t('clearFilters')}
              </Button>
            }
          >
            <p>{t('nothingFoundHint')}</p>
          </EmptyState>
        ) : (
          kitchens.map((kitchen) => (
            <KitchenSection key={kitchen.id ?? ''} kitchen={kitchen} onAdd={mayAdd ? addAppliance : undefined} />
          ))
        )}
      </Screen>
      <Suspense>{dialogOf()}</Suspense>
    </>
  );

  function dialogOf() {
    if (dialog?.kind === 'appliance') {
      return (
        <AddApplianceDialog
          labs={labs}
          labId={dialog.labId}
          onClose={() => setDialog(null)}
          onAdded={({ name }) => announce(t('added', { appliance: name }))}
        />
      );
    }
    if (dialog?.kind !== 'kitchen') return null;
    return (
      <KitchenDialog
        onClose={() => setDialog(null)}
        onSaved={({ id, name }) => {
          if (dialog.next) setDialog({ kind: 'appliance', labId: id });
          else announce(t('kitchenAdded', { kitchen: name }));
        }}
      />
    );
  }
}

const labOf = ({ kitchen }: DashboardFilter) => (kitchen ? { labId: kitchen } : {});

function withStatus({ status: _, ...others }: DashboardFilter, status: Tone | undefined): DashboardFilter {
  return status ? { ...others, status } : others;
}
