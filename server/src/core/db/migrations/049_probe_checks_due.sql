-- How many records were judged anew for a check of a probe: what waits for it leaves no row when it is done.
alter table probe_check add column judged_again integer not null default 0;

-- Besides what cycles do, a kitchen is told what its records need.
alter table notice drop constraint notice_kind_check;
alter table notice add check (kind in ('cycle', 'records'));
