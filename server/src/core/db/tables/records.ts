import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import type { Generated } from 'kysely';

export type BatchTable = {
  id: string;
  appliance: number;
  started_at: number;
  due_at: number | null;
  cause: string | null;
  revision: Generated<number>;
  considered_by: Generated<number>;
  continues: string | null;
  failing_since: number | null;
  /** In which it began; whether it is still there or not. */
  laboratory_id: string | null;
  run: string;
  tray: number | null;
  needle: number | null;
  product: string | null;
  /** When what it said was removed, for it was older than records are kept. */
  removed_at: number | null;
  started_log: string | null;
  started_seq: number | null;
  ended_event: string | null;
  ended_at: number | null;
  ended_log: string | null;
  ended_seq: number | null;
};

export type BatchRevisionTable = {
  batch: string;
  revision: number;
  created_at: number;
  cause: string;
  verdict: string;
  sample_count: number;
  summary: unknown;
  content: Uint8Array;
  content_hash: Uint8Array;
};

export type BatchReviewTable = {
  batch: string;
  revision: number;
  user_id: string;
  at: number;
  /** By which it stands in the book; null: it was said before reviews entered it. */
  id: string | null;
  signer: string | null;
};

export type FoodPlanTable = {
  id: string;
  company_id: string;
  laboratory_id: string | null;
  from_at: number;
  plan: FoodPlan;
  user_id: string | null;
};

export type UnitPlanTable = {
  appliance: number;
  from_at: number;
  food_plan: string | null;
};

export type HoldDayTable = {
  id: string;
  appliance: number;
  zone: number;
  company_id: string;
  laboratory_id: string | null;
  day: string;
  time_zone: string;
  from_at: number;
  to_at: number;
  due_at: number | null;
  cause: string | null;
  failing_since: number | null;
  revision: Generated<number>;
  removed_at: number | null;
  warm_loads: number[] | null;
};

export type HoldDayRevisionTable = {
  hold_day: string;
  revision: number;
  created_at: number;
  cause: string;
  verdict: string;
  summary: unknown;
  content: Uint8Array;
  content_hash: Uint8Array;
};

export type HoldLookTable = {
  laboratory_id: string;
  day: string;
  user_id: string;
  at: number;
  /** By which it stands in the book; null: it was given before looks entered it. */
  id: string | null;
  signer: string | null;
  is_late: Generated<boolean>;
};

export type ActionTable = {
  id: string;
  company_id: string;
  opened_by: string | null;
  created_at: number;
  revision: number;
  state: string;
  cause: string | null;
  discarded_kg: Generated<number>;
  owners_told_at: number | null;
};

export type ActionSubjectTable = {
  action: string;
  id: string;
  kind: string;
  appliance: number | null;
  appliance_name: string;
  laboratory_id: string | null;
  excursion_at: number | null;
  missing: string | null;
  missing_day: string | null;
  missing_from: number | null;
};

export type ActionRevisionTable = {
  action: string;
  revision: number;
  created_at: number;
  state: string;
  cause: string | null;
  signer: string | null;
  user_id: string | null;
  content: unknown;
};

export type ActionDueTable = {
  batch: string;
  due_at: number;
};

export type FoodFateTable = {
  action: string;
  appliance: number;
  at: number;
};

export type RemarkTable = {
  id: string;
  company_id: string;
  kind: string;
  subject: string;
  signer: string;
  user_id: string;
  created_at: number;
  content: unknown;
};

export type MissingExplanationTable = {
  id: string;
  company_id: string;
  kind: string;
  day: string;
  subject: string;
  reason: string;
  text: string;
  signer: string;
  user_id: string;
  created_at: number;
};

export type ProbeCheckTable = {
  id: string;
  company_id: string;
  appliance: number;
  laboratory_id: string | null;
  needle: number;
  at: number;
  found_good: boolean;
  left_good: boolean;
  signer: string;
  user_id: string;
  created_at: number;
  content: unknown;
  judged_again: Generated<number>;
};

export type ManualRecordTable = {
  id: string;
  company_id: string;
  laboratory_id: string;
  kind: string;
  product: string;
  lot: string | null;
  load_kg: number | null;
  started_at: number;
  ended_at: number | null;
  verdict: string | null;
  revision: number;
  content: unknown;
  signer: string;
  user_id: string;
  created_at: number;
};

export type RecordSweepTable = {
  book: string;
  before_at: number;
  began_at: number;
  next_ix: number | null;
};

export type LegalHoldTable = {
  id: string;
  company_id: string;
  scope: string;
  laboratory_id: string | null;
  laboratory_name: string | null;
  lot: string | null;
  reason: string;
  set_by: string;
  set_at: number;
  lifted_by: string | null;
  lifted_at: number | null;
  lift_reason: string | null;
  ends_at: number | null;
};

export type ProbeDoubtTable = {
  batch: string;
  check_id: string;
  began_at: number;
  due_at: number;
  judged_at: number | null;
};

/** Food records: batches, days of holding, plans, actions, readings and checks by hand, and how long they are kept. */
export type RecordTables = {
  batch: BatchTable;
  batch_revision: BatchRevisionTable;
  batch_review: BatchReviewTable;
  food_plan: FoodPlanTable;
  unit_plan: UnitPlanTable;
  hold_day: HoldDayTable;
  hold_day_revision: HoldDayRevisionTable;
  hold_look: HoldLookTable;
  action: ActionTable;
  action_subject: ActionSubjectTable;
  action_revision: ActionRevisionTable;
  action_due: ActionDueTable;
  food_fate: FoodFateTable;
  remark: RemarkTable;
  missing_explanation: MissingExplanationTable;
  probe_check: ProbeCheckTable;
  probe_doubt: ProbeDoubtTable;
  manual_record: ManualRecordTable;
  record_sweep: RecordSweepTable;
  legal_hold: LegalHoldTable;
};
