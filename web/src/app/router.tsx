import { pathOf, type ScreenName, type ScreenRow, screenNames, screenRows } from '@brina/contract/screens';
import {
  type AnyRoute,
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadMessages, shownLocale } from '../lib/catalogues.ts';
import { afterFirstPicture } from '../lib/first-picture.ts';
import { localStore, session } from '../lib/session.ts';
import { isInside } from '../lib/session-tokens.ts';
import { loadChunk } from './chunks.ts';
import { decide, patternsOf } from './decide.ts';
import { ErrorScreen } from './errors/ErrorScreen.tsx';
import { messages as laterMessages, NotAvailableScreen } from './errors/NotAvailableScreen.tsx';
import { keepHeight } from './kept-height.ts';
import { Pending } from './Pending.tsx';
import { type LoadedScreen, screens } from './screens.ts';
import type { OpenedScreen, ShownRoute } from './shown-screen.ts';
import { surroundings } from './surroundings.ts';

/** Applies the decision about a path before anything of it is loaded (S2.2 to S2.6). */
function guard({ location }: { location: ParsedLocation }): { guarded: OpenedScreen } {
  const user = isInside(session.live.getState().status) ? localStore.getState().user : null;
  const decision = decide(location.pathname, user, surroundings());
  if (decision.kind === 'go') throw redirect({ to: decision.to, replace: true });
  if (decision.kind === 'sign-in') {
    throw redirect({
      to: pathOf('login'),
      search: location.href === pathOf('dashboard') ? {} : { to: location.href },
      replace: true,
    });
  }
  return { guarded: decision.kind === 'not-found' ? { name: 'notfound', params: {} } : decision };
}

async function bring({ context }: { context: unknown }): Promise<ShownRoute> {
  const { guarded } = context as { guarded: OpenedScreen };
  const { load } = screens[guarded.name];
  const { Screen, messages } = await (load ? loadChunk(guarded.name, load) : later);
  await loadMessages(shownLocale(), ...messages);
  return { ...guarded, Screen };
}
const later: LoadedScreen = { Screen: NotAvailableScreen, messages: laterMessages };

/** Tells TanStack's spelling of a path: `/haccp/{serialNumber}` → `/haccp/$serialNumber`. */
const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, '$$$1');

function layoutRoute(root: AnyRoute, id: string, load: () => Promise<ComponentType>) {
  const route = createRoute({
    getParentRoute: () => root,
    id,
    loader: async () => ({ Layout: await loadChunk(id, load) }),
    component: () => {
      const { Layout } = route.useLoaderData() as { Layout: ComponentType };
      return <Layout />;
    },
  });
  return route;
}

function screenRoute(layout: AnyRoute, path: string) {
  const route = createRoute({
    getParentRoute: () => layout,
    path,
    loader: bring,
    component: () => {
      const { Screen } = route.useLoaderData() as ShownRoute;
      return <Screen />;
    },
  });
  return route;
}

/**
 * The router of the app, from the tables of screens.
 * @param Root what stands around every page
 * @param history where the address lives; the browser's own when absent
 */
export function createAppRouter(Root: RouteComponent, history?: RouterHistory) {
  const root = createRootRoute({ component: Root, beforeLoad: guard });
  const open = layoutRoute(root, 'open', async () => (await import('./layout/OpenLayout.tsx')).OpenLayout);
  const shell = layoutRoute(root, 'shell', async () => (await import('./layout/Shell.tsx')).Shell);
  const routesUnder = (layout: AnyRoute, names: readonly ScreenName[]) =>
    names.flatMap((name) => patternsOf(name).map((path) => screenRoute(layout, routePath(path))));
  const isOpen = (name: ScreenName): boolean => {
    const { who, frame }: ScreenRow = screenRows[name];
    return who === 'public' || frame === 'open';
  };

  const router = createRouter({
    routeTree: root.addChildren([
      open.addChildren(routesUnder(open, screenNames.filter(isOpen))),
      shell.addChildren([
        ...routesUnder(
          shell,
          screenNames.filter((name) => !isOpen(name)),
        ),
        screenRoute(shell, '$'),
      ]),
    ]),
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultErrorComponent: ({ reset }) => (
      <ErrorScreen
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    ),
    defaultPendingComponent: Pending,
    defaultHashScrollIntoView: false,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  });
  // The one way that links and screens have to an address: nobody can forget it.
  const commit: AnyRouter['commitLocation'] = router.commitLocation;
  let keep: ((stays: boolean) => void) | undefined;
  router.commitLocation = (next) => {
    // What replaces its entry of the history, as a tab, a period and a filter do, leaves the page where it is (B1.6).
    const stays = next.replace === true && next.pathname === router.latestLocation.pathname;
    if (stays) keepHeight(window.scrollY);
    keep?.(stays);
    return commit({ ...next, resetScroll: !stays });
  };
  // What more a place asks for comes when there is something to look at.
  void afterFirstPicture()
    .then(() => import('./keep-place.ts'))
    .then(({ keepPlace }) => {
      keep = keepPlace(router);
    }, console.error);
  return router;
}

/** Search parameters are texts, several of a name a list: an id that looks like a number stays what it is. */
function readSearch(search: string): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = {};
  const given = new URLSearchParams(search);
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    read[name] = values.length > 1 ? values : (values[0] ?? '');
  }
  return read;
}

function writeSearch(search: Record<string, unknown>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') written.append(name, String(one));
    }
  }
  return written.size > 0 ? `?${written}` : '';
}
