import { ActionIcon } from '@mantine/core';
import { IconMinus, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { titleMessages } from '../titles.messages.ts';
import styles from './AssistantButton.module.css';
import { assistantMessages } from './assistant.messages.ts';

export const messages = [assistantMessages];

/** The assistant's panel beside the page (S2.18): for now it says that there is nobody to talk to yet. */
export function AssistantPanel({ onMinimize, onClose }: { onMinimize: () => void; onClose: () => void }) {
  const { t } = useMessages(assistantMessages);
  const { t: title } = useMessages(titleMessages);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  useEffect(() => {
    const shown = panel.current;
    const minimizeOnEscape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onMinimize();
    };
    shown?.addEventListener('keydown', minimizeOnEscape);
    return () => shown?.removeEventListener('keydown', minimizeOnEscape);
  }, [onMinimize]);
  return (
    <section ref={panel} className={styles.panel} role="dialog" aria-label={title('assistant')} tabIndex={-1}>
      <header className={styles.header}>
        <h2 className={styles.title}>{title('assistant')}</h2>
        <ActionIcon variant="subtle" size={44} aria-label={t('minimize')} onClick={onMinimize}>
          <IconMinus size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" size={44} aria-label={t('close')} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </header>
      <p className={styles.words}>{t('notYet')}</p>
    </section>
  );
}
