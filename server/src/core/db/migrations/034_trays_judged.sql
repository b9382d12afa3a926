-- Each timer of a tray, or trolley, in a run that goes on is a batch of its own: from its start to what ended it.
alter table batch
  drop constraint batch_id_fkey,
  add column run uuid references cycle_run (id),
  -- Of a timer: its number, the needle that measures there, what was in it where its unit said so, and its start in the unit's log.
  add column tray smallint,
  add column needle smallint,
  add column product text,
  add column started_log text collate "C",
  add column started_seq bigint,
  -- What the unit told of its end; null: its run ends it. A run has its end itself.
  add column ended_event text,
  add column ended_at timestamptz,
  add column ended_log text collate "C",
  add column ended_seq bigint;
update batch set run = id;
alter table batch
  alter column run set not null,
  add constraint batch_of_run check ((id = run) = (tray is null)),
  add constraint batch_of_tray check ((tray is null) = (started_log is null) and (tray is null) = (started_seq is null));
create index batch_run on batch (run);
-- Those that had not ended when something was told.
create index batch_tray on batch (appliance, coalesce(ended_at, 'infinity'::timestamptz)) where tray is not null;
