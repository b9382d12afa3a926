import type { ScreenName } from '@brina/contract/screens';
import { useMatches } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { screens } from './screens.ts';
import type { TitleKey } from './titles.messages.ts';

/** A screen with the parameters of its path. */
export type OpenedScreen = { name: ScreenName; params: Readonly<Record<string, string>> };

/** An opened screen, and how it is called: a view with a place of its own in the menu by its name there. */
export type ShownScreen = OpenedScreen & { title: TitleKey };

/** What a route brings: the screen that its guard has decided for, and its component. */
export type ShownRoute = OpenedScreen & { Screen: ComponentType };

/** The screen that is shown, for title, breadcrumb and menu; `undefined` while the first one loads. */
export function useShownScreen(): ShownScreen | undefined {
  return useMatches({
    select: (matches) => {
      const { loaderData, search = {} } = matches.at(-1) ?? {};
      const shown = loaderData as ShownRoute | undefined;
      return shown && { name: shown.name, params: shown.params, title: titleOf(shown.name, search) };
    },
    structuralSharing: true,
  });
}

function titleOf(name: ScreenName, search: Readonly<Record<string, unknown>>): TitleKey {
  const { title, view } = screens[name];
  return view && Object.entries(view.search).every(([key, value]) => search[key] === value) ? view.label : title;
}
