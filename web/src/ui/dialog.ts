import { dialogWidth_px } from '@brina/domain/constants';
import type { ModalProps } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';

/** How every dialog looks: as wide as specified (S9.4), in the middle; `styles.css` makes it a sheet on phones. */
export const dialogProps = {
  centered: true,
  size: dialogWidth_px,
  padding: 'lg',
  radius: 'lg',
  shadow: 'none',
  overlayProps: { backgroundOpacity: 0.45 },
  transitionProps: { duration: 120 },
} satisfies Partial<ModalProps>;

/** A wet hand, or one in a glove, meets this. */
const wetTarget_px = 64;

/** A dialog of steps for wet hands (`WetSteps`): a drop or a sleeve beside it does not throw away what was said. @param closeLabel of its button */
export const wetDialogProps = (closeLabel: string) => ({
  ...dialogProps,
  closeOnClickOutside: false,
  closeButtonProps: { 'aria-label': closeLabel, size: wetTarget_px },
});

/** Later than the library's own return of the focus, so that this one only steps in where there was none. */
const focusReturn_ms = 20;

/**
 * Gives the focus back to what opened a dialog (WCAG 2.4.3). The library does so only for a dialog that was there, closed, before it
 * opened; ours come, and often go, with the question they ask.
 */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => {
      const atClose = document.activeElement;
      setTimeout(() => {
        const { activeElement } = document;
        const isLost = activeElement === document.body || activeElement === atClose;
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      }, focusReturn_ms);
    };
  }, [opened]);
}

/**
 * Gives the focus back to the button that was pressed: it was out of use while its call was made, and lost it.
 * @param pending whether the call is under way
 * @param opened whether the dialog still stands; of one that closes the focus is its opener's
 * @returns for the button
 */
export function usePressedFocus(pending: boolean, opened: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasPending = useRef(pending);
  useEffect(() => {
    if (wasPending.current && !pending && opened && document.activeElement === document.body) button.current?.focus();
    wasPending.current = pending;
  }, [pending, opened]);
  return button;
}
