import { type Appliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { getFavourites } from '@brina/contract/calls/kitchen/favourites';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import type { RecipeHead } from '@brina/contract/calls/kitchen/recipes';
import { recipeLimits } from '@brina/domain/recipes/recipe';
import { Button, NativeSelect } from '@mantine/core';
import { IconBook2, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentProps, memo, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useFirstPicture } from '../../../lib/use-first-picture.ts';
import { useUser } from '../../../lib/use-user.ts';
import { bringDrawings } from '../../../ui/cycle-icons/ShapedIcon.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { SkeletonGrid } from '../../../ui/Skeleton.tsx';
import { useTyped } from '../../../ui/use-typed.ts';
import styles from './Library.module.css';
import { type LibraryPlace, narrowed, recentOf, useFoundElsewhere, useLibrary } from './library.data.ts';
import { libraryMessages } from './library.messages.ts';
import {
  changedSearch,
  filtersSet,
  isPlain,
  type LibrarySearch,
  readSearch,
  type SearchChange,
  sortings,
  withoutFilters,
} from './library-search.ts';
import { LibraryFilters } from './parts/LibraryFilters.tsx';
import { type CardsPlace, RecipeCards } from './parts/RecipeCards.tsx';
import { fitMessages } from './use-fit-words.ts';

/** Texts to have before the screen is shown. */
export const messages = [libraryMessages, ...fitMessages];

// Beside the cycles, and not after them.
void bringDrawings();

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
  const { search, onChange } = useLibrarySearch();
  const { t } = useMessages(libraryMessages);
  const failure = useFailure();
  const isOwn = useUser()?.may.editCycles ?? false;
  // What is narrowed, or stands under an appliance, is told from all cycles; of the others the last used are what one came for.
  const begins = serialNumber === undefined && isPlain(search);
  const library = useLibrary(placeOf(search, serialNumber), begins);
  const isWhole = library.data !== undefined;
  const cycles = library.data ?? (begins ? library.begin : undefined);
  const trouble = library.error && !isWhole ? failure(library.error, library.refetch) : null;
  const isPainted = useFirstPicture(trouble !== null || cycles !== undefined) !== 'awaited';
  const appliances =
    useQuery({ ...callQuery(listAppliances, {}), enabled: isPainted || serialNumber !== undefined }).data ?? none;
  const appliance = appliances.find((one) => one.serialNumber === serialNumber);
  const [asked, setAsked] = useState<'create' | 'import' | null>(null);
  return (
    <>
      <Screen
        title={t('title')}
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
      >
        <Searched {...{ cycles, isWhole, trouble, isPainted, serialNumber, appliances, search, onChange, isOwn }} />
      </Screen>
      <Suspense>
        {asked === 'import' && <ImportDialog onClose={() => setAsked(null)} />}
        {asked === 'create' && <NewCycleDialog appliance={appliance} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}

/** The search of the URL, the same as long as that is; and how to change it. */
function useLibrarySearch() {
  const navigate = useNavigate();
  const given: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const search = useMemo(() => readSearch(given), [given]);
  const onChange = useCallback(
    (change: SearchChange) =>
      void navigate({
        to: '.',
        search: (now: Readonly<Record<string, unknown>>) => changedSearch(readSearch(now), change),
        replace: true,
      }),
    [navigate],
  );
  return { search, onChange };
}

const placeOf = ({ on, kitchen, deleted }: LibrarySearch, serialNumber: string | undefined): LibraryPlace => ({
  serialNumber: serialNumber ?? on,
  laboratoryId: kitchen,
  deleted: deleted !== undefined,
});

const none: readonly never[] = [];
/** Cards that a phone shows at first. */
const few = 4;

type FoundProps = {
  cycles: readonly RecipeHead[];
  /** Whether these are all there are; the others are under way. */
  isWhole: boolean;
  serialNumber: string | undefined;
  appliances: readonly Appliance[];
  search: LibrarySearch;
  onChange: (change: SearchChange) => void;
  isOwn: boolean;
};

/** The filters, and what they leave. A letter stands in its field at once; the cards follow, and do not hold up the next letter. */
function Searched(
  props: Omit<FoundProps, 'cycles'> & {
    /** Absent: none is there yet. */
    cycles: readonly RecipeHead[] | undefined;
    /** Why not all are there. */
    trouble: ComponentProps<typeof ErrorState> | null;
    /** Whether the first picture stands: what completes it may be asked for. */
    isPainted: boolean;
  },
) {
  const { cycles, trouble, isPainted, ...found } = props;
  const { isWhole, serialNumber, appliances, search, onChange, isOwn } = found;
  const laboratories = useQuery({ ...callQuery(listLaboratories, {}), enabled: isOwn && isPainted }).data ?? none;
  const { t } = useMessages(libraryMessages);
  const { text, field, put } = useTyped(search.q ?? '', (q) => onChange({ q }));
  const q = useDeferredValue(text);
  const clear = useCallback(() => {
    put('');
    onChange(withoutFilters);
  }, [put, onChange]);
  // Of the first few nobody can tell what is not among them.
  const shown = isWhole || q === '' ? cycles : undefined;
  return (
    <>
      <LibraryFilters
        {...{ search, field, clear, onChange, laboratories }}
        appliances={serialNumber === undefined ? appliances : none}
      />
      {shown && <Found {...found} {...{ q, clear }} cycles={shown} />}
      {trouble ? (
        <ErrorState {...trouble} />
      ) : (
        !shown && (
          <div aria-busy="true">
            <SkeletonGrid label={t('title')} cards={9} height={104} />
          </div>
        )
      )}
    </>
  );
}

const Found = memo(function Found(props: FoundProps & { q: string; clear: () => void }) {
  const { cycles, isWhole, serialNumber, appliances, search, q, clear, onChange, isOwn } = props;
  const { t } = useMessages(libraryMessages);
  const format = useFormat();
  const elsewhere = useFoundElsewhere(q, placeOf(search, serialNumber));
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
      <div className={styles.over}>
        <p className={styles.count} role="status">
          {search.deleted
            ? t('deletedHint', { days: format.number(recipeLimits.deleted_days) })
            : isWhole && t('found', { shown: format.number(shown.length), all: format.number(cycles.length) })}
        </p>
        {isWhole && (
          <NativeSelect
            aria-label={t('sort')}
            value={search.sort ?? 'lastUsed'}
            data={sortings.map((value) => ({ value, label: t(`sort.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              onChange({ sort: sortings.find((one) => one === value && one !== 'lastUsed') })
            }
          />
        )}
      </div>
      {!isFiltered && !search.sort && <FavouriteCards cycles={shown} {...cards} appliance={appliance} />}
      {recent.length > 0 && <RecipeCards title={t('recent')} cycles={recent} {...cards} />}
      {shown.length > 0 ? (
        <RecipeCards
          title={recent.length > 0 ? t('all') : null}
          of={JSON.stringify([serialNumber, { ...search, q: undefined }, q])}
          first={recent.length > 0 ? 0 : isWhole ? undefined : few}
          cycles={shown}
          {...cards}
        />
      ) : (
        <Nothing search={{ ...search, q }} clear={clear} />
      )}
      {refused.length > 0 && (
        <Button variant="subtle" onClick={() => onChange({ all: search.all ? undefined : '1' })}>
          {search.all ? t('hide') : t('showAll', { n: refused.length })}
        </Button>
      )}
      {isOwn && isWhole && (
        <Button variant="subtle" onClick={() => onChange({ deleted: search.deleted ? undefined : '1' })}>
          {search.deleted ? t('all') : t('deleted')}
        </Button>
      )}
    </>
  );
});

/** What stands in the places at the panel of the appliance, in their order; nothing where the library is nobody's in particular. */
function FavouriteCards(props: CardsPlace & { cycles: readonly RecipeHead[]; appliance: Appliance | undefined }) {
  const { cycles, serialNumber, appliance } = props;
  const { t } = useMessages(libraryMessages);
  const { data } = useQuery({
    ...callQuery(getFavourites, { params: { id: serialNumber ?? '' } }),
    enabled: serialNumber !== undefined && appliance?.may.command === true,
  });
  const ids = new Set(data?.slots.map(({ cycle }) => cycle?.recipeId));
  const heads = [...ids].flatMap((id) => cycles.find((cycle) => cycle.id === id) ?? []);
  return heads.length > 0 ? <RecipeCards {...props} title={t('favourites')} cycles={heads} /> : null;
}

function Nothing({ search, clear }: { search: LibrarySearch; clear: () => void }) {
  const { t } = useMessages(libraryMessages);
  const isOwnAsked = search.type === 'Custom' && filtersSet(search) === 1 && !search.q;
  return (
    <EmptyState
      icon={IconBook2}
      title={isOwnAsked ? t('noOwn') : t('nothing')}
      action={
        <Button variant="default" onClick={clear}>
          {t('clearFilters')}
        </Button>
      }
    >
      {isOwnAsked ? t('noOwnHint') : t('nothingHint')}
    </EmptyState>
  );
}
