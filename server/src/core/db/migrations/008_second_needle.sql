-- Records of trolley units were judged by their first needle alone. What a newer version of the judge says of a stored record is a
-- new revision beside it (server/src/features/record/haccp/haccp.jobs.ts).

-- The newest version of the judge (domain/src/haccp/judge.ts) that has looked at what is known of a batch.
alter table batch add column considered_by smallint not null default 1;
create index batch_considered on batch (appliance, considered_by);

alter table batch_revision drop constraint batch_revision_cause_check;
alter table batch_revision add check (cause in ('complete', 'waited', 'late_data', 'judge'));
