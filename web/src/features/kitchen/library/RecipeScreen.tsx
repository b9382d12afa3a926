import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { getRecipe, type Recipe } from '@brina/contract/calls/kitchen/recipes';
import { pathOf } from '@brina/contract/screens';
import { CallFailed } from '@brina/contract/wire/client';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { ruleNameMessages } from '@brina/domain/haccp/rule-names.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { absentMessages } from '../../../appliance/absent.messages.ts';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { comesLater } from '../../../lib/comes-later.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AbsentRecipe } from './AbsentRecipe.tsx';
import { libraryMessages } from './library.messages.ts';
import { FitList } from './parts/FitList.tsx';
import { RecipeActions } from './parts/RecipeActions.tsx';
import { RecipeHead } from './parts/RecipeHead.tsx';
import { type PhaseForecast, RecipePhases } from './parts/RecipePhases.tsx';
import { RunList } from './parts/RunList.tsx';
import { placed } from './placed.ts';
import styles from './Recipe.module.css';
import { recipeMessages } from './recipe.messages.ts';
import { tookMessages } from './took.messages.ts';
import { fitMessages } from './use-fit-words.ts';

// What it will do is reckoned with the rows of every family: it comes after what the cycle is.
const Expectation = comesLater(async () => {
  const { Expectation: Part, messages } = await import('./parts/Expectation.tsx');
  return { Part, messages };
});

/** Texts to have before the screen is shown. */
export const messages = [
  recipeMessages,
  libraryMessages,
  tookMessages,
  ruleMessages,
  ruleNameMessages,
  absentMessages,
  applianceMessages,
  errorMessages,
  fieldMessages,
  refusalMessages,
  ...fitMessages,
];

/** A cycle of the library: what it is, what it will do to a load on an appliance, where it runs, and how it went (S2.22, B3.1, B3.2). */
export function RecipeScreen() {
  const { recipeId = '', serialNumber }: { recipeId?: string; serialNumber?: string } = useParams({ strict: false });
  const { version }: { version?: unknown } = useSearch({ strict: false });
  const { t } = useMessages(recipeMessages);
  const failure = useFailure();
  const asked = Number(version);
  const { data, error, refetch } = useQuery(
    callQuery(getRecipe, {
      params: { recipeId },
      query: {
        ...(serialNumber !== undefined && { serialNumber }),
        ...(Number.isInteger(asked) && asked > 0 && { version: asked }),
      },
    }),
  );
  const library = placed(pathOf('library'), serialNumber);
  // Of one that is deleted while it is looked at nothing stays.
  const isGone = error instanceof CallFailed && error.status === 404;
  const shown = isGone ? undefined : data;
  return (
    <Screen
      title={shown?.title ?? t('back')}
      lead={<BackLink link={(looks) => <Link to={library} {...looks} />}>{t('back')}</BackLink>}
      state={isGone ? 'empty' : data ? 'ready' : error ? 'error' : 'loading'}
      actions={shown && <RecipeActions cycle={shown} serialNumber={serialNumber} />}
      loading={<Skeleton height={420} />}
      error={<ErrorState {...failure(error, refetch)} />}
      empty={<AbsentRecipe library={library} isOld={Number.isInteger(asked)} />}
    >
      {shown && (
        <Overview
          key={`${shown.id} ${shown.version}`}
          cycle={shown}
          serialNumber={serialNumber}
          isOld={Number.isInteger(asked)}
        />
      )}
    </Screen>
  );
}

function Overview(props: { cycle: Recipe; serialNumber: string | undefined; isOld: boolean }) {
  const { cycle, serialNumber, isOld } = props;
  const { t } = useMessages(recipeMessages);
  const appliances = useQuery(callQuery(listAppliances, {})).data ?? [];
  const phases = (told: PhaseForecast) => (
    <div className={styles.columns}>
      <div className={styles.column}>
        <RecipePhases cycle={cycle} {...told} />
      </div>
      <div className={styles.column}>
        <FitList cycle={cycle} />
      </div>
    </div>
  );
  return (
    <div className={styles.page}>
      {isOld && (
        <Notice
          kind="info"
          action={
            <Link className={styles.link} to="." search={{}}>
              {t('toPresent')}
            </Link>
          }
        >
          {t('showOld', { n: cycle.version })}
        </Notice>
      )}
      <RecipeHead cycle={cycle} />
      <Suspense
        fallback={
          <>
            <Skeleton height={420} />
            {phases({ forecast: null, isStale: false })}
          </>
        }
      >
        <Expectation {...{ cycle, serialNumber, appliances, phases }} />
      </Suspense>
      <RunList cycle={cycle} />
    </div>
  );
}
