-- What becomes of a command is told live, in the order of versions like every section of the live picture.

alter table live_state add column v_commands bigint not null default 0;

-- Version of its appliance's commands when this one changed last; 0: before there were any.
alter table command add column v bigint not null default 0;
