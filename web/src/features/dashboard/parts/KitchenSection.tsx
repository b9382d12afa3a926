import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import type { Kitchen } from '../dashboard.data.ts';
import { dashboardMessages } from '../dashboard.messages.ts';
import { ApplianceCard } from './ApplianceCard.tsx';
import { KitchenMenuButton } from './KitchenMenuButton.tsx';
import styles from './KitchenSection.module.css';

/** A kitchen with the cards of its appliances. */
export function KitchenSection({ kitchen, onAdd }: { kitchen: Kitchen; onAdd?: (() => void) | undefined }) {
  const { t } = useMessages(dashboardMessages);
  const heading = useId();
  return (
    <section className={styles.kitchen} aria-labelledby={heading}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h2 id={heading} className={styles.name}>
            {kitchen.name ?? t('withoutKitchen')}
          </h2>
          <span className={styles.count}>{t('appliances', { n: kitchen.serials.length })}</span>
        </div>
        {kitchen.lab?.may.edit && <KitchenMenuButton lab={kitchen.lab} />}
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
