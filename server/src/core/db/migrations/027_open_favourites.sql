-- Places whose two sides do not have the same: to be sent, or a question. All others are looked at only when somebody asks.
create index favourite_open on favourite (appliance)
  where (number, version, hash) is distinct from (base_number, base_version, base_hash);
