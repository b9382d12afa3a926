import { scrollDelay_ms } from '@brina/domain/constants';
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';
import { keepHeight, keepLessHeight, releaseHeight } from './kept-height.ts';
import { LeftPlaces } from './left-places.ts';

/**
 * Where the page stands after each navigation. A tab, a period and a filter replace their entry of the history and leave the page where
 * it is (B1.6); whatever is a step of its own begins at the top (S2.5); the way back and forth leads to where one was. An address with a
 * `#` brings that element into view, once what is above it has had time to take its place (S9.8).
 *
 * @returns what to call before each navigation, with whether it leaves the page where it is
 */
export function keepPlace(router: AnyRouter): (stays: boolean) => void {
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });

  const left = new LeftPlaces();
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation) left.leave(keyOf(fromLocation), window.scrollY);
    const place = left.of(keyOf(toLocation));
    if (place !== undefined) keepHeight(place);
    else if (pathChanged) releaseHeight();
  });
  router.subscribe('onRendered', ({ toLocation, hrefChanged }) => {
    const place = left.of(keyOf(toLocation));
    if (hrefChanged && place !== undefined) window.scrollTo({ top: place });
  });
  router.subscribe('onResolved', ({ hrefChanged, toLocation: { hash } }) => {
    if (hrefChanged && hash) setTimeout(() => document.getElementById(hash)?.scrollIntoView(), scrollDelay_ms);
  });
  window.addEventListener('scroll', () => keepLessHeight(window.scrollY), { passive: true });

  return (stays) => {
    // A reload is the browser's to bring back to its place; steps within the app are ours from the first on.
    history.scrollRestoration = 'manual';
    if (stays) holdStill();
  };
}

/** An entry of the history; what replaces it is another. */
const keyOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href;

/**
 * Where a list becomes shorter, Chromium moves the page after what stood below it (scroll anchoring): not while a filter changes, for what
 * was pressed is above.
 */
function holdStill(): void {
  const { style } = document.documentElement;
  style.setProperty('overflow-anchor', 'none');
  clearTimeout(held);
  held = setTimeout(() => style.removeProperty('overflow-anchor'), scrollDelay_ms);
}

let held: ReturnType<typeof setTimeout> | undefined;
