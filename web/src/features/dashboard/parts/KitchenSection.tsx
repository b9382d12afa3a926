import { deleteLaboratory, listLaboratories } from '@brina/contract/laboratories';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useCall } from '../../../lib/query.ts';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import type { Kitchen } from '../dashboard.data.ts';
import { dashboardMessages } from '../dashboard.messages.ts';
import { ApplianceCard } from './ApplianceCard.tsx';
import { KitchenDialog } from './KitchenDialog.tsx';
import styles from './KitchenSection.module.css';

/** A kitchen with the cards of its appliances. */
export function KitchenSection({ kitchen, onAdd }: { kitchen: Kitchen; onAdd?: (() => void) | undefined }) {
  const { t } = useMessages(dashboardMessages);
  const heading = useId();
  return (
    <section className={styles.kitchen} aria-labelledby={heading}>
      <header className={styles.header}>
        <h2 id={heading} className={styles.name}>
          {kitchen.name ?? t('withoutKitchen')}
        </h2>
        <span className={styles.count}>{t('appliances', { n: kitchen.serials.length })}</span>
        {kitchen.lab?.may.edit && <KitchenMenu lab={kitchen.lab} />}
      </header>
      {kitchen.serials.length === 0 ? (
        <div className={styles.empty}>
          <p>{t('kitchenEmpty')}</p>
          {onAdd && (
            <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
              {t('addAppliance')}
            </Button>
          )}
        </div>
      ) : (
        <ul className={styles.cards}>
          {kitchen.serials.map((serial) => (
            <li key={serial} className={styles.place}>
              <ApplianceCard serial={serial} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function KitchenMenu({ lab }: { lab: NonNullable<Kitchen['lab']> }) {
  const { t } = useMessages(dashboardMessages);
  const { ask, dialog } = useConfirm(useErrorText());
  const remove = useCall(deleteLaboratory, { refresh: [listLaboratories] });
  const [renaming, setRenaming] = useState(false);

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
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon aria-label={t('kitchenMenu', { kitchen: lab.name })}>
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
