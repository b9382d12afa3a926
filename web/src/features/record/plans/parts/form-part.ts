import type { PlanEdit, PlanFaults } from '../plan-edit.ts';

/** What each part of the form is given. */
export type FormPart = {
  readonly edit: PlanEdit;
  readonly faults: PlanFaults;
  readonly timeZone: string;
  readonly onEdit: (edit: PlanEdit) => void;
};
