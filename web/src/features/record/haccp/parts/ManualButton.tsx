import { Button } from '@mantine/core';
import { IconHandFinger } from '@tabler/icons-react';
import { useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { bookMessages } from '../book.messages.ts';

// Seldom is food cooled without an appliance.
const ManualDialog = comesLater(async () => {
  const [{ ManualDialog: Part }, { manualMessages }] = await Promise.all([
    import('./ManualDialog.tsx'),
    import('../manual.messages.ts'),
  ]);
  return { Part, messages: [manualMessages] };
});

/** The way to record food that is cooled in an ice bath, and measured by hand (B2.7). */
export function ManualButton() {
  const { t } = useMessages(bookMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconHandFinger size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('manual')}
      </Button>
      {isOpen && (
        <DialogSlot>
          <ManualDialog onClose={() => setOpen(false)} />
        </DialogSlot>
      )}
    </>
  );
}
