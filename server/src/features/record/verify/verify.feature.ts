import { feature } from '#core/feature.ts';
import { serveVerify } from './verify.pages.ts';

/** The page that verifies sealed records, and the verifier that each export carries along. */
export const verify = feature({ pages: serveVerify });
