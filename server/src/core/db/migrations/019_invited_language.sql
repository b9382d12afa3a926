-- The language in which somebody is invited, as the inviter chose it: it can be corrected while the invitation is pending.
alter table membership add column language text;
