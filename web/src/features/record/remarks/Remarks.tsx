import type { SheetPart } from '@brina/domain/paper/sheet';
import { Button } from '@mantine/core';
import { IconFlame, IconHandFinger, IconLink, IconNote, IconPencil, IconUnlink } from '@tabler/icons-react';
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

type Way = {
  dialog: RemarkKind;
  label: 'reading.add' | 'note.add' | 'cooked.open' | 'link.open' | 'link.apart' | 'amend.open';
  Icon: typeof IconNote;
};

/** What can be added to a record: of the food of a day nothing is said. */
const waysFor = ({ food }: Remarked): Way[] => [
  { dialog: 'reading', label: 'reading.add', Icon: IconHandFinger },
  { dialog: 'note', label: 'note.add', Icon: IconNote },
  ...(food ? ([{ dialog: 'cooked', label: 'cooked.open', Icon: IconFlame }] as const) : []),
  ...(food?.continues ? ([{ dialog: 'link', label: 'link.apart', Icon: IconUnlink }] as const) : []),
  ...(food?.before && !food.continues ? ([{ dialog: 'link', label: 'link.open', Icon: IconLink }] as const) : []),
  ...(food ? ([{ dialog: 'amend', label: 'amend.open', Icon: IconPencil }] as const) : []),
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
        {waysFor(record).map(({ dialog, label, Icon }) => (
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
