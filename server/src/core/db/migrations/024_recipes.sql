-- The cycle library. Presets are rows of the program; what a company keeps are these.
create sequence recipe_number as integer start 1000;

create table recipe (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  -- Which a unit reports of a run; used once in all companies.
  number integer not null unique default nextval('recipe_number'),
  -- The present one of its versions.
  version integer not null,
  family text not null,
  function smallint,
  package text not null,
  hash text not null,
  title text not null,
  -- What no two of a company's share.
  title_key text not null,
  description text not null,
  language text not null,
  -- Title and description in other languages.
  texts jsonb not null,
  icon text not null,
  colour smallint not null,
  sector text not null,
  created_at timestamptz not null,
  created_by uuid references app_user (id),
  edited_at timestamptz not null,
  edited_by uuid references app_user (id),
  deleted_at timestamptz
);
create unique index recipe_title on recipe (company_id, title_key) where deleted_at is null;
create index recipe_company on recipe (company_id, hash);
create index recipe_deleted on recipe (deleted_at) where deleted_at is not null;
create index recipe_created_by on recipe (created_by);
create index recipe_edited_by on recipe (edited_by);

-- What a cycle was at each of its versions: a row is written once and says for ever what ran.
create table recipe_version (
  recipe_id uuid not null references recipe (id) on delete cascade,
  version integer not null,
  definition jsonb not null,
  hash text not null,
  -- Advice on it when it was saved.
  advice jsonb not null,
  title text not null,
  at timestamptz not null,
  by_user uuid references app_user (id),
  cause text not null check (cause in ('create', 'overwrite', 'import', 'restore')),
  primary key (recipe_id, version)
);
create index recipe_version_by on recipe_version (by_user);

-- Kitchens in which a cycle is offered; none: in all.
create table recipe_laboratory (
  recipe_id uuid not null references recipe (id) on delete cascade,
  laboratory_id uuid not null references laboratory (id) on delete cascade,
  primary key (recipe_id, laboratory_id)
);
create index recipe_laboratory_laboratory on recipe_laboratory (laboratory_id);

create table recipe_draft (
  user_id uuid not null references app_user (id),
  company_id uuid not null references company (id) on delete cascade,
  key text not null,
  -- Version that it changes; null: a new cycle.
  base_version integer,
  content jsonb not null,
  at timestamptz not null,
  primary key (user_id, company_id, key)
);
create index recipe_draft_company on recipe_draft (company_id);

-- How often a company ran a cycle, counted anew from its runs whenever one of them is told.
create table recipe_usage (
  company_id uuid not null references company (id) on delete cascade,
  number integer not null,
  uses integer not null,
  last_at timestamptz,
  -- What was made with it, for the search; the newest first.
  products text[] not null,
  primary key (company_id, number)
);
create table recipe_usage_due (
  company_id uuid not null references company (id) on delete cascade,
  number integer not null,
  primary key (company_id, number)
);

alter table cycle_run
  add column recipe_number integer,
  add column recipe_version integer,
  add column recipe_hash text;
create index cycle_run_recipe on cycle_run (recipe_number, started_at) where recipe_number is not null;
