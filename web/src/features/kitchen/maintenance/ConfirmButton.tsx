import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { MaintenanceKind } from '@brina/domain/appliance/maintenance';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMessages } from '../../../lib/messages.ts';
import { CheckLink } from './CheckLink.tsx';
import { maintenanceMessages } from './maintenance.messages.ts';

/** Texts to have before the button is shown. */
export const messages = [maintenanceMessages];

/** Says that the work an alarm asks for was done; a probe is checked where its values are taken. */
export function ConfirmButton(props: {
  appliance: Pick<Appliance, 'serialNumber' | 'model'>;
  kind: MaintenanceKind;
  onClick: () => void;
}) {
  const { appliance, kind, onClick } = props;
  const { t } = useMessages(maintenanceMessages);
  if (kind === 'probeCheck') return <CheckLink appliance={appliance} />;
  return (
    <Button variant="default" leftSection={<IconCheck size={20} aria-hidden />} onClick={onClick}>
      {t('confirm.cleaning')}
    </Button>
  );
}
