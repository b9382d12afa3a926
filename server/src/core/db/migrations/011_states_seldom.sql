-- How far the rules are is told after each turn, the state that led there once a minute: whoever begins from it reads the facts since then.
alter table alarm_engine add column state_at timestamptz;
update alarm_engine set state_at = at;
alter table alarm_engine alter column state_at set not null;
-- Room for the next version of a row beside it: no index changes with it.
alter table alarm_engine set (fillfactor = 50);
