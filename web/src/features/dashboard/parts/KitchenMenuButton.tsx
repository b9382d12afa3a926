import type { Laboratory } from '@brina/contract/laboratories';
import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { dashboardMessages } from '../dashboard.messages.ts';

const KitchenMenu = lazy(async () => ({ default: (await import('./KitchenMenu.tsx')).KitchenMenu }));

/** The button of a kitchen's menu. The menu and its dialogs weigh a quarter of the page: they come when it is first opened. */
export function KitchenMenuButton({ lab }: { lab: Laboratory }) {
  const { t } = useMessages(dashboardMessages);
  const [asked, setAsked] = useState(false);
  const button = (
    <ActionIcon
      aria-label={t('kitchenMenu', { kitchen: lab.name })}
      aria-haspopup="menu"
      loading={asked}
      onClick={() => setAsked(true)}
    >
      <IconDots size={22} aria-hidden />
    </ActionIcon>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <KitchenMenu lab={lab} />
    </Suspense>
  );
}
