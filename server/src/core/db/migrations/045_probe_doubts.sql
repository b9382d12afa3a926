-- A check that finds a probe wrong speaks of the records that were measured with it: each is judged again with what was found.
alter table batch_revision drop constraint batch_revision_cause_check;
alter table batch_revision add check (cause in ('complete', 'waited', 'late_data', 'judge', 'probe_check'));

-- Records that wait for it, a row for each check that may speak of them; it goes when the action of the check lists what does not pass any more.
create table probe_doubt (
  batch uuid not null references batch,
  check_id uuid not null references probe_check,
  -- The newest food comes first.
  began_at timestamptz not null,
  due_at timestamptz not null,
  -- Null: it is not judged yet. What is, and stays here, does not pass any more, and the action of the check does not list it yet.
  judged_at timestamptz,
  primary key (batch, check_id)
);
create index probe_doubt_next on probe_doubt (began_at desc, batch) where judged_at is null;
create index probe_doubt_check on probe_doubt (check_id);
