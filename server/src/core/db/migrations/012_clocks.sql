-- The clock of a unit may be wrong, set inside a boot, or be another one's after it (docs/decisions/020-moments-by-evidence.md).

-- By how much the moment of a fact lies after that of the boot's steady time, where it differs by a second: `at - clock_shift_ms` counts
-- as the unit's `up` does. Null: not at all.
alter table telemetry add column clock_shift_ms bigint;
alter table event add column clock_shift_ms bigint;
-- Receipt minus sending, where the unit's clock was off by more than half a minute. Null: it was right.
alter table telemetry add column clock_offset_s integer;

-- `booted_at` is what is known best of when a boot began; `steady_at` what was known first, and stays.
alter table boot_anchor add column steady_at timestamptz;
update boot_anchor set steady_at = booted_at;
alter table boot_anchor alter column steady_at set not null;
-- How `booted_at` is known: 0 as the unit said of a fact it sent later, 1 by our clock as it sent what it measured, 2 so by its own, which
-- agreed with ours.
alter table boot_anchor add column evidence smallint not null default 0 check (evidence between 0 and 2);
-- Receipt minus sending of the message that told it, ms.
alter table boot_anchor add column offset_ms bigint not null default 0;
-- A unit whose memory was lost makes a new log, and may count its boots from one again. What is known is of the log that is current.
alter table boot_anchor add column log text collate "C" not null default '';
update boot_anchor b set log = l.log from live_state l where l.appliance = b.appliance and l.log is not null;
alter table boot_anchor alter column log drop default;
alter table boot_anchor drop constraint boot_anchor_pkey, add primary key (appliance, log, boot);

-- When to look at a message again: infinity once something is learnt of its boot, null never, for it is nobody's.
alter table untimed add column due_at timestamptz;
update untimed set due_at = received_at;
create index untimed_due on untimed (due_at) where due_at < 'infinity';
