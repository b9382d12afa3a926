import { Button } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { saveMessages } from '../save.messages.ts';

/** Texts to have before the dialog is shown. */
export const messages = [saveMessages];

/** Asks before changes would be left behind. */
export function LeaveDialog(props: { onSave: () => void; onDiscard: () => void; onStay: () => void }) {
  const { onSave, onDiscard, onStay } = props;
  const { t } = useMessages(saveMessages);
  return (
    <FormDialog
      title={t('leaveTitle')}
      onClose={onStay}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      submitLabel={t('save')}
      cancelLabel={t('stay')}
      pending={false}
      error={null}
      footer={
        <>
          <Button variant="default" onClick={onStay}>
            {t('stay')}
          </Button>
          <Button variant="default" color="alarm" onClick={onDiscard}>
            {t('discard')}
          </Button>
          <Button type="submit">{t('save')}</Button>
        </>
      }
    >
      <p>{t('leaveBody')}</p>
    </FormDialog>
  );
}
