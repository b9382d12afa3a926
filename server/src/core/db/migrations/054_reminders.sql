-- Each minute the rounds look for actions that have waited for some hours, and for reminders that are told.
create index action_open_since on action (created_at) where state in ('open', 'reopened');
create index notice_record_waits on notice (id) where name = 'record_waits' and ended_at is null;
