-- What a person says of a batch and its judge goes by: when its food was cooked, and which run it goes on with (S1.7, B2.3).
alter table batch_revision drop constraint batch_revision_cause_check;
alter table batch_revision add check (cause in ('complete', 'waited', 'late_data', 'judge', 'probe_check', 'said'));
