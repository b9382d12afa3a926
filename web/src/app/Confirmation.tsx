import { Suspense } from 'react';
import { useStore } from 'zustand';
import { comesLater } from '../lib/comes-later.ts';
import { confirmationStore } from '../lib/confirmation.ts';

const ConfirmationDialog = comesLater(async () => {
  const { ConfirmationDialog: Part, messages } = await import('../features/people/security/ConfirmationDialog.tsx');
  return { Part, messages };
});

/** What a dangerous act asks, whatever page it was begun on (B11.4). */
export function Confirmation() {
  const asked = useStore(confirmationStore, (state) => state.asked);
  if (!asked) return null;
  return (
    <Suspense>
      <ConfirmationDialog onDone={asked.done} />
    </Suspense>
  );
}
