import * as z from 'zod/mini';

/** Last moment a request may name: the end of the year 9999, which every end of the wire can still hold as a date. */
const last_ms = 253_402_300_799_999;

/** A moment in a request, epoch ms. Replies use `z.int()`: what the portal says is not checked for nonsense. */
export const instant = z.int().check(z.gte(0), z.lte(last_ms));
