import { pathOf } from '@brina/contract/screens';
import { Menu } from '@mantine/core';
import {
  IconArrowsMove,
  IconArrowUp,
  IconBook,
  IconBookUpload,
  IconCopy,
  IconExchange,
  IconSend2,
  IconX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../../../lib/messages.ts';
import { OpenedMenu } from '../../../../ui/OpenedMenu.tsx';
import { onlyThere } from '../../library/library.data.ts';
import { placed } from '../../library/placed.ts';
import { favouriteMessages } from '../favourites.messages.ts';
import { isMovable } from '../use-favourites.ts';
import type { SlotProps } from './slot-props.ts';
import { useTitleOf } from './use-slot-words.ts';

/** What is done with a place seldom. */
export function SlotMenu({ place, appliance, may, places, onAsk, onCopy, onChange }: SlotProps) {
  const { t } = useMessages(favouriteMessages);
  const titleOf = useTitleOf();
  const { slot, cycle, state } = place;
  const recipeId = cycle?.recipeId ?? null;
  return (
    <OpenedMenu label={`${t('more')}: ${cycle ? titleOf(cycle) : t('empty')}`}>
      {may.edit && recipeId && cycle?.newest && (
        <Menu.Item
          leftSection={<IconArrowUp size={20} aria-hidden />}
          onClick={() => void places.put([{ slot, recipeId }])}
        >
          {t('update', { n: cycle.newest })}
        </Menu.Item>
      )}
      {may.edit && recipeId && cycle && state === 'refused' && (
        <Menu.Item
          leftSection={<IconSend2 size={20} aria-hidden />}
          onClick={() => void places.put([{ slot, recipeId, version: cycle.version }])}
        >
          {t('retry')}
        </Menu.Item>
      )}
      {may.edit && may.save && onlyThere(place) && (
        <Menu.Item leftSection={<IconBookUpload size={20} aria-hidden />} onClick={() => onAsk({ what: 'keep', slot })}>
          {t('keep')}
        </Menu.Item>
      )}
      {may.edit && (
        <Menu.Item leftSection={<IconExchange size={20} aria-hidden />} onClick={() => onAsk({ what: 'pick', slot })}>
          {t('change')}
        </Menu.Item>
      )}
      {may.edit && recipeId && isMovable(place) && (
        <>
          <Menu.Item
            leftSection={<IconArrowsMove size={20} aria-hidden />}
            onClick={() => onAsk({ what: 'move', slot })}
          >
            {t('move')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={20} aria-hidden />} onClick={() => onCopy(slot)}>
            {t('copy')}
          </Menu.Item>
        </>
      )}
      {recipeId && (
        <Menu.Item
          leftSection={<IconBook size={20} aria-hidden />}
          renderRoot={(root) => (
            <Link {...root} to={placed(pathOf('recipe-overview', { recipeId }), appliance.serialNumber)} />
          )}
        >
          {t('open')}
        </Menu.Item>
      )}
      {may.edit && cycle && (
        <Menu.Item
          color="alarm"
          leftSection={<IconX size={20} aria-hidden />}
          onClick={() => onChange({ slot, recipeId: null })}
        >
          {t('clear')}
        </Menu.Item>
      )}
    </OpenedMenu>
  );
}
