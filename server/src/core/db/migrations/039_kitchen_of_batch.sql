-- The kitchen in which a batch began: a unit moves, its records do not. Kitchens are deleted, records are not.
alter table batch add column laboratory_id uuid;
update batch b set laboratory_id = a.laboratory_id from appliance a
join tenure t on t.appliance = a.id and t.to_at is null
where a.id = b.appliance and b.started_at >= t.from_at;
