import { type Appliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { getFavourites } from '@brina/contract/calls/kitchen/favourites';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { type RecipeHead, restoreRecipe } from '@brina/contract/calls/kitchen/recipes';
import { pathOf } from '@brina/contract/screens';
import { recipeLimits } from '@brina/domain/recipes/recipe';
import { Button, NativeSelect } from '@mantine/core';
import { IconBook2, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useErrorText, useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUser } from '../../../lib/use-user.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { SkeletonGrid } from '../../../ui/Skeleton.tsx';
import styles from './Library.module.css';
import { cycleCalls, type LibraryPlace, narrowed, recentOf, useFoundElsewhere, useLibrary } from './library.data.ts';
import { libraryMessages } from './library.messages.ts';
import {
  changedSearch,
  filtersSet,
  type LibrarySearch,
  readSearch,
  type SearchChange,
  sortings,
  withoutFilters,
} from './library-search.ts';
import { LibraryFilters } from './parts/LibraryFilters.tsx';
import { RecipeCard } from './parts/RecipeCard.tsx';
import { placed } from './placed.ts';
import { fitMessages, type Spoken } from './use-fit-words.ts';

/** Texts to have before the screen is shown. */
export const messages = [libraryMessages, ...fitMessages];

const ImportDialog = comesLater(async () => {
  const { ImportDialog: Part, messages } = await import('./parts/ImportDialog.tsx');
  return { Part, messages };
});
const NewCycleDialog = comesLater(async () => {
  const { NewCycleDialog: Part, messages } = await import('./parts/NewCycleDialog.tsx');
  return { Part, messages };
});

/** The cycle library, of the company or of an appliance: find a cycle, see at a glance what it is, and whether it runs here (S2.22). */
export function LibraryScreen() {
  const { serialNumber }: { serialNumber?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const given: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const search = useMemo(() => readSearch(given), [given]);
  const onChange = (change: SearchChange) =>
    void navigate({ to: '.', search: changedSearch(search, change), replace: true });
  return <Library serialNumber={serialNumber} search={search} onChange={onChange} />;
}

function Library(props: {
  serialNumber: string | undefined;
  search: LibrarySearch;
  onChange: (change: SearchChange) => void;
}) {
  const { serialNumber, search, onChange } = props;
  const { t } = useMessages(libraryMessages);
  const failure = useFailure();
  const may = useUser()?.may;
  const on = serialNumber ?? search.on;
  const place = { serialNumber: on, laboratoryId: search.kitchen, deleted: search.deleted !== undefined };
  const library = useLibrary(place);
  const [asked, setAsked] = useState<'create' | 'import' | null>(null);
  const isOwn = may?.editCycles ?? false;
  const appliances = useQuery(callQuery(listAppliances, {})).data;
  const appliance = appliances?.find((one) => one.serialNumber === serialNumber);
  const state = library.data ? 'ready' : library.error ? 'error' : 'loading';
  return (
    <>
      <Screen
        title={t('title')}
        state={state}
        actions={
          isOwn && (
            <>
              <Button
                variant="default"
                leftSection={<IconUpload size={20} aria-hidden />}
                onClick={() => setAsked('import')}
              >
                {t('import')}
              </Button>
              <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAsked('create')}>
                {t('create')}
              </Button>
            </>
          )
        }
        loading={<SkeletonGrid label={t('title')} cards={9} height={104} />}
        error={<ErrorState {...failure(library.error, library.refetch)} />}
      >
        <Found cycles={library.data ?? none} {...{ serialNumber, place, search, onChange, isOwn }} />
      </Screen>
      <Suspense>
        {asked === 'import' && <ImportDialog onClose={() => setAsked(null)} />}
        {asked === 'create' && <NewCycleDialog appliance={appliance} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}

const none: readonly RecipeHead[] = [];

/** The filters, and what they leave. */
function Found(props: {
  cycles: readonly RecipeHead[];
  serialNumber: string | undefined;
  /** Of the library that the cycles are of. */
  place: LibraryPlace;
  search: LibrarySearch;
  onChange: (change: SearchChange) => void;
  isOwn: boolean;
}) {
  const { cycles, serialNumber, place, search, onChange, isOwn } = props;
  const { t } = useMessages(libraryMessages);
  const format = useFormat();
  const appliances = useQuery(callQuery(listAppliances, {})).data ?? [];
  const laboratories = useQuery({ ...callQuery(listLaboratories, {}), enabled: isOwn }).data ?? [];
  const q = useDeferredValue(search.q ?? '');
  const elsewhere = useFoundElsewhere(q, place);
  const found = useMemo(() => narrowed(cycles, { ...search, q }, elsewhere), [cycles, search, q, elsewhere]);
  const isRefused = ({ fit }: RecipeHead): boolean => fit?.kind === 'refused';
  const refused = serialNumber === undefined ? [] : found.filter(isRefused);
  const shown = serialNumber === undefined || search.all ? found : found.filter((cycle) => !isRefused(cycle));
  const isFiltered = filtersSet(search) > 0 || q !== '';
  const recent = isFiltered || search.sort ? [] : recentOf(shown);
  const appliance = appliances.find((one) => one.serialNumber === (serialNumber ?? search.on));
  const cards = { serialNumber, appliance, isDeleted: search.deleted !== undefined };
  return (
    <>
      <LibraryFilters
        {...{ search, onChange, laboratories }}
        appliances={serialNumber === undefined ? appliances : []}
      />
      <div className={styles.over}>
        <p className={styles.count} role="status">
          {search.deleted
            ? t('deletedHint', { days: format.number(recipeLimits.deleted_days) })
            : t('found', { shown: format.number(shown.length), all: format.number(cycles.length) })}
        </p>
        <NativeSelect
          aria-label={t('sort')}
          value={search.sort ?? 'lastUsed'}
          data={sortings.map((value) => ({ value, label: t(`sort.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ sort: sortings.find((one) => one === value && one !== 'lastUsed') })
          }
        />
      </div>
      {!isFiltered && !search.sort && <FavouriteCards cycles={shown} {...cards} appliance={appliance} />}
      {recent.length > 0 && <Cards title={t('recent')} cycles={recent} {...cards} />}
      {shown.length > 0 ? (
        <Cards title={recent.length > 0 ? t('all') : null} cycles={shown} {...cards} />
      ) : (
        <Nothing search={search} onChange={onChange} />
      )}
      {refused.length > 0 && (
        <Button variant="subtle" onClick={() => onChange({ all: search.all ? undefined : '1' })}>
          {search.all ? t('hide') : t('showAll', { n: refused.length })}
        </Button>
      )}
      {isOwn && (
        <Button variant="subtle" onClick={() => onChange({ deleted: search.deleted ? undefined : '1' })}>
          {search.deleted ? t('all') : t('deleted')}
        </Button>
      )}
    </>
  );
}

/** What stands in the places at the panel of the appliance, in their order; nothing where the library is nobody's in particular. */
function FavouriteCards(props: {
  cycles: readonly RecipeHead[];
  serialNumber: string | undefined;
  appliance: Appliance | undefined;
  isDeleted: boolean;
}) {
  const { cycles, serialNumber, appliance } = props;
  const { t } = useMessages(libraryMessages);
  const { data } = useQuery({
    ...callQuery(getFavourites, { params: { id: serialNumber ?? '' } }),
    enabled: serialNumber !== undefined && appliance?.may.command === true,
  });
  const ids = new Set(data?.slots.map(({ cycle }) => cycle?.recipeId));
  const heads = [...ids].flatMap((id) => cycles.find((cycle) => cycle.id === id) ?? []);
  return heads.length > 0 ? <Cards {...props} title={t('favourites')} cycles={heads} /> : null;
}

function Nothing({ search, onChange }: { search: LibrarySearch; onChange: (change: SearchChange) => void }) {
  const { t } = useMessages(libraryMessages);
  const isOwnAsked = search.type === 'Custom' && filtersSet(search) === 1 && !search.q;
  return (
    <EmptyState
      icon={IconBook2}
      title={isOwnAsked ? t('noOwn') : t('nothing')}
      action={
        <Button variant="default" onClick={() => onChange(withoutFilters)}>
          {t('clearFilters')}
        </Button>
      }
    >
      {isOwnAsked ? t('noOwnHint') : t('nothingHint')}
    </EmptyState>
  );
}

/** Cards of cycles, all of them; the browser draws those that are in sight (`content-visibility`). */
function Cards(props: {
  title: string | null;
  cycles: readonly RecipeHead[];
  serialNumber: string | undefined;
  appliance: Spoken | undefined;
  isDeleted: boolean;
}) {
  const { title, cycles, serialNumber, appliance, isDeleted } = props;
  return (
    <section className={styles.part} aria-label={title ?? undefined}>
      {title && <h2 className={styles.heading}>{title}</h2>}
      <ul className={styles.cards}>
        {cycles.map((cycle) => (
          <li key={cycle.id} className={styles.place}>
            <RecipeCard
              cycle={cycle}
              to={placed(pathOf('recipe-overview', { recipeId: cycle.id }), serialNumber)}
              appliance={appliance}
              {...(isDeleted && { action: <BringBack cycle={cycle} /> })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BringBack({ cycle }: { cycle: RecipeHead }) {
  const { t } = useMessages(libraryMessages);
  const errorText = useErrorText();
  const { send, isPending } = useCall(restoreRecipe, { refresh: cycleCalls });
  const restore = async () => {
    try {
      await send({ params: { recipeId: cycle.id } });
    } catch (cause) {
      showToast({ kind: 'warning', text: errorText(cause) });
    }
  };
  return (
    <Button variant="default" loading={isPending} onClick={() => void restore()}>
      {t('restore')}
    </Button>
  );
}
