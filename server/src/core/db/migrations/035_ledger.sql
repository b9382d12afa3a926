-- Merkle trees that only grow (docs/decisions/032-a-book-for-each-company.md). Each company has a book; the one without a company is the
-- log of the installation, whose leaves are the notes of the books.
create table ledger_book (
  id uuid primary key,
  company_id uuid unique nulls not distinct references company (id),
  opened_at timestamptz not null,
  size bigint not null default 0,
  -- Hashes of the perfect subtrees that it consists of, from the left, 32 bytes each.
  peaks bytea not null default '',
  -- How much of it its latest checkpoint has, and since when there is more.
  sealed_size bigint not null default 0,
  news_at timestamptz
);
create index ledger_book_news on ledger_book (news_at) where news_at is not null;

create table ledger_entry (
  book uuid not null references ledger_book (id),
  ix bigint not null,
  at timestamptz not null,
  kind text not null,
  id text collate "C" not null,
  rev integer not null,
  hash bytea not null,
  prev bigint,
  primary key (book, ix)
);
create index ledger_entry_of on ledger_entry (id, book, ix);

-- What an entry was made of, until it is removed: the entry stays.
create table ledger_content (
  book uuid not null,
  ix bigint not null,
  salt bytea not null,
  -- JCS without the salt; null: it stands in `batch_revision`.
  content text,
  -- When it was written, if that was before it entered the book.
  imported_at timestamptz,
  primary key (book, ix),
  foreign key (book, ix) references ledger_entry (book, ix)
);

create table ledger_node (
  book uuid not null references ledger_book (id),
  level smallint not null,
  ix bigint not null,
  hash bytea not null,
  primary key (book, level, ix)
);
create index ledger_node_leaf on ledger_node using hash (hash) where level = 0;

create table ledger_checkpoint (
  book uuid not null references ledger_book (id),
  size bigint not null,
  at timestamptz not null,
  note text not null,
  -- Its leaf in the log of the installation; the log's own have none.
  log_ix bigint unique,
  primary key (book, size)
);

-- Public keys that sign, or have signed.
create table ledger_key (
  public bytea primary key,
  from_at timestamptz not null,
  until_at timestamptz,
  reason text not null
);

-- Revisions of before the ledger, until they have entered the books.
create table ledger_import (
  batch uuid not null,
  revision integer not null,
  created_at timestamptz not null,
  primary key (batch, revision),
  foreign key (batch, revision) references batch_revision (batch, revision)
);
create index ledger_import_order on ledger_import (created_at, batch, revision);
insert into ledger_import select batch, revision, created_at from batch_revision;
