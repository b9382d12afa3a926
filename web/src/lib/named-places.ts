/** What stands in the place of a screen's title where it is about one thing: the name of the appliance, of the person. */
import type { ScreenName } from '@brina/contract/screens';
import { useEffect } from 'react';
import { create } from 'zustand';

type Names = { readonly [N in ScreenName]?: string };

const useShown = create<{ names: Names }>(() => ({ names: {} }));

/** Names the place of a screen while it is shown, and where others stand below it; undefined: not known yet. @returns the name */
export function useNameOfPlace(screen: ScreenName, name: string | undefined): string | undefined {
  useEffect(() => {
    if (name === undefined) return undefined;
    useShown.setState(({ names }) => ({ names: { ...names, [screen]: name } }));
    return () => useShown.setState(({ names: { [screen]: _, ...others } }) => ({ names: others }));
  }, [screen, name]);
  return name;
}

/** The places that have a name of their own now. */
export const useNamesOfPlaces = (): Names => useShown(({ names }) => names);
