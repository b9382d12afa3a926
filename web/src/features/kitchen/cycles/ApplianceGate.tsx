import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { pathOf } from '@brina/contract/screens';
import { familyOf } from '@brina/domain/appliance/families/families';
import type { FamilyCode } from '@brina/domain/appliance/families/family-code';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AbsentAppliance, useOpenedAppliance } from '../../../appliance/AbsentAppliance.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { cyclePageMessages } from './cycle-pages.messages.ts';

/**
 * The appliance a page below it is about, once it is loaded.
 * @param family the page is for this family; on another it says that the appliance is not compatible (S8.21)
 */
export function ApplianceGate(props: { family?: FamilyCode; children: (appliance: Appliance) => ReactNode }) {
  const { family, children } = props;
  const { t: refusal } = useMessages(refusalMessages);
  const { serialNumber = '' } = useParams({ strict: false });
  const { appliance, absence } = useOpenedAppliance(serialNumber);
  if (!appliance) return <AbsentAppliance absence={absence} loading={<Skeleton height={420} />} />;
  if (!family || familyOf(appliance.model)?.code === family) return children(appliance);
  return (
    <Screen
      title={appliance.name}
      state="empty"
      empty={
        <EmptyState
          icon={IconAlertTriangle}
          title={refusal('not_compatible')}
          action={<BackToAppliance serialNumber={serialNumber} />}
        />
      }
    />
  );
}

/** The way back to the appliance's own page. */
export function BackToAppliance({ serialNumber }: { serialNumber: string }) {
  const { t } = useMessages(cyclePageMessages);
  return (
    <Button
      variant="default"
      renderRoot={(root) => <Link {...root} to={pathOf('appliance-details', { serialNumber })} />}
    >
      {t('toAppliance')}
    </Button>
  );
}
