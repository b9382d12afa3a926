import type { ComponentType } from 'react';
import { type AnyMessages, loadMessages, shownLocale } from './catalogues.ts';
import { comesLater } from './comes-later.ts';

/**
 * A part that shows what is told once, such as a code: `fetch` it, texts included, before the act that makes what it shows, so that a
 * line that breaks between the two loses nothing. Stands in a Suspense.
 */
export const comesBefore = <P>(load: () => Promise<{ Part: ComponentType<P>; messages: readonly AnyMessages[] }>) => ({
  Part: comesLater(load),
  fetch: async (): Promise<void> => loadMessages(shownLocale(), ...(await load()).messages),
});
