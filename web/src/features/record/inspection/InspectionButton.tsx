import { Button } from '@mantine/core';
import { IconClipboardSearch } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/use-user.ts';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { inspectionMessages } from './inspection.messages.ts';

const InspectionDialog = lazy(async () => ({ default: (await import('./InspectionDialog.tsx')).InspectionDialog }));

/** Opens records to an inspector, for who may (B2.10). */
export function InspectionButton({ labId }: { labId: string | undefined }) {
  const { t } = useMessages(inspectionMessages);
  const user = useUser();
  const [opened, setOpened] = useState(false);
  if (!user?.may.openRecords) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconClipboardSearch size={20} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('open')}
      </Button>
      {opened && (
        <DialogSlot>
          <InspectionDialog labId={labId} onClose={() => setOpened(false)} />
        </DialogSlot>
      )}
    </>
  );
}
