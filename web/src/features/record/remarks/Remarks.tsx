import type { SheetPart } from '@brina/domain/paper/sheet';
import { Button } from '@mantine/core';
import { IconHandFinger, IconNote, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useMessages } from '../../../lib/messages.ts';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { SheetTable } from '../../../ui/SheetTable.tsx';
import styles from './parts/Remarks.module.css';
import type { Remarked, RemarkKind } from './remarked.ts';
import { remarkMessages } from './remarks.messages.ts';

// The forms come when somebody adds something.
const RemarkDialog = comesLater(async () => {
  const { RemarkDialog: Part } = await import('./RemarkDialog.tsx');
  return { Part, messages: [remarkMessages] };
});

const ways: readonly { dialog: RemarkKind; label: 'reading.add' | 'note.add' | 'amend.open'; Icon: typeof IconNote }[] =
  [
    { dialog: 'reading', label: 'reading.add', Icon: IconHandFinger },
    { dialog: 'note', label: 'note.add', Icon: IconNote },
    { dialog: 'amend', label: 'amend.open', Icon: IconPencil },
  ];

/**
 * What people added to a record, and the ways to add more (B2.6, B2.7). A batch can be corrected besides, in what was typed at its start.
 * @param added as paper has it
 */
export function Remarks({ record, added }: { record: Remarked; added: readonly SheetPart[] }) {
  const { t } = useMessages(remarkMessages);
  const [asked, setAsked] = useState<RemarkKind | null>(null);
  return (
    <div className={styles.remarks}>
      {added.map((part) => (
        <SheetTable key={part.title} part={part} />
      ))}
      <p className={styles.hint}>{t('hint')}</p>
      <div className={styles.ways}>
        {ways
          .filter(({ dialog }) => dialog !== 'amend' || record.food)
          .map(({ dialog, label, Icon }) => (
            <Button
              key={dialog}
              variant="default"
              size="lg"
              leftSection={<Icon size={22} aria-hidden />}
              onClick={() => setAsked(dialog)}
            >
              {t(label)}
            </Button>
          ))}
      </div>
      <DialogSlot>{asked && <RemarkDialog kind={asked} record={record} onClose={() => setAsked(null)} />}</DialogSlot>
    </div>
  );
}
