import { Button } from '@mantine/core';
import { IconReport } from '@tabler/icons-react';
import { useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useSearchTexts } from '../../../../lib/search-texts.ts';
import { useUser } from '../../../../lib/use-user.ts';
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

// Fewer still have them sent.
const SubscriptionsDialog = comesLater(async () => {
  const [{ SubscriptionsDialog: Part }, { subscriptionMessages }] = await Promise.all([
    import('../../subscriptions/SubscriptionsDialog.tsx'),
    import('../../subscriptions/subscriptions.messages.ts'),
  ]);
  return { Part, messages: [subscriptionMessages] };
});

/** The way to a report of a period, of what the book is narrowed to, and to having such records by email. */
export function ReportButton() {
  const { t } = useMessages(bookMessages);
  const user = useUser();
  const { labId, serialNumber } = useSearchTexts();
  const [open, setOpen] = useState<'report' | 'mails' | null>(null);
  const scope = { labId, serialNumber };
  const close = () => setOpen(null);
  return (
    <>
      <Button variant="default" leftSection={<IconReport size={20} aria-hidden />} onClick={() => setOpen('report')}>
        {t('report')}
      </Button>
      {open === 'report' && (
        <DialogSlot>
          <PeriodReportDialog
            scope={scope}
            onMails={user?.may.openRecords ? () => setOpen('mails') : undefined}
            onClose={close}
          />
        </DialogSlot>
      )}
      {open === 'mails' && (
        <DialogSlot>
          <SubscriptionsDialog scope={scope} onClose={close} />
        </DialogSlot>
      )}
    </>
  );
}
