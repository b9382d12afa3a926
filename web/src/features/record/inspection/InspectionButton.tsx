import { Button } from '@mantine/core';
import { IconClipboardSearch } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/use-user.ts';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { inspectionMessages } from './inspection.messages.ts';

const InspectionDialog = lazy(async () => ({ default: (await import('./InspectionDialog.tsx')).InspectionDialog }));
const LinksDialog = lazy(async () => ({ default: (await import('./InspectionDialog.tsx')).LinksDialog }));

/** Opens records to an inspector, for who may; who may only let in sees there what is open, and can end it (B2.10). */
export function InspectionButton({ labId }: { labId: string | undefined }) {
  const { t } = useMessages(inspectionMessages);
  const user = useUser();
  const [opened, setOpened] = useState(false);
  if (!user?.may.letIn) return null;
  const close = () => setOpened(false);
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
          {user.may.openRecords ? <InspectionDialog labId={labId} onClose={close} /> : <LinksDialog onClose={close} />}
        </DialogSlot>
      )}
    </>
  );
}
