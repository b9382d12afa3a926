/** Whose plan it is: a kitchen's, or that of the units that stand in none. */
export type PlanPlace = {
  readonly labId: string | undefined;
  /** Name of the kitchen; null: of none. */
  readonly kitchen: string | null;
  readonly timeZone: string | undefined;
};
