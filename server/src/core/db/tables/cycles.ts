import type { Generated } from 'kysely';

export type CycleRunTable = {
  id: string;
  appliance: number;
  run_id: string;
  function: number | null;
  started_at: number | null;
  started_log: string | null;
  started_seq: number | null;
  ended_at: number | null;
  ended_log: string | null;
  ended_seq: number | null;
  end_event: string | null;
  end_reason: string | null;
  request: unknown;
  recipe_number: number | null;
  recipe_version: number | null;
  recipe_hash: string | null;
};

export type RecipeTable = {
  id: string;
  company_id: string;
  number: Generated<number>;
  edit: Generated<number>;
  version: number;
  family: string;
  function: number | null;
  package: string;
  hash: string;
  title: string;
  title_key: string;
  description: string;
  language: string;
  texts: unknown;
  icon: string;
  colour: number;
  sector: string;
  created_at: number;
  created_by: string | null;
  edited_at: number;
  edited_by: string | null;
  deleted_at: number | null;
};

export type RecipeVersionTable = {
  recipe_id: string;
  version: number;
  definition: unknown;
  hash: string;
  title: string;
  at: number;
  by_user: string | null;
  cause: string;
};

export type RecipeLaboratoryTable = {
  recipe_id: string;
  laboratory_id: string;
};

export type RecipeDraftTable = {
  user_id: string;
  company_id: string;
  key: string;
  base_version: number | null;
  content: unknown;
  at: number;
};

export type RecipePinTable = {
  user_id: string;
  company_id: string;
  number: number;
  at: number;
};

export type RecipeUsageTable = {
  company_id: string;
  number: number;
  uses: number;
  last_at: number | null;
  products: string[];
};

export type ScheduledStartTable = {
  id: string;
  appliance: number;
  company_id: string;
  number: number;
  version: number;
  args: unknown;
  minute: string;
  time_zone: string;
  weekdays: number[] | null;
  state: string;
  reason: string | null;
  command_id: string | null;
  at: number;
  lasts_min: number;
  due_at: number | null;
  created_by: string | null;
  created_at: number;
};

export type RecipeUsageDueTable = {
  company_id: string;
  number: number;
};

/** Recipes, planned starts and the cycles that ran. */
export type CycleTables = {
  cycle_run: CycleRunTable;
  recipe: RecipeTable;
  recipe_version: RecipeVersionTable;
  recipe_laboratory: RecipeLaboratoryTable;
  recipe_draft: RecipeDraftTable;
  recipe_pin: RecipePinTable;
  recipe_usage: RecipeUsageTable;
  recipe_usage_due: RecipeUsageDueTable;
  scheduled_start: ScheduledStartTable;
};
