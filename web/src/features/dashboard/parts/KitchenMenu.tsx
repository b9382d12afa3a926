import { deleteLaboratory, type Laboratory, listLaboratories } from '@brina/contract/laboratories';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useCall } from '../../../lib/query.ts';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import { dashboardMessages } from '../dashboard.messages.ts';
import { KitchenDialog } from './KitchenDialog.tsx';
import styles from './KitchenMenu.module.css';

/** What can be done with a kitchen: rename it, or delete it while it is empty (S5.9). Opens by itself: it comes when asked for. */
export function KitchenMenu({ lab }: { lab: Laboratory }) {
  const { t } = useMessages(dashboardMessages);
  const { ask, dialog } = useConfirm(useErrorText());
  const remove = useCall(deleteLaboratory, { refresh: [listLaboratories] });
  const [renaming, setRenaming] = useState(false);
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Where the focus returns to when the menu closes; the button that was pressed is gone.
    target.current?.focus();
    setOpened(true);
  }, []);

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
      <Menu position="bottom-end" width={260} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <ActionIcon ref={target} aria-label={t('kitchenMenu', { kitchen: lab.name })}>
            <IconDots size={22} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setRenaming(true)}>
            {t('renameKitchen')}
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
        </Menu.Dropdown>
      </Menu>
      {renaming && <KitchenDialog lab={lab} onClose={() => setRenaming(false)} />}
      {dialog}
    </>
  );
}
