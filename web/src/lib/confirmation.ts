import { CallFailed } from '@brina/contract/wire/client';
import { createStore } from 'zustand';

/** Whether an act was refused because its person is to prove first who it is; who was asked and would rather not has said so itself. */
export const isConfirmationNeeded = (cause: unknown): boolean =>
  cause instanceof CallFailed && cause.error.code === 'confirmation_needed';

/** A question whether it is still the person of the session: `done` tells whether it was proved. */
type Asked = { done: (proved: boolean) => void };

/** What is asked at this moment, for whoever shows it. Without React, which the first file of a page does not bring. */
export const confirmationStore = createStore<{ asked: Asked | null }>(() => ({ asked: null }));
let asking: Promise<boolean> | undefined;

/**
 * Asks the person of the session to prove who it is, as dangerous acts need it. However many calls ask at once, there is one dialog.
 * @returns whether it was proved; false when the person would rather not
 */
export function askConfirmation(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const done = (proved: boolean): void => {
      asking = undefined;
      confirmationStore.setState({ asked: null });
      resolve(proved);
    };
    confirmationStore.setState({ asked: { done } });
  });
  return asking;
}
