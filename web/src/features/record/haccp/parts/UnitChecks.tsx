import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { BackLink } from '../../../../ui/BackLink.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { haccpMessages } from '../haccp.messages.ts';

const ProbeChecksScreen = comesLater(async () => {
  const { ProbeChecksScreen: Part, messages } = await import('../../checks/ProbeChecksScreen.tsx');
  return { Part, messages };
});

/** The checks of an appliance's core probes: a view beside its records. */
export function UnitChecks({ serialNumber }: { serialNumber: string }) {
  const { t } = useMessages(haccpMessages);
  const lead = (
    <BackLink
      link={(looks) => (
        <Link {...looks} to="." search={({ checks: _, ...others }: Record<string, unknown>) => others} />
      )}
    >
      {t('allRecords')}
    </BackLink>
  );
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <ProbeChecksScreen serialNumber={serialNumber} lead={lead} />
    </Suspense>
  );
}
