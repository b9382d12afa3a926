import { Modal } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { dialogProps } from '../../../../ui/dialog.ts';
import { editorMessages } from '../editor.messages.ts';
import { ExpectedCurve, type ExpectedProps } from './ExpectedCurve.tsx';

/** What the cycle is expected to do, over the phases where there is no room beside them. */
export function ExpectedSheet({ onClose, ...props }: ExpectedProps & { onClose: () => void }) {
  const { t } = useMessages(editorMessages);
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={onClose}
      title={t('expected')}
      closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
    >
      <ExpectedCurve {...props} />
    </Modal>
  );
}
