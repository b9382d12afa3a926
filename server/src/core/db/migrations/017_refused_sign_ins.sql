-- Sign-ins that were refused, for a day: limits are reckoned from them, and the audit log tells of them.
create table refused_sign_in (
  at timestamptz not null,
  -- Id of the user, or a few bits of the hash of an e-mail that nobody has.
  account text not null,
  -- Where it came from, and the network that the address is of.
  address text not null,
  network text not null,
  -- Whether it counts for the lock of the account: not while that is locked, nor once it is forgiven.
  counts boolean not null,
  -- Whether the audit log has told of it.
  told boolean not null default false
);
create index refused_sign_in_account on refused_sign_in (account, at);
create index refused_sign_in_network on refused_sign_in (network, at);
create index refused_sign_in_at on refused_sign_in (at);
create index refused_sign_in_untold on refused_sign_in (account, network) where not told;

-- From where somebody has signed in before, also on devices that are signed out.
drop index session_of_user;
create index session_of_user on session (user_id, created_at);
