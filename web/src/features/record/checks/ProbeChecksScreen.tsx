import { errorMessages } from '@brina/contract/wire/errors.messages';
import { modelRow, needlesOf } from '@brina/domain/appliance/families/families';
import { Button } from '@mantine/core';
import { IconSnowflake } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useAppliance } from '../../../lib/appliances.ts';
import { comesLater } from '../../../lib/comes-later.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { signMessages } from '../signatures/sign.messages.ts';
import { checkMessages } from './checks.messages.ts';
import { CheckList } from './parts/CheckList.tsx';
import styles from './parts/Checks.module.css';
import { Standing } from './parts/Standing.tsx';
import { useChecks, useProbes } from './use-checks.ts';

/** Texts to have before the screen is shown. */
export const messages = [checkMessages, errorMessages];

// The steps come when somebody goes them.
const CheckDialog = comesLater(async () => {
  const { CheckDialog: Part } = await import('./parts/CheckDialog.tsx');
  return { Part, messages: [checkMessages, signMessages] };
});

/**
 * The core probes of an appliance: when each has to be checked, what its checks found and did to records, and the way to make one (B2.7).
 * @param lead the way back to where it was opened
 */
export function ProbeChecksScreen({ serialNumber, lead }: { serialNumber: string; lead: ReactNode }) {
  const { t } = useMessages(checkMessages);
  const failure = useFailure();
  const [isChecking, setChecking] = useState(false);
  const { data: appliance, ...asked } = useAppliance(serialNumber);
  const checks = useChecks(serialNumber);
  const probes = useProbes(serialNumber);
  const row = modelRow(appliance?.model ?? '');
  const hasProbe = !row || needlesOf(row) > 0;
  const failed = [asked, checks, probes].find(({ error }) => error !== null);
  const isReady = appliance && checks.data && probes.data;
  return (
    <Screen
      title={t('title')}
      lead={lead}
      actions={
        isReady &&
        hasProbe &&
        appliance.may.record.includes('probeCheck') && (
          <Button
            size="lg"
            className={styles.big}
            leftSection={<IconSnowflake size={22} aria-hidden />}
            onClick={() => setChecking(true)}
          >
            {t('check')}
          </Button>
        )
      }
      state={!isReady ? (failed ? 'error' : 'loading') : hasProbe ? 'ready' : 'empty'}
      loading={
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={320} />
        </div>
      }
      error={failed && <ErrorState {...failure(failed.error, failed.refetch, t('loadFailed'))} />}
      empty={
        <EmptyState icon={IconSnowflake} title={t('noProbe')}>
          <p>{t('noProbeHint')}</p>
        </EmptyState>
      }
    >
      {isReady && (
        <>
          <Standing probes={probes.data.items} />
          {checks.data.length > 0 ? (
            <CheckList checks={checks.data} timeZone={appliance.lab?.timeZone} />
          ) : (
            <EmptyState icon={IconSnowflake} title={t('none')}>
              <p>{t('noneHint')}</p>
            </EmptyState>
          )}
          <DialogSlot>
            {isChecking && <CheckDialog appliance={appliance} onClose={() => setChecking(false)} />}
          </DialogSlot>
        </>
      )}
    </Screen>
  );
}
