-- Wrong PINs of a link in all, however slowly they are tried, and why it ended where nobody ended it.
alter table inspection_link add column wrong_pins integer not null default 0;
alter table inspection_link add column ended_why text check (ended_why in ('wrong_pins'));

-- What the file of a report is.
alter table haccp_report add column form text not null default 'pdf' check (form in ('pdf', 'json'));
