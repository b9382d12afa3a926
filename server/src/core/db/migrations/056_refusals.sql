-- Addresses that a company may not ask any more whether they want letters: who has said no is not asked again, whatever was removed since.
create table receiver_refusal (
  company_id uuid not null references company (id) on delete cascade,
  address_hash bytea not null,
  refused_at timestamptz not null,
  primary key (company_id, address_hash)
);

-- How often an address was asked for a subscription is counted there too; null: its receiver was gone by then.
alter table receiver_ask add column subscription uuid;
update receiver_ask a set subscription = r.subscription from mail_receiver r where r.id = a.receiver;
create index receiver_ask_subscription on receiver_ask (subscription);
alter table mail_receiver drop column asks;
