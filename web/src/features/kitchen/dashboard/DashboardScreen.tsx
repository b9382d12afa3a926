import { type Appliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { type Laboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { alarmMessages } from '@brina/domain/alarms/alarms.messages';
import { familyMessages } from '@brina/domain/appliance/families/families.messages';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { modeMessages } from '@brina/domain/appliance/modes.messages';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { Button } from '@mantine/core';
import { IconDeviceTv, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { useApplianceSerials, useAppliances } from '../../../lib/appliances.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useLiveState } from '../../../lib/live-state.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, refresh } from '../../../lib/query.ts';
import { useFirstPicture } from '../../../lib/use-first-picture.ts';
import { useUser } from '../../../lib/use-user.ts';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { SkeletonGrid } from '../../../ui/Skeleton.tsx';
import styles from './DashboardScreen.module.css';
import { type Entry, entryOf, type Kitchen, kitchensOf } from './dashboard.data.ts';
import { dashboardMessages } from './dashboard.messages.ts';
import { changedSearch, type DashboardSearch, readSearch, type SearchChange } from './dashboard-search.ts';
import type { AddDialog } from './parts/AddDialogs.tsx';
import { AlarmSummary } from './parts/AlarmSummary.tsx';
import { KitchenSection } from './parts/KitchenSection.tsx';
import { StateTiles } from './parts/StateTiles.tsx';

/** Texts to have before the screen is shown. */
export const messages = [
  dashboardMessages,
  applianceMessages,
  alarmMessages,
  familyMessages,
  functionMessages,
  modeMessages,
  phaseMessages,
  errorMessages,
  fieldMessages,
];

// What follows the first picture comes as one.
const following = async () => (await import('./parts/following.tsx')).following;
const Following = lazy(async () => ({ default: (await following()).Following }));
// Seen when the filters leave nothing.
const NothingFound = lazy(async () => ({ default: (await following()).NothingFound }));
// Seen when somebody stands at a poster, and when an appliance was added.
const Notices = lazy(async () => ({ default: (await following()).Notices }));
// Dialogs come when they are opened, not with the page.
const AddDialogs = lazy(async () => ({ default: (await import('./parts/AddDialogs.tsx')).AddDialogs }));
// Seen once by a new company.
const FirstSteps = lazy(async () => ({ default: (await import('./parts/FirstSteps.tsx')).FirstSteps }));
// What else the home can show comes when it is asked for.
const View = lazy(async () => ({ default: (await import('./parts/View.tsx')).View }));

/** The home of a kitchen: every appliance with its live temperature and state, by kitchen (S2.21), the display for its wall, or its food records. */
export function DashboardScreen() {
  const navigate = useNavigate();
  const given: Record<string, unknown> = useSearch({ strict: false });
  const search = useMemo(() => readSearch(given), [given]);
  const change = (by: SearchChange) => void navigate({ to: '.', search: changedSearch(search, by), replace: true });
  if (!search.view) return <Overview search={search} onChange={change} />;
  return (
    <Suspense>
      <View search={search} onChange={change} />
    </Suspense>
  );
}

function Beginning(props: Parameters<typeof FirstSteps>[0]) {
  return (
    <Suspense>
      <FirstSteps {...props} />
    </Suspense>
  );
}

/** Who looks at one kitchen adds to it. */
const onlyKitchen = ({ kitchen: [only, ...others] = [] }: DashboardSearch): { labId?: string } =>
  only !== undefined && others.length === 0 ? { labId: only } : {};

/** All kitchens with their cards, and what narrows and orders them. */
function Overview({ search, onChange }: { search: DashboardSearch; onChange: (change: SearchChange) => void }) {
  const { t } = useMessages(dashboardMessages);
  const failure = useFailure();
  const client = useQueryClient();
  const live = useLiveState();
  // Adding is for customers (S6.1). Of those they invite, administrators add kitchens; appliances are added by the owner only (S6.2).
  const { claim: mayAdd = false, addKitchen: mayAddKitchen = false } = useUser()?.may ?? {};

  const [asked, setAsked] = useState<AddDialog | null>(null);
  const [added, setAdded] = useState<Appliance | null>(null);

  const serials = useApplianceSerials();
  const laboratories = useQuery(callQuery(listLaboratories, {}));
  const entries = useAppliances((appliances) => appliances.map(entryOf));
  const labs = laboratories.data ?? none;
  const failed = serials.error ?? laboratories.error;
  const loaded = serials.data && laboratories.data;
  const empty = serials.data?.length === 0 && labs.length === 0;
  const state = loaded ? (empty ? 'empty' : 'ready') : failed ? 'error' : 'loading';
  const picture = useFirstPicture(state !== 'loading');

  // An appliance stands in a kitchen: the first kitchen comes before the first appliance.
  const firstKitchen: AddDialog = { kind: 'kitchen', next: 'appliance' };
  const appliance: AddDialog = labs.length === 0 ? firstKitchen : { kind: 'appliance', ...onlyKitchen(search) };
  const addAppliance = () => setAsked(appliance);
  // The link of a label opens the dialog by itself, with the code it brings (S1.4).
  const dialog = asked ?? (search.activation && mayAdd && loaded ? appliance : null);
  const ask = (next: AddDialog | null) => {
    setAsked(next);
    if (!next && search.activation) onChange({ activation: undefined });
  };

  return (
    <>
      <Screen
        title={t('title')}
        state={state}
        actions={
          state === 'ready' && (
            <>
              <Button
                className={styles.wall ?? ''}
                variant="default"
                aria-label={t('wall')}
                title={t('wall')}
                onClick={() => onChange({ view: 'wall' })}
              >
                <IconDeviceTv size={22} aria-hidden />
              </Button>
              {mayAddKitchen && (
                <Button variant="default" onClick={() => setAsked({ kind: 'kitchen' })}>
                  {t('addKitchen')}
                </Button>
              )}
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
            {search.activation && !mayAdd && <Notice kind="warning">{t('ownerAdds')}</Notice>}
            <Suspense>{picture !== 'awaited' && <Notices added={added} onClose={() => setAdded(null)} />}</Suspense>
          </>
        }
        loading={<SkeletonGrid label={t('loading')} cards={8} height={272} />}
        error={
          <ErrorState {...failure(failed, () => refresh(client, listAppliances, listLaboratories), t('loadFailed'))} />
        }
        empty={<Beginning onStart={mayAdd ? () => setAsked(firstKitchen) : undefined} />}
      >
        <Glance shown={picture !== 'awaited'} search={search} labs={labs} entries={entries} onChange={onChange} />
        <Kitchens
          entries={entries}
          labs={labs}
          search={search}
          onChange={onChange}
          onAdd={mayAdd ? addAppliance : undefined}
        />
      </Screen>
      <Dialogs dialog={dialog} labs={labs} activation={search.activation} onChange={ask} onAdded={setAdded} />
    </>
  );
}

function Dialogs({
  dialog,
  ...props
}: Omit<Parameters<typeof AddDialogs>[0], 'dialog'> & { dialog: AddDialog | null }) {
  return <DialogSlot>{dialog && <AddDialogs dialog={dialog} {...props} />}</DialogSlot>;
}

/**
 * The appliances at a glance, what narrows them, and the cycles that somebody runs most; nothing while there are none. The filters weigh as
 * much as all cards together: they follow the first picture into the line kept for them.
 */
function Glance({ shown, ...props }: Parameters<typeof Following>[0] & { shown: boolean }) {
  const { entries, search, onChange } = props;
  if (entries.length === 0) return null;
  const place = <div className={styles.filters} />;
  return (
    <>
      <StateTiles entries={entries} filter={search} onChange={onChange} />
      <AlarmSummary />
      {shown ? (
        <Suspense fallback={place}>
          <Following {...props} />
        </Suspense>
      ) : (
        place
      )}
    </>
  );
}

/** Cards of the first picture, more than a screen has. The rest follow in slices of a few ms, so that even two hundred hold up nobody who scrolls or types. */
const cards_first = matchMedia('(max-width: 48em)').matches ? 8 : 24;

/** The kitchens that the filters leave, or a way back when they leave none. */
function Kitchens(props: {
  entries: readonly Entry[];
  labs: readonly Laboratory[];
  search: DashboardSearch;
  onChange: (change: SearchChange) => void;
  onAdd: (() => void) | undefined;
}) {
  const { entries, labs, search, onChange, onAdd } = props;
  const { t } = useMessages(dashboardMessages);
  const all = useMemo(() => kitchensOf(entries, labs, search, search.sort), [entries, labs, search]);
  const kitchens = useDeferredValue(all, beginningOf(all));
  const { closed = [] } = search;
  if (kitchens.length === 0) {
    return (
      <Suspense>
        <NothingFound entries={entries} search={search} onChange={onChange} />
      </Suspense>
    );
  }
  const keys = kitchens.map(keyOf);
  const toggle = (key: string) =>
    onChange({ closed: closed.includes(key) ? closed.filter((one) => one !== key) : [...closed, key] });
  return (
    <>
      {kitchens.length > foldable && (
        <div className={styles.fold}>
          <Button variant="subtle" onClick={() => onChange({ closed: closed.length > 0 ? undefined : keys })}>
            {t(closed.length > 0 ? 'openAll' : 'closeAll')}
          </Button>
        </div>
      )}
      {kitchens.map((kitchen) => (
        <KitchenSection
          key={keyOf(kitchen)}
          kitchen={kitchen}
          closed={closed.includes(keyOf(kitchen))}
          onToggle={kitchens.length > 1 ? () => toggle(keyOf(kitchen)) : undefined}
          onAdd={onAdd}
        />
      ))}
    </>
  );
}

/** The kitchens with the first cards only. */
function beginningOf(kitchens: readonly Kitchen[]): Kitchen[] {
  let left = cards_first;
  return kitchens.map((kitchen) => {
    const cards = Math.min(left, kitchen.entries.length);
    left -= cards;
    return { ...kitchen, cards };
  });
}

const none: readonly Laboratory[] = [];

/** More kitchens than these are folded up and opened together, too. */
const foldable = 3;

const keyOf = ({ id }: Kitchen): string => id ?? 'none';
