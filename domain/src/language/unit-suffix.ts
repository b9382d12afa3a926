import type { QuantityUnit } from './quantity.ts';
import type { Format } from './reader.ts';

/**
 * What the reader's language writes after a number of a unit, the space before it included: "°C", "\u00a0°C". For fields and
 * axes, whose numbers are in the reader's unit already.
 */
export const unitSuffix = (format: Format, unit: QuantityUnit): string =>
  format.quantity(1, unit, 0).replace(/^[\p{N}.,]+/u, '');
