import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import { getCompany } from '@brina/contract/calls/people/company';
import { pathOf } from '@brina/contract/screens';
import { familyOf } from '@brina/domain/appliance/families/families';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { wireLocale } from '@brina/domain/language/locales';
import {
  type BlastDefinition,
  type RecipeFamily,
  type RecipeSector,
  recipeFamilies,
  recipeLimits,
} from '@brina/domain/recipes/recipe';
import { isCreatable } from '@brina/domain/recipes/recipe-check';
import { definitionOfRun } from '@brina/domain/recipes/run-definition';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { AbsentAppliance, useOpenedAppliance } from '../../../appliance/AbsentAppliance.tsx';
import { useFailure } from '../../../lib/errors.ts';
import { useLocale, useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { libraryMessages } from '../library/library.messages.ts';
import { editOfRun, newEdit, rowsOf } from './edit-state.ts';
import { editorMessages } from './editor.messages.ts';
import { editorTexts } from './editor-texts.ts';
import { Copy } from './parts/Copy.tsx';
import { OpenedWithDraft } from './parts/OpenedWithDraft.tsx';
import { RecipeGate } from './parts/RecipeGate.tsx';

/** Texts to have before the screen is shown. */
export const messages = editorTexts;

type Search = { family?: unknown; from?: unknown; run?: unknown; at?: unknown };

/**
 * Makes a cycle of the function in the path, in MF's numbering unless `?family=` says otherwise, or in that of the appliance it stands
 * under; `?from=` copies a cycle, `?run=` and the moment `?at=` which it began at keep what ran on the appliance (S2.43, S1.6).
 */
export function RecipeCreateScreen() {
  const params: { function?: string; serialNumber?: string } = useParams({ strict: false });
  const { family, from, run, at }: Search = useSearch({ strict: false });
  // Written as it is: 00 is no other way to say 0.
  const code = /^(0|[1-9]\d?)$/.test(params.function ?? '') ? Number(params.function) : Number.NaN;
  if (typeof from === 'string') return <CopyOf recipeId={from} serialNumber={params.serialNumber} />;
  const { serialNumber } = params;
  if (serialNumber !== undefined && typeof run === 'string')
    return <FromRun serialNumber={serialNumber} run={run} at={Number(at)} />;
  if (serialNumber !== undefined) return <ForAppliance serialNumber={serialNumber} code={code} />;
  return (
    <NewCycle family={recipeFamilies.find((one) => one === family) ?? 'MF'} code={code} serialNumber={undefined} />
  );
}

function ForAppliance({ serialNumber, code }: { serialNumber: string; code: number }) {
  const { appliance, absence } = useOpenedAppliance(serialNumber);
  if (!appliance) return <AbsentAppliance absence={absence} loading={<Skeleton height={420} />} />;
  const family = recipeFamilies.find((one) => one === familyOf(appliance.model)?.code);
  return family ? <NewCycle family={family} code={code} serialNumber={serialNumber} /> : <NotFound />;
}

/** A prover has plans, of which there is one kind. */
const isMade = (family: RecipeFamily, code: number): boolean =>
  family === 'PL' ? code === 0 : isCreatable(family, code);

const NotFound = () => <Navigate to={pathOf('notfound')} replace />;

/** The run of an appliance that a cycle is made of. */
function FromRun({ serialNumber, run: id, at }: { serialNumber: string; run: string; at: number }) {
  const { appliance, absence } = useOpenedAppliance(serialNumber);
  const { t } = useMessages(editorMessages);
  const failure = useFailure();
  const runs = useQuery({
    ...callQuery(listCycles, { params: { id: serialNumber }, query: { from: at, to: at + 1 } }),
    enabled: Number.isSafeInteger(at) && at > 0,
  });
  if (!appliance) return <AbsentAppliance absence={absence} loading={<Skeleton height={420} />} />;
  if (runs.isLoading) return <Skeleton height={420} />;
  if (runs.error)
    return <Screen title={t('back')} state="error" error={<ErrorState {...failure(runs.error, runs.refetch)} />} />;
  const run = runs.data?.find((one) => one.id === id);
  const definition = run?.plan && definitionOfRun(appliance.model, run.function, run.plan);
  if (!definition) return <NotFound />;
  const { family, function: code } = definition;
  return (
    <NewCycle
      family={family}
      code={code}
      serialNumber={serialNumber}
      ran={{ id, definition, title: (run.product ?? '').slice(0, recipeLimits.title.max) }}
    />
  );
}

type Ran = { readonly id: string; readonly title: string; readonly definition: BlastDefinition };

/** @param ran what it begins with; absent: the usual phases of the function */
function NewCycle(props: { family: RecipeFamily; code: number; serialNumber: string | undefined; ran?: Ran }) {
  const { family, code, serialNumber, ran } = props;
  const { t } = useMessages(editorMessages);
  const { t: functionWord } = useMessages(functionMessages);
  const { t: library } = useMessages(libraryMessages);
  const locale = useLocale();
  const company = useQuery({ ...callQuery(getCompany, {}), retry: false });
  if (!isMade(family, code)) return <NotFound />;
  // What a company makes mostly is known, or it does not tell: either way it is chosen in the last step.
  if (company.isPending) return <Skeleton height={420} />;
  const begun = { language: wireLocale(locale), sector: sectorOf(company.data?.sector) };
  const edit = ran ? editOfRun(ran, begun) : newEdit(family, code, begun);
  const key = rowsOf(edit).row?.key;
  const name = family === 'PL' || !key ? library('planOfProver') : functionWord(key);
  return (
    <OpenedWithDraft
      key={`${family} ${code} ${ran?.id}`}
      opened={{
        title: t('newTitle', { function: name }),
        edit,
        before: edit,
        original: null,
        isCopy: false,
        draftKey: ['new', family, code, ran?.id].filter((part) => part !== undefined).join(':'),
        serialNumber,
      }}
      saved={null}
    />
  );
}

/** What a company of a sector mostly makes. */
const sectorOf = (sector: string | undefined): RecipeSector =>
  sector === 'bakery' || sector === 'icecream'
    ? sector
    : sector === 'pastry' || sector === 'pastry_bakery'
      ? 'pastry'
      : 'gastronomy';

function CopyOf({ recipeId, serialNumber }: { recipeId: string; serialNumber: string | undefined }) {
  return (
    <RecipeGate recipeId={recipeId}>
      {(recipe) => <Copy key={recipe.id} recipe={recipe} serialNumber={serialNumber} />}
    </RecipeGate>
  );
}
