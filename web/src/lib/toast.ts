import { create } from 'zustand';

/**
 * A result in words that goes away by itself. `success` is read out politely, `warning` at once. `action`: what takes it back, offered for
 * longer than words alone stay.
 */
export type Toast = {
  id: number;
  kind: 'success' | 'warning';
  text: string;
  action?: { label: string; run: () => void } | undefined;
};

const useShown = create<{ toasts: readonly Toast[]; last: number }>(() => ({ toasts: [], last: 0 }));

/** Shows a result for three seconds, or ten with an action (S2.39, S8.6, S8.7, S8.10), on whatever screen the user then is. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  useShown.setState(({ toasts, last }) => ({ toasts: [...toasts, { id: last + 1, ...toast }], last: last + 1 }));
}

/** Takes a result away; nothing happens when it has gone already. */
export function dismissToast(id: number): void {
  useShown.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Takes all away, as where another page begins. */
export function dismissToasts(): void {
  useShown.setState({ toasts: [] });
}

/** What is shown now, oldest first. */
export const useToasts = (): readonly Toast[] => useShown((state) => state.toasts);
