import { buttonCode, endonym, htmlLang, isLocale, locales } from '@brina/domain/locales';
import { IconChevronDown } from '@tabler/icons-react';
import { useMessages } from '../../lib/messages.ts';
import { chooseLocale } from '../language.ts';
import { shellMessages } from '../shell.messages.ts';
import styles from './LanguageButton.module.css';

/** The language button: it shows the code (S2.13) and opens the browser's own list of the nine languages. */
export function LanguageButton() {
  const { t, locale } = useMessages(shellMessages);
  return (
    <span className={styles.button}>
      <span aria-hidden>{buttonCode(locale)}</span>
      <IconChevronDown size={16} aria-hidden />
      <select
        className={styles.list}
        aria-label={`${buttonCode(locale)} ${t('language')}`}
        value={locale}
        onChange={({ currentTarget: { value } }) => {
          if (isLocale(value)) void chooseLocale(value);
        }}
      >
        {locales.map((one) => (
          <option key={one} value={one} lang={htmlLang(one)}>
            {endonym(one)}
          </option>
        ))}
      </select>
    </span>
  );
}
