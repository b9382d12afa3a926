/**
 * The order in which people look for names: numbers by their value (`Fridge 2` before `Fridge 10`), letters whatever their case and
 * accents. A database sorts by bytes, or as it was set up; so lists of things that people have named are sorted by these.
 */
export const compareNames = new Intl.Collator('en', { numeric: true }).compare;

/** Something that stands in a laboratory, or in none. */
type Placed = { readonly lab: { readonly name: string } | null; readonly name: string; readonly serialNumber: string };

/** Appliances by their laboratory, those without one at the end, then by name; namesakes by serial number. */
export const comparePlaced = (one: Placed, other: Placed): number =>
  Number(one.lab === null) - Number(other.lab === null) ||
  compareNames(one.lab?.name ?? '', other.lab?.name ?? '') ||
  compareNames(one.name, other.name) ||
  compareNames(one.serialNumber, other.serialNumber);
