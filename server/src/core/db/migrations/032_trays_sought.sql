-- What came of the timer of a tray is sought at each that is done: by its run and number, and the last of a kind.
create index event_tray on event (appliance, (body->>'runId'), (body->>'tray'), (body->>'event'), at, log, seq) where type = 'tray';
-- Each notice looks at those of its appliance that are open.
create index notice_open_of on notice (appliance, at) where ended_at is null;
