import { getRecipe, type Recipe } from '@brina/contract/calls/kitchen/recipes';
import { pathOf } from '@brina/contract/screens';
import { CallFailed } from '@brina/contract/wire/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useFailure } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { BackLink } from '../../../../ui/BackLink.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Screen } from '../../../../ui/Screen.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { AbsentRecipe } from '../../library/AbsentRecipe.tsx';
import { editorMessages } from '../editor.messages.ts';

/**
 * The cycle that the editor is opened with, once it is there. What others save meanwhile changes nothing under the hands of who edits:
 * that is told when it is saved.
 */
export function RecipeGate({ recipeId, children }: { recipeId: string; children: (recipe: Recipe) => ReactNode }) {
  const { t } = useMessages(editorMessages);
  const failure = useFailure();
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...callQuery(getRecipe, { params: { recipeId }, query: {} }),
    staleTime: 0,
  });
  const [opened, setOpened] = useState<Recipe | null>(null);
  // What was kept from before may be older than what is saved by now.
  if (data && isFetchedAfterMount && opened?.id !== data.id) setOpened(data);
  if (opened) return children(opened);
  const isGone = error instanceof CallFailed && error.status === 404;
  return (
    <Screen
      title={data?.title ?? t('back')}
      lead={<BackLink link={(looks) => <Link to={pathOf('library')} {...looks} />}>{t('back')}</BackLink>}
      state={isGone ? 'empty' : error ? 'error' : 'loading'}
      loading={<Skeleton height={420} />}
      error={<ErrorState {...failure(error, refetch)} />}
      empty={<AbsentRecipe library={pathOf('library')} />}
    />
  );
}
