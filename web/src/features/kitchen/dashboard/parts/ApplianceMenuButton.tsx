import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { lazy } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { MenuOnDemand } from '../../../../ui/MenuOnDemand.tsx';
import { dashboardMessages } from '../dashboard.messages.ts';

const ApplianceMenu = lazy(async () => ({ default: (await import('./ApplianceMenu.tsx')).ApplianceMenu }));

/** The button of an appliance's menu. */
export function ApplianceMenuButton({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(dashboardMessages);
  return (
    <MenuOnDemand label={t('applianceMenu', { appliance: appliance.name })}>
      <ApplianceMenu appliance={appliance} />
    </MenuOnDemand>
  );
}
