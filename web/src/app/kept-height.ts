/** How far down the page can be scrolled at least, px; 0: as far as it is long. */
let kept_px = 0;

/** Lets the page be no shorter than a place needs, which shorter content, or one that still loads, would move to the top. */
export function keepHeight(place_px: number): void {
  kept_px = place_px;
  document.documentElement.style.setProperty('--kept-height', `calc(100dvh + ${place_px}px)`);
}

/** Keeps no more than the place that somebody scrolled to. */
export function keepLessHeight(place_px: number): void {
  if (place_px < kept_px) keepHeight(place_px);
}

export function releaseHeight(): void {
  kept_px = 0;
  document.documentElement.style.removeProperty('--kept-height');
}
