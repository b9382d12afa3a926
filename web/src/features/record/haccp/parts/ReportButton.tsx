import { Button } from '@mantine/core';
import { IconReport } from '@tabler/icons-react';
import { useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useSearchTexts } from '../../../../lib/search-texts.ts';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { bookMessages } from '../book.messages.ts';

// Few who look at the book have a report made.
const PeriodReportDialog = comesLater(async () => {
  const [{ PeriodReportDialog: Part }, { reportMessages }] = await Promise.all([
    import('./PeriodReportDialog.tsx'),
    import('../report.messages.ts'),
  ]);
  return { Part, messages: [reportMessages] };
});

/** The way to a report of a period, of what the book is narrowed to. */
export function ReportButton() {
  const { t } = useMessages(bookMessages);
  const { labId, serialNumber } = useSearchTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconReport size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('report')}
      </Button>
      {isOpen && (
        <DialogSlot>
          <PeriodReportDialog scope={{ labId, serialNumber }} onClose={() => setOpen(false)} />
        </DialogSlot>
      )}
    </>
  );
}
