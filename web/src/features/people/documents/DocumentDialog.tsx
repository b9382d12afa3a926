import { Modal } from '@mantine/core';
import { useMessages } from '../../../lib/messages.ts';
import { dialogProps, useFocusReturn } from '../../../ui/dialog.ts';
import { DocumentText } from './DocumentText.tsx';
import { documentMessages } from './document.messages.ts';

/**
 * Shows one of our own documents over the page, such as the terms (S2.10) or the accessibility statement.
 * @param path of the document on this portal: `/html/…`
 */
export function DocumentDialog(props: { path: string; title: string; opened: boolean; onClose: () => void }) {
  const { path, title, opened, onClose } = props;
  const { t } = useMessages(documentMessages);
  useFocusReturn(opened);
  return (
    <Modal
      {...dialogProps}
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
    >
      <DocumentText path={path} />
    </Modal>
  );
}
