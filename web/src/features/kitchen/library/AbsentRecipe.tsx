import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../../lib/messages.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { recipeMessages } from './recipe.messages.ts';

/**
 * Stands in place of a cycle that is deleted, or another company's: which, its id does not tell (S6.3).
 * @param library where its reader goes on
 * @param isOld whether a version of before was asked for
 */
export function AbsentRecipe({ library, isOld = false }: { library: string; isOld?: boolean }) {
  const { t } = useMessages(recipeMessages);
  return (
    <EmptyState
      icon={IconSearchOff}
      title={t('gone')}
      action={
        <Button variant="default" renderRoot={(root) => <Link {...root} to={library} />}>
          {t('back')}
        </Button>
      }
    >
      <p>{t(isOld ? 'goneVersion' : 'goneHint')}</p>
    </EmptyState>
  );
}
