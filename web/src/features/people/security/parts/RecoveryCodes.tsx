import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMessages } from '../../../../lib/messages.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { securityMessages } from '../security.messages.ts';
import styles from '../security.module.css';

/** Recovery codes, shown this once, to copy, load down or print. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useMessages(securityMessages);
  const clipboard = useClipboard();
  const text = `${t('codesFile')}\n\n${codes.join('\n')}\n`;
  const download = () =>
    saveFile({ name: 'brina-recovery-codes.txt', type: 'text/plain', data: new TextEncoder().encode(text) });
  return (
    <div className={styles.steps}>
      <p className={styles.lead}>{t('codesBody')}</p>
      <ul className={styles.codes} aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {t('print')}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={download}>
          {t('download')}
        </Button>
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => clipboard.copy(text)}
        >
          <span aria-live="polite">{clipboard.copied ? t('copied') : t('copyCodes')}</span>
        </Button>
        <Button onClick={onKept}>{t('kept')}</Button>
      </div>
    </div>
  );
}
