import { Button } from '@mantine/core';
import { IconFridge, IconToolsKitchen2 } from '@tabler/icons-react';
import { useMessages } from '../../../../lib/messages.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { dashboardMessages } from '../dashboard.messages.ts';

/**
 * What a new company sees: what to do first, and where that leads.
 * @param onStart begins with the kitchen; absent for whom only others share appliances with
 */
export function FirstSteps({ onStart }: { onStart: (() => void) | undefined }) {
  const { t } = useMessages(dashboardMessages);
  if (!onStart) {
    return (
      <EmptyState icon={IconFridge} title={t('emptyTitle')}>
        <p>{t('emptyForeign')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconFridge}
      title={t('emptyTitle')}
      action={
        <Button leftSection={<IconToolsKitchen2 size={20} aria-hidden />} onClick={onStart}>
          {t('addKitchen')}
        </Button>
      }
    >
      <ol>
        <li>{t('emptyKitchen')}</li>
        <li>{t('emptyAppliance')}</li>
        <li>{t('emptyWatch')}</li>
      </ol>
    </EmptyState>
  );
}
