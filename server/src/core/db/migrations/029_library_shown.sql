-- The cycle library stands: the menu of everybody leads to it, and the factory may take it from somebody again (S2.46).
alter table app_user alter column cycle_library set default true;
update app_user set cycle_library = true;
