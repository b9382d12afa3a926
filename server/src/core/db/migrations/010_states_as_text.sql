-- Nobody asks the database what is in a state: as text it is written in half the time.
alter table alarm_engine alter column state type text using state::text;
alter table alarm_checkpoint alter column state type text using state::text;
