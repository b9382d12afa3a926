import { buttonCode } from '@brina/domain/language/locales';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { comesLater } from '../../lib/comes-later.ts';
import { useMessages } from '../../lib/messages.ts';
import { DialogSlot } from '../../ui/DialogSlot.tsx';
import { shellMessages } from '../shell.messages.ts';
import styles from './LanguageButton.module.css';

const LanguageDialog = comesLater(async () => {
  const { LanguageDialog: Part, messages } = await import('./LanguageDialog.tsx');
  return { Part, messages };
});

/** The language button: it shows the code (S2.13) and opens the language dialog. */
export function LanguageButton() {
  const { t, locale } = useMessages(shellMessages);
  const [asked, setAsked] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-label={`${buttonCode(locale)} ${t('language')}`}
        onClick={() => {
          setAsked(true);
          setOpened(true);
        }}
      >
        {buttonCode(locale)}
        <IconChevronDown size={16} aria-hidden />
      </button>
      {asked && (
        <DialogSlot>
          <LanguageDialog opened={opened} onClose={() => setOpened(false)} />
        </DialogSlot>
      )}
    </>
  );
}
