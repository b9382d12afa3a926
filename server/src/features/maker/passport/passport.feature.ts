import { feature } from '#core/feature.ts';
import { passportHandlers } from './passport.calls.ts';
import { servePassports } from './passport.pages.ts';

/** The public passport of a product. */
export const passport = feature({ calls: passportHandlers, pages: servePassports });
