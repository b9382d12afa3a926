import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './dialog.module.css';
import { dialogProps, useFocusReturn } from './dialog.ts';
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

/** Shows one question; stays open with the error when its promise fails, closes when it is kept. */
export function ConfirmDialog(props: {
  question: Question | null;
  onClose: () => void;
  describeError: (cause: unknown) => string;
}) {
  const { question, onClose, describeError } = props;
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<string | null>(null);
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
    <Modal {...dialogProps} opened={question !== null} onClose={close} title={question?.title} withCloseButton={false}>
      {question && (
        <div className={styles.fields}>
          <div className={styles.body}>{question.body}</div>
          {error && <Notice kind="warning">{error}</Notice>}
          <div className={styles.buttons}>
            <Button variant="default" onClick={close} disabled={running} data-autofocus>
              {question.cancel}
            </Button>
            <Button
              color={question.tone === 'danger' ? 'alarm' : 'petrol'}
              loading={running}
              onClick={() => void run(question)}
            >
              {question.confirm}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
