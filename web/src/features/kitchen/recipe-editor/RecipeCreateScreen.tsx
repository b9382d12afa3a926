import { getCompany } from '@brina/contract/calls/people/company';
import { pathOf } from '@brina/contract/screens';
import { familyOf } from '@brina/domain/appliance/families/families';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { wireLocale } from '@brina/domain/language/locales';
import { type RecipeFamily, type RecipeSector, recipeFamilies } from '@brina/domain/recipes/recipe';
import { isCreatable } from '@brina/domain/recipes/recipe-check';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { AbsentAppliance, useOpenedAppliance } from '../../../appliance/AbsentAppliance.tsx';
import { useLocale, useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { libraryMessages } from '../library/library.messages.ts';
import { newEdit, rowsOf } from './edit-state.ts';
import { editorMessages } from './editor.messages.ts';
import { editorTexts } from './editor-texts.ts';
import { Copy } from './parts/Copy.tsx';
import { OpenedWithDraft } from './parts/OpenedWithDraft.tsx';
import { RecipeGate } from './parts/RecipeGate.tsx';

/** Texts to have before the screen is shown. */
export const messages = editorTexts;

type Search = { family?: unknown; from?: unknown };

/**
 * Makes a cycle of the function in the path, in MF's numbering unless `?family=` says otherwise, or in that of the appliance it stands
 * under; `?from=` copies a cycle (S2.43).
 */
export function RecipeCreateScreen() {
  const params: { function?: string; serialNumber?: string } = useParams({ strict: false });
  const { family, from }: Search = useSearch({ strict: false });
  const code = Number(params.function);
  if (typeof from === 'string') return <CopyOf recipeId={from} serialNumber={params.serialNumber} />;
  if (params.serialNumber !== undefined) return <ForAppliance serialNumber={params.serialNumber} code={code} />;
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

function NewCycle(props: { family: RecipeFamily; code: number; serialNumber: string | undefined }) {
  const { family, code, serialNumber } = props;
  const { t } = useMessages(editorMessages);
  const { t: functionWord } = useMessages(functionMessages);
  const { t: library } = useMessages(libraryMessages);
  const locale = useLocale();
  const company = useQuery({ ...callQuery(getCompany, {}), retry: false });
  if (!isMade(family, code)) return <NotFound />;
  // What a company makes mostly is known, or it does not tell: either way it is chosen in the last step.
  if (company.isPending) return <Skeleton height={420} />;
  const edit = newEdit(family, code, { language: wireLocale(locale), sector: sectorOf(company.data?.sector) });
  const key = rowsOf(edit).row?.key;
  const name = family === 'PL' || !key ? library('planOfProver') : functionWord(key);
  return (
    <OpenedWithDraft
      key={`${family} ${code}`}
      opened={{
        title: t('newTitle', { function: name }),
        edit,
        before: edit,
        original: null,
        isCopy: false,
        draftKey: `new:${family}:${code}`,
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
