import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './dialog.module.css';
import { dialogProps, useFocusReturn, usePressedFocus } from './dialog.ts';
import { Notice } from './Notice.tsx';

/** A question before something that cannot simply be taken back. */
export type Question = {
  title: string;
  body: ReactNode;
  /** What happens, as a verb: "Stop cycle". */
  confirm: string;
  /** The way out, in its own words where "Cancel" would be ambiguous: "Keep running". */
  cancel: string;
  tone?: 'danger' | 'plain';
  run: () => Promise<unknown>;
};

/**
 * Shows one question; stays open with the error when its promise fails, closes when it is kept.
 * @param props.question null when nothing is asked: the last question stands until the dialog has faded
 */
export function ConfirmDialog(props: {
  question: Question | null;
  onClose: () => void;
  describeError: (cause: unknown) => string;
}) {
  const { question, onClose, describeError } = props;
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [shown, setShown] = useState(question);
  if (question && question !== shown) setShown(question);
  const pressed = usePressedFocus(running, question !== null);
  useFocusReturn(question !== null);

  const close = () => {
    if (running) return;
    setError(null);
    onClose();
  };
  const run = async (asked: Question) => {
    setRunning(true);
    setError(null);
    try {
      await asked.run();
      onClose();
    } catch (cause) {
      setError(describeError(cause));
    } finally {
      setRunning(false);
    }
  };

  return (
    <Modal {...dialogProps} opened={question !== null} onClose={close} title={shown?.title} withCloseButton={false}>
      {shown && (
        <div className={styles.fields}>
          <div className={styles.body}>{shown.body}</div>
          {error && <Notice kind="warning">{error}</Notice>}
          <div className={styles.buttons}>
            <Button variant="default" onClick={close} disabled={running} data-autofocus>
              {shown.cancel}
            </Button>
            <Button
              ref={pressed}
              color={shown.tone === 'danger' ? 'alarm' : 'petrol'}
              loading={running}
              onClick={() => question && void run(question)}
            >
              {shown.confirm}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
