import { type ComponentType, lazy } from 'react';
import { type AnyMessages, loadMessages, shownLocale } from './catalogues.ts';

/**
 * A part of a screen that is fetched when it is first shown, together with its texts, so that it never waits for its words a
 * second time. Stands in a Suspense.
 */
export const comesLater = <P>(load: () => Promise<{ Part: ComponentType<P>; messages: readonly AnyMessages[] }>) =>
  lazy(async () => {
    const { Part, messages } = await load();
    await loadMessages(shownLocale(), ...messages);
    return { default: Part };
  });
