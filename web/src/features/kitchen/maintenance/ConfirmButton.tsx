import type { MaintenanceKind } from '@brina/domain/appliance/maintenance';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMessages } from '../../../lib/messages.ts';
import { maintenanceMessages } from './maintenance.messages.ts';

/** Texts to have before the button is shown. */
export const messages = [maintenanceMessages];

/** Says that the work an alarm asks for was done. */
export function ConfirmButton({ kind, onClick }: { kind: MaintenanceKind; onClick: () => void }) {
  const { t } = useMessages(maintenanceMessages);
  return (
    <Button variant="default" leftSection={<IconCheck size={20} aria-hidden />} onClick={onClick}>
      {t(kind === 'probeCheck' ? 'confirm.probeCheck' : 'confirm.cleaning')}
    </Button>
  );
}
