import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { pathOf } from '@brina/contract/screens';
import { Button } from '@mantine/core';
import { IconCalendarPlus, IconCopy, IconPencil, IconPlayerPlay, IconStar } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { MenuOnDemand } from '../../../../ui/MenuOnDemand.tsx';
import { placed } from '../placed.ts';
import { recipeMessages } from '../recipe.messages.ts';

const RunDialog = comesLater(async () => {
  const { RunDialog: Part, messages } = await import('../RunDialog.tsx');
  return { Part, messages };
});

const PlanDialog = comesLater(async () => {
  const { PlanDialog: Part, messages } = await import('../../schedules/PlanDialog.tsx');
  return { Part, messages };
});

const FavouriteDialog = comesLater(async () => {
  const { FavouriteDialog: Part, messages } = await import('./FavouriteDialog.tsx');
  return { Part, messages };
});

const RecipeMenu = comesLater(async () => {
  const { RecipeMenu: Part, messages } = await import('./RecipeMenu.tsx');
  return { Part, messages };
});

/** What a person may do with a cycle: run it first of all, now or at a planned minute. */
export function RecipeActions({ cycle, serialNumber }: { cycle: Recipe; serialNumber: string | undefined }) {
  const { t } = useMessages(recipeMessages);
  const { run }: { run?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { may } = cycle;
  // The dashboard asks for the start right away.
  const [dialog, setDialog] = useState<'run' | 'plan' | 'favourite' | null>(run === '1' && may.run ? 'run' : null);
  const close = () => {
    setDialog(null);
    if (run !== undefined) void navigate({ to: '.', search: {}, replace: true });
  };
  const isCustom = cycle.type === 'Custom';
  const edit = isCustom
    ? { to: placed(pathOf('recipe-edit', { recipeId: cycle.id }), serialNumber), search: {} }
    : {
        to: placed(pathOf('recipe-create', { function: String(cycle.function ?? 0) }), serialNumber),
        search: { family: cycle.family, from: cycle.id },
      };
  const isEditable = isCustom ? may.edit : may.copy;
  return (
    <>
      {(may.run || may.export || may.delete) && (
        <MenuOnDemand label={t('more')}>
          <RecipeMenu cycle={cycle} serialNumber={serialNumber} />
        </MenuOnDemand>
      )}
      {isEditable && (
        <Button
          variant="default"
          leftSection={isCustom ? <IconPencil size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
          renderRoot={(root) => <Link {...root} {...edit} />}
        >
          {isCustom ? t('edit') : t('copyAndEdit')}
        </Button>
      )}
      {may.favourite && (
        <Button
          variant="default"
          leftSection={<IconStar size={20} aria-hidden />}
          onClick={() => setDialog('favourite')}
        >
          {t('favourite')}
        </Button>
      )}
      {may.run && (
        <>
          <Button
            variant="default"
            leftSection={<IconCalendarPlus size={20} aria-hidden />}
            onClick={() => setDialog('plan')}
          >
            {t('schedule')}
          </Button>
          <Button leftSection={<IconPlayerPlay size={20} aria-hidden />} onClick={() => setDialog('run')}>
            {t('run')}
          </Button>
        </>
      )}
      <Suspense>
        {dialog === 'run' && <RunDialog cycle={cycle} serialNumber={serialNumber} onClose={close} />}
        {dialog === 'favourite' && <FavouriteDialog cycle={cycle} serialNumber={serialNumber} onClose={close} />}
        {dialog === 'plan' && (
          <PlanDialog cycle={cycle} serialNumber={serialNumber} onClose={close} onRun={() => setDialog('run')} />
        )}
      </Suspense>
    </>
  );
}
