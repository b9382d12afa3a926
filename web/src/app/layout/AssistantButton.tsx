import { IconMessageChatbot } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { comesLater } from '../../lib/comes-later.ts';
import { useMessages } from '../../lib/messages.ts';
import { titleMessages } from '../titles.messages.ts';
import styles from './AssistantButton.module.css';

const AssistantPanel = comesLater(async () => {
  const { AssistantPanel: Part, messages } = await import('./AssistantPanel.tsx');
  return { Part, messages };
});

/**
 * The floating assistant button and, once opened, its panel: for the maker's staff at a desktop; their phone has it in the menu
 * (S2.16, S2.18).
 */
export function AssistantButton() {
  const { t } = useMessages(titleMessages);
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpened(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.control}
        aria-label={t('assistant')}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <IconMessageChatbot size={26} stroke={1.7} aria-hidden />
      </button>
      {opened && (
        <Suspense>
          <AssistantPanel onMinimize={close} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
