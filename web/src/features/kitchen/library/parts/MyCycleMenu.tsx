import type { PinnedRecipe } from '@brina/contract/calls/kitchen/recipe-pins';
import { pathOf } from '@brina/contract/screens';
import { Menu } from '@mantine/core';
import { IconArrowRight, IconPinnedOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../../../../lib/messages.ts';
import { OpenedMenu } from '../../../../ui/OpenedMenu.tsx';
import { myCyclesMessages } from '../my-cycles.messages.ts';
import { usePins } from '../use-pins.ts';

/** What is done with a cycle of the dashboard besides running it: look at it, take it off. */
export function MyCycleMenu({ cycle }: { cycle: PinnedRecipe }) {
  const { t } = useMessages(myCyclesMessages);
  const navigate = useNavigate();
  const { unpin } = usePins();
  return (
    <OpenedMenu label={t('more', { title: cycle.title })}>
      <Menu.Item
        leftSection={<IconArrowRight size={20} aria-hidden />}
        onClick={() => void navigate({ to: pathOf('recipe-overview', { recipeId: cycle.id }) })}
      >
        {t('open')}
      </Menu.Item>
      <Menu.Item leftSection={<IconPinnedOff size={20} aria-hidden />} onClick={() => void unpin(cycle)}>
        {t('unpin')}
      </Menu.Item>
    </OpenedMenu>
  );
}
