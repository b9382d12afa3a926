import { Button } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { type Tone, toneIcons, tones } from '../../../../ui/tones.ts';
import { countByTone, type Entry, type Kitchen } from '../dashboard.data.ts';
import { dashboardMessages } from '../dashboard.messages.ts';
import { useToneWord } from '../use-tone-word.ts';
import { ApplianceCard } from './ApplianceCard.tsx';
import { KitchenMenuButton } from './KitchenMenuButton.tsx';
import styles from './KitchenSection.module.css';

/**
 * A kitchen with the cards of its appliances. Its heading says how many are in which state, folded up or not.
 * @param onToggle folds it up or opens it; absent where there is no other kitchen to make room for
 */
export function KitchenSection(props: {
  kitchen: Kitchen;
  closed: boolean;
  onToggle?: (() => void) | undefined;
  onAdd?: (() => void) | undefined;
}) {
  const { kitchen, closed, onToggle, onAdd } = props;
  const { t } = useMessages(dashboardMessages);
  const heading = useId();
  const content = useId();
  const name = kitchen.name ?? t('withoutKitchen');
  return (
    <section className={styles.kitchen} aria-labelledby={heading}>
      <header className={styles.header}>
        <h2 id={heading} className={styles.name}>
          {onToggle ? (
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={!closed}
              aria-controls={content}
              onClick={onToggle}
            >
              <IconChevronDown className={styles.chevron} size={22} aria-hidden />
              {name}
            </button>
          ) : (
            name
          )}
        </h2>
        <span className={styles.count}>{t('appliances', { n: kitchen.entries.length })}</span>
        {onToggle && <States entries={kitchen.entries} />}
        {kitchen.lab?.may.edit && (
          <div className={styles.menu}>
            <KitchenMenuButton lab={kitchen.lab} />
          </div>
        )}
      </header>
      <div id={content} hidden={closed}>
        {!closed && <Content kitchen={kitchen} onAdd={onAdd} />}
      </div>
    </section>
  );
}

/** How many are in which state, an alarm first and loudest. */
function States({ entries }: { entries: readonly Entry[] }) {
  const word = useToneWord();
  const format = useFormat();
  const counts = countByTone(entries);
  const shown: Tone[] = tones.filter((tone) => counts[tone] > 0);
  return (
    <ul className={styles.states}>
      {shown.map((tone) => {
        const Icon = toneIcons[tone];
        return (
          <li key={tone} className={styles.state} data-tone={tone} title={word(tone)}>
            <Icon size={16} aria-hidden />
            {format.number(counts[tone])}
            <span className={styles.hidden}> {word(tone)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Content({ kitchen, onAdd }: { kitchen: Kitchen; onAdd?: (() => void) | undefined }) {
  const { t } = useMessages(dashboardMessages);
  if (kitchen.entries.length === 0) {
    return (
      <div className={styles.empty}>
        <p>{t('kitchenEmpty')}</p>
        {onAdd && (
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
            {t('addAppliance')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <ul className={styles.cards}>
      {kitchen.entries.slice(0, kitchen.cards).map(({ serial }) => (
        <li key={serial} className={styles.place}>
          <ApplianceCard serial={serial} />
        </li>
      ))}
    </ul>
  );
}
