import type { ReleasedAppliance } from '@brina/contract/calls/people/account';
import { create } from 'zustand';

const useReleased = create<{ released: readonly ReleasedAppliance[] }>(() => ({ released: [] }));

/**
 * Keeps the codes of appliances that were released with an account in sight after its session has ended: they are shown this once,
 * and nobody could ask for them again (S2.27). An empty list takes them away.
 */
export const sayFarewell = (released: readonly ReleasedAppliance[]): void => useReleased.setState({ released });

/** The codes to be shown, on whatever page the browser then is. */
export const useFarewell = (): readonly ReleasedAppliance[] => useReleased((state) => state.released);
