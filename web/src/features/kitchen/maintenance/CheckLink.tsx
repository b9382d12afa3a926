import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { pathOf } from '@brina/contract/screens';
import { modelRow, needlesOf } from '@brina/domain/appliance/families/families';
import { Button } from '@mantine/core';
import { IconSnowflake } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../../lib/messages.ts';
import { maintenanceMessages } from './maintenance.messages.ts';

type CheckedUnit = Pick<Appliance, 'serialNumber' | 'model'>;

/** The way to the checks of an appliance's core probes, where one is made with its values (B2.7); nothing of one without a probe. */
export function CheckLink({ appliance: { serialNumber, model } }: { appliance: CheckedUnit }) {
  const { t } = useMessages(maintenanceMessages);
  const row = modelRow(model);
  if (row && needlesOf(row) === 0) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconSnowflake size={20} aria-hidden />}
      renderRoot={(props) => (
        <Link {...props} to={pathOf('haccp-reports', { serialNumber })} search={{ checks: 'probes' }} />
      )}
    >
      {t('checkProbe')}
    </Button>
  );
}
