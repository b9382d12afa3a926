-- Letters about the food records of a company: what they are of, how often they come, and by whose calendar. Those of a company without a
-- maker are the weekly ones that its owners get as long as their preferences say so.
create table mail_subscription (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  -- Who made it, and within which invitation: it ends with the right to see what it is of.
  user_id uuid references app_user (id) on delete cascade,
  membership_id uuid,
  laboratory_id uuid references laboratory (id) on delete cascade,
  appliance integer references appliance (id) on delete cascade,
  every text not null check (every in ('day', 'week', 'month')),
  -- Of the letters; null: each reader's own.
  locale text,
  created_at timestamptz not null,
  -- When the next period is told, and by the clock of which time zone that was reckoned.
  due_at timestamptz not null,
  time_zone text not null,
  check (num_nonnulls(laboratory_id, appliance) <= 1),
  check ((user_id is null) = (locale is null))
);
create unique index mail_subscription_of_owners on mail_subscription (company_id) where user_id is null;
create index mail_subscription_due on mail_subscription (due_at);
create index mail_subscription_company on mail_subscription (company_id);
create index mail_subscription_user on mail_subscription (user_id);
create index mail_subscription_laboratory on mail_subscription (laboratory_id);
create index mail_subscription_appliance on mail_subscription (appliance);

-- Further addresses that are to get the letters of a subscription; none does before it has said that it wants them.
create table mail_receiver (
  id uuid primary key,
  subscription uuid not null references mail_subscription (id) on delete cascade,
  address text not null,
  -- Of what the letter has with which it was asked last.
  token_hash bytea not null unique,
  asked_at timestamptz not null,
  asks integer not null,
  confirmed_at timestamptz
);
create unique index mail_receiver_address on mail_receiver (subscription, lower(address));

-- How often addresses were asked, whatever became of the subscription: nobody is asked without end.
create table receiver_ask (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  receiver uuid not null,
  address_hash bytea not null,
  asked_at timestamptz not null,
  answered_at timestamptz
);
create index receiver_ask_company on receiver_ask (company_id, asked_at);
create index receiver_ask_address on receiver_ask (address_hash, asked_at);
create index receiver_ask_receiver on receiver_ask (receiver);
create index receiver_ask_at on receiver_ask (asked_at);

-- Which periods a subscription has told of: none is told twice, whatever becomes of portal and clock.
create table told_period (
  subscription uuid not null references mail_subscription (id) on delete cascade,
  from_day text not null,
  to_day text not null,
  told_at timestamptz not null,
  primary key (subscription, from_day, to_day)
);
create index told_period_at on told_period (told_at);

-- Letters about a period that are still to be made, one for each who gets one.
create table period_letter (
  id uuid primary key,
  subscription uuid not null references mail_subscription (id) on delete cascade,
  user_id uuid references app_user (id) on delete cascade,
  receiver uuid references mail_receiver (id) on delete cascade,
  from_day text not null,
  to_day text not null,
  -- By whose calendar.
  time_zone text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  check (num_nonnulls(user_id, receiver) = 1)
);
create index period_letter_due on period_letter (due_at);
create unique index period_letter_once on period_letter (subscription, from_day, to_day, coalesce(user_id, receiver));
create index period_letter_user on period_letter (user_id);
create index period_letter_receiver on period_letter (receiver);

insert into mail_subscription (id, company_id, every, created_at, due_at, time_zone)
  select gen_random_uuid(), c.id, 'week', c.created_at, c.created_at, c.time_zone from company c
  where exists (select from tenure t where t.company_id = c.id);
insert into told_period (subscription, from_day, to_day, told_at)
  select s.id, w.monday, to_char(w.monday::date + 6, 'YYYY-MM-DD'), w.told_at
  from told_week w join mail_subscription s on s.company_id = w.company_id;
insert into period_letter (id, subscription, user_id, from_day, to_day, time_zone, created_at, due_at, attempts)
  select gen_random_uuid(), s.id, w.user_id, w.monday, w.sunday, w.time_zone, w.created_at, w.due_at, w.attempts
  from weekly_letter w join mail_subscription s on s.company_id = w.company_id;
drop table weekly_letter;
drop table told_week;

-- The link of a letter is open as long as its receiver gets them.
alter table inspection_link add column receiver uuid;
create index inspection_link_receiver on inspection_link (receiver) where receiver is not null;
