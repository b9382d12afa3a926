import { createStore } from 'zustand';

/**
 * Whether what somebody came for stands on the screen: the first page has its data, or says that it cannot be had. What else belongs to
 * a page, such as the live connection and the announcements, waits for it: on a slow line everything takes from everything.
 */
export const firstPicture = createStore(() => false);

/** Time for the picture to be painted, before other work takes the processor. */
const paint_ms = 50;

/** The first picture has been handed to the browser. */
export function pictureIsThere(): void {
  if (!firstPicture.getState()) setTimeout(() => firstPicture.setState(true, true), paint_ms);
}

/** Resolves when the first picture stands. */
export const afterFirstPicture = (): Promise<void> =>
  new Promise((resolve) => {
    if (firstPicture.getState()) return resolve();
    const stop = firstPicture.subscribe(() => {
      stop();
      resolve();
    });
  });
