-- Links that open records of a company to who inspects it, without an account. What a link is known by is kept hashed.
create table inspection_link (
  id uuid primary key,
  company_id uuid not null references company (id),
  token_hash bytea not null unique,
  -- Argon2id, as passwords are; null: the link alone opens.
  pin_hash text,
  -- Who made it, and within which invitation: it ends with the right to make it.
  user_id uuid not null references app_user (id),
  membership_id uuid,
  -- Days of the kitchens' calendars, both included.
  from_day text not null,
  to_day text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- The poster at which it was asked for.
  poster uuid
);
create index inspection_link_company on inspection_link (company_id, created_at);
create index inspection_link_user on inspection_link (user_id);

-- What a link opens: kitchens by what was recorded in them, units by what they recorded.
create table inspection_subject (
  link uuid not null references inspection_link (id) on delete cascade,
  laboratory_id uuid,
  appliance integer references appliance (id),
  check (num_nonnulls(laboratory_id, appliance) = 1)
);
create index inspection_subject_link on inspection_subject (link);
create index inspection_subject_appliance on inspection_subject (appliance);

-- Who opened a link, as far as that is told without naming a person.
create table inspection_visit (
  id uuid primary key,
  link uuid not null references inspection_link (id) on delete cascade,
  began_at timestamptz not null,
  last_at timestamptz not null,
  device text not null,
  -- /24 or /48 of the address.
  network text not null,
  pages integer not null
);
create index inspection_visit_link on inspection_visit (link, last_at);

-- The poster of a kitchen, at which an inspector asks to be let in; its code stands on the wall for everybody to read.
create table kitchen_poster (
  id uuid primary key,
  company_id uuid not null references company (id),
  laboratory_id uuid not null references laboratory (id) on delete cascade,
  code text not null unique,
  user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  -- Another one hangs there.
  ended_at timestamptz
);
create index kitchen_poster_company on kitchen_poster (company_id);
create index kitchen_poster_user on kitchen_poster (user_id);
create unique index kitchen_poster_hangs on kitchen_poster (laboratory_id) where ended_at is null;

-- Who asked at a poster. The secret opens the link that a grant makes of it.
create table access_request (
  id uuid primary key,
  poster uuid not null references kitchen_poster (id) on delete cascade,
  secret_hash bytea not null unique,
  -- What the kitchen compares with what the asking person shows.
  number smallint not null,
  device text not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  link uuid references inspection_link (id) on delete cascade
);
create index access_request_poster on access_request (poster, created_at);
