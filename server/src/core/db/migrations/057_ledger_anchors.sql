-- What others attest of the log of the books (docs/decisions/039-anchors-outside.md): time stamps of its notes, cosignatures of a witness.
create table ledger_anchor (
  kind text not null check (kind in ('rfc3161', 'witness')),
  -- Host of the authority, or name of the witness.
  by text not null,
  log uuid not null,
  log_size bigint not null,
  -- By our clock; what it attests has the time by that of whom it is from.
  at timestamptz not null,
  -- The reply as it came (DER), or the line that goes below the note.
  attestation bytea not null,
  primary key (kind, log_size, by),
  foreign key (log, log_size) references ledger_checkpoint (book, size)
);

-- When each of them is asked next: put off before it is asked, so that one portal of several does it.
create table ledger_anchor_due (
  kind text primary key,
  due_at timestamptz not null
);

-- So much of a book is in a checkpoint that was made for what leaves the house: a file, a mail, a link, a print.
alter table ledger_book add column left_size bigint not null default 0;
update ledger_book b set left_size = (select coalesce(max(e.ix), 0) from ledger_entry e where e.book = b.id and e.kind = 'issue');
