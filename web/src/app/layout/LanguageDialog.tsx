import { endonym, htmlLang, type Locale, locales } from '@brina/domain/language/locales';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { showToast } from '../../lib/toast.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { chooseLocale, saveLocale } from '../language.ts';
import { Flag } from './Flag.tsx';
import styles from './LanguageDialog.module.css';
import { languageMessages } from './language.messages.ts';

export const messages = [languageMessages];

/** The nine languages, each in its own words; setting one also saves it to who is signed in (S2.17). */
export function LanguageDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t, locale } = useMessages(languageMessages);
  const [chosen, setChosen] = useState<Locale | null>(null);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);
  const current = chosen ?? locale;

  const close = (): void => {
    setChosen(null);
    setFailed(false);
    onClose();
  };
  const set = async (): Promise<void> => {
    setPending(true);
    setFailed(false);
    try {
      // A portal that cannot keep the choice does not take it from the reader.
      await saveLocale(current).catch(() => showToast({ kind: 'warning', text: t('notSaved') }));
      await chooseLocale(current);
      close();
    } catch {
      setFailed(true);
    } finally {
      setPending(false);
    }
  };

  return (
    <FormDialog
      title={t('title')}
      opened={opened}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault();
        void set();
      }}
      submitLabel={t('set')}
      cancelLabel={t('cancel')}
      pending={pending}
      error={failed ? t('notLoaded') : null}
    >
      <fieldset className={styles.languages}>
        <legend className={styles.legend}>{t('title')}</legend>
        {locales.map((one) => (
          <label key={one} className={styles.language}>
            <input
              className={styles.choice}
              type="radio"
              name="language"
              value={one}
              checked={one === current}
              data-autofocus={one === locale || undefined}
              onChange={() => setChosen(one)}
            />
            <Flag locale={one} />
            <span lang={htmlLang(one)}>{endonym(one)}</span>
            <IconCheck className={styles.check} size={20} aria-hidden />
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
