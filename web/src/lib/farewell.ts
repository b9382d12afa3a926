import { create } from 'zustand';
import type { Released } from './released.ts';

const useReleased = create<{ released: readonly Released[] }>(() => ({ released: [] }));

/**
 * Keeps the codes of appliances that were released with an account in sight after its session has ended: they are shown this once,
 * and nobody could ask for them again (S2.27). An empty list takes them away.
 */
export const sayFarewell = (released: readonly Released[]): void => useReleased.setState({ released });

/** The codes to be shown, on whatever page the browser then is. */
export const useFarewell = (): readonly Released[] => useReleased((state) => state.released);
