-- Where in the unit's log its answers to a command stand. What it reported between them is that command's effect: the order of a log
-- holds whatever its clock says. Of commands from before nobody knows.
alter table command add column answer_log text;
alter table command add column accepted_seq bigint;
alter table command add column done_seq bigint;
