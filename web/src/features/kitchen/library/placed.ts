import { pathOf } from '@brina/contract/screens';

/** A page of the library, below an appliance where one came from there: `placed('/library/cycle/7', serial)`. */
export const placed = (path: string, serialNumber: string | undefined): string =>
  serialNumber === undefined ? path : pathOf('appliance-details', { serialNumber }) + path;
