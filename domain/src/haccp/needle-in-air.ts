/**
 * What tells a needle that hangs in air from one in food: over a window the air moved by so much, and every point of the needle stayed near
 * it and moved with it. No food can do that: so near to the air's temperature its core moves by less than 1 K in five minutes. The sizes
 * are ours and the same for judge, server and unit, each as far as it remembers: the judge needle by needle, every point of every sample,
 * also as sheaths feel the air (`hangs-in-air.ts`); the server the coldest and the warmest point of all every 20 s; a unit marks of 30 s
 * over 4.5 minutes, of each needle the innermost point that measures.
 */
import { minute_ms } from '../language/durations.ts';

/** The air is looked at over so long, of which at least so much has to be covered by samples. */
export const followWindow_ms = 5 * minute_ms;
export const followCoverage_ms = 4 * minute_ms;

/** In it the air moves by this or more, every point stays within this of it, and what lies between them varies by less than this. */
export const airMoves_K = 3;
export const staysWithin_K = 4;
export const differenceVaries_K = 1.5;

/** A needle this far from the air for so long is in something else. */
export const awayFromAir_K = 5;
export const awayFor_ms = 3 * minute_ms;

/** Minutes of a cycle between which somebody is asked to look: before, nothing has moved; after, the food is cold or it is too late. */
export const askedFrom_min = 3;
export const askedTo_min = 15;
