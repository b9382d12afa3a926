import { resolve } from 'node:path';

const source = (path: string): string => resolve(import.meta.dirname, '../src', path);

/** What every page runs. */
export const appModule = source('main.tsx');

/**
 * The pages that somebody sees first, by the modules they are made of: the sign-in, and the frame with the home of a kitchen. Each is one
 * chunk, one style sheet and one file of words a language, which the page names before any code has run.
 */
export const firstPages = {
  login: [source('app/layout/OpenLayout.tsx'), source('features/people/login/LoginScreen.tsx')],
  home: [source('app/layout/Shell.tsx'), source('features/kitchen/dashboard/DashboardScreen.tsx')],
} as const;

/** Name of a first page. */
export type FirstPage = keyof typeof firstPages;

/** The names, for lists of them. */
export const firstPageNames = Object.keys(firstPages) as FirstPage[];
