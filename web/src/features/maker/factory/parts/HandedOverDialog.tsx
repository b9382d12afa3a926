import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { newApplianceMessages } from '../new-appliance.messages.ts';
import styles from './HandedOverDialog.module.css';

/** Texts to have before it is shown. */
export const messages = [newApplianceMessages];

/** A file that the portal hands out once. */
export type OnceFile = Parameters<typeof saveFile>[0];

/**
 * Says that a file with a key was handed over, and where the key is now. It closes by its button only, so that the file is not
 * lost by a slip.
 * @param another a further way on, beside the button that closes it
 */
export function HandedOverDialog(props: {
  title: string;
  file: OnceFile;
  children: ReactNode;
  another?: ReactNode;
  onClose: () => void;
}) {
  const { title, file, children, another, onClose } = props;
  const { t } = useMessages(newApplianceMessages);
  return (
    <FormDialog
      title={title}
      onClose={() => {}}
      onSubmit={(event) => event.preventDefault()}
      submitLabel={t('kept')}
      cancelLabel=""
      pending={false}
      error={null}
      footer={
        <>
          {another}
          <Button data-autofocus onClick={onClose}>
            {t('kept')}
          </Button>
        </>
      }
    >
      <Notice kind="success">{t('downloaded', { file: file.name })}</Notice>
      <div className={styles.words}>{children}</div>
      <Button
        className={styles.again}
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => saveFile(file)}
      >
        {t('downloadAgain')}
      </Button>
    </FormDialog>
  );
}
