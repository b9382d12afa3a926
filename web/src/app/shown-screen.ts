import type { ScreenName } from '@brina/contract/screens';
import { useMatches } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/** A screen with the parameters of its path. */
export type ShownScreen = { name: ScreenName; params: Readonly<Record<string, string>> };

/** What a route brings: the screen that its guard has decided for, and its component. */
export type ShownRoute = ShownScreen & { Screen: ComponentType };

/** The screen that is shown, for title, breadcrumb and menu; `undefined` while the first one loads. */
export function useShownScreen(): ShownScreen | undefined {
  return useMatches({
    select: (matches) => {
      const shown = matches.at(-1)?.loaderData as ShownRoute | undefined;
      return shown && { name: shown.name, params: shown.params };
    },
    structuralSharing: true,
  });
}
