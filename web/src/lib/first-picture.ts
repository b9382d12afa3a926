import { createStore } from 'zustand';

/**
 * How far the first page is. `painted`: what somebody came for stands on the screen, or that it cannot be had; what completes it, such as
 * the filters of a list, may come. `settled`: the page has had a moment to spare since. What nobody sees yet, such as the live
 * connection and the announcements, waits for that: on a slow line and processor everything takes from everything.
 */
export type FirstPicture = 'awaited' | 'painted' | 'settled';

export const firstPicture = createStore((): FirstPicture => 'awaited');

/** Time for the picture to be painted, before other work takes the processor. */
const paint_ms = 50;
/** Resolves when what was drawn has had the time to be seen. */
export const timeToPaint = (): Promise<void> => new Promise((done) => setTimeout(done, paint_ms));
/** What waits for a moment to spare waits no longer than this, however busy the page is. */
const busy_ms = 2000;

/** The page has nothing else to do: what would make it begin its work anew comes then. */
function whenSpare(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: busy_ms });
  // A browser that does not tell has as long as for a picture.
  else setTimeout(then, paint_ms);
}

/** The first picture has been handed to the browser. */
export function pictureIsThere(): void {
  if (firstPicture.getState() !== 'awaited') return;
  setTimeout(() => {
    firstPicture.setState('painted', true);
    whenSpare(() => firstPicture.setState('settled', true));
  }, paint_ms);
}

/** Resolves when the first page has settled. */
export const afterFirstPicture = (): Promise<void> =>
  new Promise((resolve) => {
    if (firstPicture.getState() === 'settled') return resolve();
    const stop = firstPicture.subscribe((now) => {
      if (now !== 'settled') return;
      stop();
      resolve();
    });
  });
