import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { OpenDoor } from '../../../../appliance/OpenDoor.tsx';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import styles from '../Controls.module.css';
import type { Orders } from '../use-orders.tsx';

/** Asks before a blast chiller defrosts: warm air and water are nothing for food, so a person says that none is in it. */
export function EmptyCellDialog(props: { orders: Orders; args: Record<string, unknown>; onClose: () => void }) {
  const { orders, args, onClose } = props;
  const { t } = useMessages(controlMessages);
  const { t: page } = useMessages(applianceMessages);
  const errorText = useErrorText();
  const [empty, setEmpty] = useState(false);
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async () => {
    setTried(true);
    if (!empty) return;
    try {
      await orders.send('setDefrost', args);
      onClose();
    } catch (cause) {
      setError(errorText(cause));
    }
  };
  return (
    <FormDialog
      title={t('defrostTitle')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      submitLabel={t('defrostStart')}
      cancelLabel={page('cancel')}
      pending={orders.pending}
      error={error}
    >
      <OpenDoor appliance={orders.appliance} />
      <p className={styles.hint}>{t('defrostBody')}</p>
      <Checkbox
        label={t('cellEmpty')}
        checked={empty}
        error={tried && !empty ? t('cellEmptyNeeded') : null}
        onChange={(event) => setEmpty(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
