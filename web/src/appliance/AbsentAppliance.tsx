import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { pathOf } from '@brina/contract/screens';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { isNotThere, useAppliance } from '../lib/appliances.ts';
import { useFailure } from '../lib/errors.ts';
import { useMessages } from '../lib/messages.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Screen } from '../ui/Screen.tsx';
import { absentMessages } from './absent.messages.ts';
import { applianceMessages } from './appliance.messages.ts';

/** Why there is no appliance to show, or not yet. */
export type Absence = {
  serialNumber: string;
  error: Error | null;
  /** The name it was shown under, where this page has shown it before. */
  before: string | null;
  retry: () => void;
};

/**
 * The appliance a page is about, or why it is not there. What was known of one that is not the reader's any more, by a release or an
 * end of sharing, is gone at once.
 */
export function useOpenedAppliance(
  serialNumber: string,
): { appliance: Appliance; absence: null } | { appliance: null; absence: Absence } {
  const { data, error, refetch } = useAppliance(serialNumber);
  const [shown, setShown] = useState<{ serialNumber: string; name: string } | null>(null);
  const appliance = isNotThere(error) ? undefined : data;
  const name = appliance?.name;
  useEffect(() => {
    if (name !== undefined) setShown({ serialNumber, name });
  }, [serialNumber, name]);
  if (appliance) return { appliance, absence: null };
  const before = shown?.serialNumber === serialNumber ? shown.name : null;
  return { appliance: null, absence: { serialNumber, error, before, retry: () => void refetch() } };
}

/** Stands in place of an appliance: on its way, not to be had, or not the reader's, or not any more. Which, a number does not tell (S6.3). */
export function AbsentAppliance({ absence, loading }: { absence: Absence; loading: ReactNode }) {
  const { serialNumber, error, before, retry } = absence;
  const { t } = useMessages(applianceMessages);
  const { t: absent } = useMessages(absentMessages);
  const failure = useFailure();
  const isKnown = before !== null;
  return (
    <Screen
      title={before ?? serialNumber}
      state={isNotThere(error) ? 'empty' : error ? 'error' : 'loading'}
      loading={loading}
      error={<ErrorState {...failure(error, retry, t('loadFailed'))} />}
      empty={
        <EmptyState
          icon={IconLock}
          title={absent(isKnown ? 'title' : 'unknown')}
          action={
            <Button variant="default" renderRoot={(root) => <Link {...root} to={pathOf('dashboard')} />}>
              {absent('mine')}
            </Button>
          }
        >
          <p>{absent(isKnown ? 'why' : 'unknownWhy')}</p>
        </EmptyState>
      }
    />
  );
}
