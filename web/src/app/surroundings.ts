import { mobileBreakpoint_px } from '@brina/domain/constants';
import { useMediaQuery } from '@mantine/hooks';
import { config } from '../lib/config.ts';
import type { Surroundings } from './decide.ts';

/** At this width and below the layout is the mobile one (S9.4), as the style sheets have it. */
const mobileLayout = `(max-width: ${mobileBreakpoint_px / 16}em)`;

/** The place the app runs in, as guards see it. */
export const surroundings = (): Surroundings => ({
  mobile: matchMedia(mobileLayout).matches,
  afterSales: config().features.afterSales,
});

/** The place the app runs in, for components; follows the window. */
export function useSurroundings(): Surroundings {
  const mobile = useMediaQuery(mobileLayout, undefined, { getInitialValueInEffect: false });
  return { ...surroundings(), mobile };
}
