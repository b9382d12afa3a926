import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { pathOf } from '@brina/contract/screens';
import { Button } from '@mantine/core';
import { IconBolt, IconChartHistogram, IconFileCheck, IconListDetails } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { useMessages } from '../../../../lib/messages.ts';

const places = [
  { key: 'haccp', screen: 'haccp-reports-historyback', icon: IconFileCheck, right: 'readRecords' },
  { key: 'analytics', screen: 'appliance-analytics', icon: IconChartHistogram },
  { key: 'cycles', screen: 'appliance-cycles', icon: IconListDetails, right: 'readCycles' },
  { key: 'energy', screen: 'energy-details-historyback', icon: IconBolt },
] as const;

/** Where else this appliance is looked at (S2.23). Food records and cycles are the kitchen's. */
export function LinkButtons({ appliance: { serialNumber, may } }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  return places
    .filter((place) => !('right' in place) || may[place.right])
    .map(({ key, screen, icon: Icon }) => (
      <Button
        key={key}
        variant="default"
        leftSection={<Icon size={20} aria-hidden />}
        renderRoot={(props) => <Link {...props} to={pathOf(screen, { serialNumber })} />}
      >
        {t(key)}
      </Button>
    ));
}
