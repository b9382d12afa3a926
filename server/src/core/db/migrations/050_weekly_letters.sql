-- Which closed weeks a company was told of, by their Mondays: none is told twice, whatever becomes of portal and clock.
create table told_week (
  company_id uuid not null references company (id) on delete cascade,
  monday text not null,
  told_at timestamptz not null,
  primary key (company_id, monday)
);
create index told_week_at on told_week (told_at);

-- Letters about a week that are still to be made, one for each person who gets one.
create table weekly_letter (
  user_id uuid not null references app_user (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  monday text not null,
  sunday text not null,
  -- By whose calendar.
  time_zone text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  primary key (user_id, company_id, monday)
);
create index weekly_letter_due on weekly_letter (due_at);
create index weekly_letter_company on weekly_letter (company_id);
