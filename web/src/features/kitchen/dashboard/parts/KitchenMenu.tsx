import { deleteLaboratory, type Laboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { Menu } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { OpenedMenu } from '../../../../ui/OpenedMenu.tsx';
import { useConfirm } from '../../../../ui/use-confirm.tsx';
import { dashboardMessages } from '../dashboard.messages.ts';
import { LaboratoryDialog } from '../laboratory-dialog.ts';
import styles from './KitchenMenu.module.css';

/** What can be done with a kitchen: edit it, or delete it while it is empty (S5.9). */
export function KitchenMenu({ lab }: { lab: Laboratory }) {
  const { t } = useMessages(dashboardMessages);
  const { ask, dialog } = useConfirm(useErrorText());
  const remove = useCall(deleteLaboratory, { refresh: [listLaboratories] });
  const [editing, setEditing] = useState(false);

  const askDelete = () =>
    ask({
      title: t('deleteKitchenTitle'),
      body: t('deleteKitchenBody', { kitchen: lab.name }),
      confirm: t('deleteKitchen'),
      cancel: t('cancel'),
      tone: 'danger',
      run: () => remove.send({ params: { id: lab.id } }),
    });

  return (
    <>
      <OpenedMenu label={t('kitchenMenu', { kitchen: lab.name })}>
        <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setEditing(true)}>
          {t('editKitchen')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={18} aria-hidden />}
          // While it holds appliances the entry says why it cannot be deleted (S8.14); the server refuses it too (S5.9).
          disabled={lab.applianceCount > 0}
          onClick={askDelete}
        >
          {t('deleteKitchen')}
          {lab.applianceCount > 0 && <span className={styles.why}>{t('kitchenInUse')}</span>}
        </Menu.Item>
      </OpenedMenu>
      {editing && (
        <DialogSlot>
          <LaboratoryDialog lab={lab} onClose={() => setEditing(false)} />
        </DialogSlot>
      )}
      {dialog}
    </>
  );
}
