import type { Laboratory } from '@brina/contract/calls/kitchen/laboratories';
import { lazy } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { MenuOnDemand } from '../../../../ui/MenuOnDemand.tsx';
import { dashboardMessages } from '../dashboard.messages.ts';

const KitchenMenu = lazy(async () => ({ default: (await import('./KitchenMenu.tsx')).KitchenMenu }));

/** The button of a kitchen's menu. */
export function KitchenMenuButton({ lab }: { lab: Laboratory }) {
  const { t } = useMessages(dashboardMessages);
  return (
    <MenuOnDemand label={t('kitchenMenu', { kitchen: lab.name })}>
      <KitchenMenu lab={lab} />
    </MenuOnDemand>
  );
}
