import { Button, Modal } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './dialog.module.css';
import { dialogProps, useFocusReturn, usePressedFocus } from './dialog.ts';
import { Notice } from './Notice.tsx';

/**
 * A form in a dialog. Pending and error are demanded, so that no form can forget them.
 * @param onSubmit the form library's handler: it validates and calls back with the values
 * @param error what went wrong as a whole; what is wrong with one field stands at the field
 */
export function FormDialog(props: {
  title: string;
  /** For a dialog that stays when it is closed; others come when they are opened. */
  opened?: boolean;
  onClose: () => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  submitLabel: string;
  /** `danger` where submitting cannot be taken back. */
  submitTone?: 'danger' | 'plain';
  cancelLabel: string;
  pending: boolean;
  error: string | null;
  children: ReactNode;
  /** Shown in place of the form's buttons, such as the only way on after a success. */
  footer?: ReactNode;
}) {
  const { title, opened = true, onClose, onSubmit, submitLabel, cancelLabel, pending, error, children, footer } = props;
  const { submitTone = 'plain' } = props;
  const form = useRef<HTMLFormElement>(null);
  const pressed = usePressedFocus(pending, opened);
  useFocusReturn(opened);
  // The first fault is where the user goes on: of what was typed, and of what came back as refused.
  const goOn = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  useEffect(() => {
    if (!pending) goOn();
  }, [pending]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    onSubmit(event);
    // The library has marked the faults by the next frame.
    requestAnimationFrame(goOn);
  };

  return (
    <Modal {...dialogProps} opened={opened} onClose={() => !pending && onClose()} title={title} withCloseButton={false}>
      <form ref={form} className={styles.fields} onSubmit={submit} noValidate>
        {error && <Notice kind="warning">{error}</Notice>}
        {children}
        {/* In sight however long the form is. */}
        <div className={styles.buttons}>
          {footer ?? (
            <>
              <Button variant="default" onClick={onClose} disabled={pending}>
                {cancelLabel}
              </Button>
              <Button
                ref={pressed}
                type="submit"
                color={submitTone === 'danger' ? 'alarm' : 'petrol'}
                loading={pending}
              >
                {submitLabel}
              </Button>
            </>
          )}
        </div>
      </form>
    </Modal>
  );
}
